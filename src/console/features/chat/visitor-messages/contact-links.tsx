import { useTranslation } from 'react-i18next';
import { Nothing } from '../../../resource/nothing.tsx';
import type { VisitorMessage } from './use-message-actions.ts';

function EmailLink({ message: { email, name } }: { message: VisitorMessage }) {
  const { t } = useTranslation();
  if (!email) return <Nothing />;
  const href = `mailto:${encodeURIComponent(email).replace('%40', '@')}`;
  const label = `${t('visitor-messages.write', { name })}: ${email}`;
  return (
    <a className="cell-line" href={href} title={email} aria-label={label}>
      {email}
    </a>
  );
}

/** Returns Brazilian numbers as people write them: `+55 11 91234-5678`. Others keep their digits. */
const formatPhone = (digits: string) => digits.replace(/^55(\d\d)(\d{4,5})(\d{4})$/, '+55 $1 $2-$3');

function WhatsappLink({ message: { whatsapp, name } }: { message: VisitorMessage }) {
  const { t } = useTranslation();
  if (!whatsapp) return <Nothing />;
  const href = `https://wa.me/${whatsapp}`;
  const number = formatPhone(whatsapp);
  const label = `${t('visitor-messages.call', { name })}: ${number}`;
  return (
    <a className="cell-line" href={href} target="_blank" rel="noopener noreferrer" aria-label={label}>
      {number}
    </a>
  );
}

/** The cells of a message's contacts: links to write to the visitor. */
export const CONTACT_CELLS = {
  email: (message: VisitorMessage) => <EmailLink message={message} />,
  whatsapp: (message: VisitorMessage) => <WhatsappLink message={message} />,
};
