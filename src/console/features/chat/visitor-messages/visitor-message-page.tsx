import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import { visitorMessages } from '../../../../../resources/visitor-messages.ts';
import { useEraseVisitor } from '../../../components/erase-visitor.tsx';
import { Nothing } from '../../../resource/nothing.tsx';
import { ShowPage } from '../../../resource/show-page.tsx';
import { CONTACT_CELLS } from './contact-links.tsx';
import { useMessageActions, type VisitorMessage } from './use-message-actions.ts';

export function VisitorMessagePage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { ask, dialog } = useEraseVisitor(() => void navigate(visitorMessages.path, { replace: true }));
  return (
    <>
      <ShowPage
        resource={visitorMessages}
        cells={{
          ...CONTACT_CELLS,
          conversationId: ({ conversationId }: VisitorMessage) =>
            conversationId ? (
              <Link to={`/conversations/${conversationId}`}>{t('visitor-messages.conversation')}</Link>
            ) : (
              <Nothing />
            ),
        }}
        actions={useMessageActions(ask)}
      />
      {dialog}
    </>
  );
}
