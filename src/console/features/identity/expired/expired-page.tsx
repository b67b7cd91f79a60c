import { Link } from 'react-router';
import words from '../../../../../locales/pt-BR/expired.json';
import { NoticePage } from '../../../layout/notice-page.tsx';

/** A link from an e-mail that no longer holds. */
export function ExpiredPage() {
  return (
    <NoticePage
      title={words.title}
      text={words.text}
      drawing={['M14 62c14 4 54 4 68 0', 'M48 14v8m0 0a18 18 0 1 1 0 36 18 18 0 0 1 0-36Zm0 9v9l6 4']}
    >
      <Link to="/forgot-password" className="door-button">
        {words.action}
      </Link>
      <Link to="/login">{words.login}</Link>
    </NoticePage>
  );
}
