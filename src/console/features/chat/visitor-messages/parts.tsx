import { Link, useNavigate } from 'react-router';
import type { RecordOf } from '../../../../../resources/kit/resource.ts';
import { visitorMessages } from '../../../../../resources/visitor-messages.ts';
import { formatPhone } from '../../../../shared/format.ts';
import { ButtonLink } from '../../../components/button-link.tsx';
import { useEraseVisitor } from '../../../components/erase-visitor.tsx';
import { t } from '../../../providers/i18n.ts';
import { useAllowed } from '../../../providers/use-allowed.ts';
import { Nothing } from '../../../resource/cell-line.tsx';
import { parts } from '../../../resource/parts.ts';
import { useCurrentContext } from '../../../session/current-context.tsx';
import { useLimits } from '../pause/limits.ts';

type VisitorMessage = RecordOf<typeof visitorMessages>;

function EmailLink({ message: { email, name } }: { message: VisitorMessage }) {
  if (!email) return <Nothing />;
  const href = `mailto:${encodeURIComponent(email).replace('%40', '@')}`;
  const label = `${t('visitor-messages.write', { name })}: ${email}`;
  return (
    <a className="cell-line" href={href} title={email} aria-label={label}>
      {email}
    </a>
  );
}

function WhatsappLink({ message: { whatsapp, name } }: { message: VisitorMessage }) {
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

function ConversationLink({ message: { conversationId } }: { message: VisitorMessage }) {
  if (!conversationId) return <Nothing />;
  return <Link to={`/conversations/${conversationId}`}>{t('visitor-messages.actions.conversation')}</Link>;
}

const CELLS = {
  email: (message: VisitorMessage) => <EmailLink message={message} />,
  whatsapp: (message: VisitorMessage) => <WhatsappLink message={message} />,
  conversationId: (message: VisitorMessage) => <ConversationLink message={message} />,
};

function useMessages(onErased?: () => void) {
  const { actionsOf, dialog } = useEraseVisitor(onErased);
  return {
    cells: CELLS,
    actions: ({ name, conversationId }: VisitorMessage) => actionsOf(name, conversationId),
    dialog,
  };
}

/** Leads to the setting that turns messages on, unless it is on. */
function TurnOn({ contextId }: { contextId: string }) {
  const { data } = useLimits(contextId);
  if (data?.data.takesMessages !== false) return null;
  return (
    <ButtonLink to="/settings/usage" type="primary">
      {t('visitor-messages.empty.action')}
    </ButtonLink>
  );
}

export default parts(visitorMessages, {
  useList: () => {
    const canEdit = useAllowed('limits', 'edit');
    const { current } = useCurrentContext();
    const action = canEdit && current && <TurnOn contextId={current.id} />;
    return { ...useMessages(), empty: { drawing: 'talk', action } };
  },
  useShow: () => {
    const navigate = useNavigate();
    return useMessages(() => void navigate(visitorMessages.path, { replace: true }));
  },
});
