import words from '../../../locales/pt-BR/not-found.json';
import { ButtonLink } from '../components/button-link.tsx';
import { NoticePage } from './notice-page.tsx';

/** Shown for unknown addresses and for those that the user may not open. */
export function NotFoundPage() {
  return (
    <NoticePage title={words.title} text={words.text} drawing="broken">
      <ButtonLink type="primary" size="large" to="/">
        {words.action}
      </ButtonLink>
    </NoticePage>
  );
}
