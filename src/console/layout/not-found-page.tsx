import messages from '../../../locales/pt-BR/not-found.json';
import { ButtonLink } from '../components/button-link.tsx';
import { NoticePage } from './notice-page.tsx';

/** Shown for unknown addresses and for those that the user may not open. */
export function NotFoundPage() {
  return (
    <NoticePage title={messages.title} text={messages.text} drawing="broken">
      <ButtonLink type="primary" size="large" to="/">
        {messages.action}
      </ButtonLink>
    </NoticePage>
  );
}
