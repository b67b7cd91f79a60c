import { Link } from 'react-router';
import messages from '../../../../../locales/pt-BR/expired.json';
import { ButtonLink } from '../../../components/button-link.tsx';
import { NoticePage } from '../../../layout/notice-page.tsx';

/** Shown when a link from an e-mail has expired. Leads to the page that sends a new one. */
export function ExpiredPage() {
  return (
    <NoticePage title={messages.title} text={messages.text} drawing="clock">
      <ButtonLink type="primary" size="large" to="/forgot-password">
        {messages.action}
      </ButtonLink>
      <Link to="/login">{messages.login}</Link>
    </NoticePage>
  );
}
