import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { visitorMessages } from '../../../../../resources/visitor-messages.ts';
import { FieldCell } from '../../../resource/field-cell.tsx';
import { ShowPage } from '../../../resource/show-page.tsx';
import { EmailLink, WhatsappLink } from './contact-links.tsx';
import { useMessageActions, type VisitorMessage } from './use-message-actions.ts';

export function VisitorMessagePage() {
  const { t } = useTranslation();
  return (
    <ShowPage
      resource={visitorMessages}
      cells={{
        email: (message: VisitorMessage) => <EmailLink message={message} />,
        whatsapp: (message: VisitorMessage) => <WhatsappLink message={message} />,
        conversationId: ({ conversationId }: VisitorMessage) =>
          conversationId ? (
            <Link to={`/conversations/${conversationId}`}>{t('visitor-messages.conversation')}</Link>
          ) : (
            <FieldCell resource={visitorMessages} name="conversationId" value={null} />
          ),
      }}
      actions={useMessageActions()}
    />
  );
}
