import { useNavigate } from 'react-router';
import { visitorMessages } from '../../../../../resources/visitor-messages.ts';
import { ShowPage } from '../../../resource/show-page.tsx';
import { useMessageParts } from './message-parts.tsx';

export function VisitorMessagePage() {
  const navigate = useNavigate();
  const { parts, dialog } = useMessageParts(() => void navigate(visitorMessages.path, { replace: true }));
  return (
    <>
      <ShowPage resource={visitorMessages} {...parts} />
      {dialog}
    </>
  );
}
