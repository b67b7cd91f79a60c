import { Link } from 'react-router';
import words from '../../../locales/pt-BR/not-found.json';
import { NoticePage } from './notice-page.tsx';

/** An address that leads nowhere, or not for whoever asks. */
export function NotFoundPage() {
  return (
    <NoticePage
      title={words.title}
      text={words.text}
      drawing={['M14 58c14 5 54 5 68 0', 'M22 38c8-16 20-16 26-4m2 6c6 12 18 12 26-4']}
    >
      <Link to="/" className="door-button">
        {words.action}
      </Link>
    </NoticePage>
  );
}
