import { useTranslation } from 'react-i18next';
import { visitorMessages } from '../../../../../resources/visitor-messages.ts';
import { FieldCell } from '../../../resource/field-cell.tsx';
import type { VisitorMessage } from './use-message-actions.ts';

export function EmailLink({ message: { email, name } }: { message: VisitorMessage }) {
  const { t } = useTranslation();
  if (!email) return <FieldCell resource={visitorMessages} name="email" value={email} />;
  const href = `mailto:${encodeURIComponent(email).replace('%40', '@')}`;
  return (
    <a
      className="cell-line"
      href={href}
      title={email}
      aria-label={`${t('visitor-messages.write', { name })}: ${email}`}
    >
      {email}
    </a>
  );
}

/** Returns Brazilian numbers as people write them: `+55 11 91234-5678`. Others keep their digits. */
const formatPhone = (digits: string) => digits.replace(/^55(\d\d)(\d{4,5})(\d{4})$/, '+55 $1 $2-$3');

export function WhatsappLink({ message: { whatsapp, name } }: { message: VisitorMessage }) {
  const { t } = useTranslation();
  if (!whatsapp) return <FieldCell resource={visitorMessages} name="whatsapp" value={whatsapp} />;
  const number = formatPhone(whatsapp);
  return (
    <a
      className="cell-line"
      href={`https://wa.me/${whatsapp}`}
      target="_blank"
      rel="noopener noreferrer"
      aria-label={`${t('visitor-messages.call', { name })}: ${number}`}
    >
      {number}
    </a>
  );
}
