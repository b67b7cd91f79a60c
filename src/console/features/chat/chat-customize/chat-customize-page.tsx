import type { SessionContext } from '../../../../shared/session.ts';
import { ButtonLink } from '../../../components/button-link.tsx';
import { NeedsContext, useContextIntro } from '../../../components/needs-context.tsx';
import { PageFrame } from '../../../components/page-frame.tsx';
import { Skeleton } from '../../../components/skeleton.tsx';
import { Loaded } from '../../../components/states.tsx';
import { t } from '../../../providers/i18n.ts';
import { useLimits } from '../pause/limits.ts';
import { AppearanceEditor } from './appearance-editor.tsx';
import { useAppearance } from './appearance-requests.ts';
import '../chat.css';
import './chat-customize.css';

/** Edits the appearance and the tone of a context's widget, with a live preview beside the fields. */
export function ChatCustomizePage() {
  return (
    <PageFrame
      wide
      title={t('chat-customize.title')}
      intro={useContextIntro('chat-customize.intro')}
      action={<ButtonLink to="/chat/preview">{t('chat-customize.test')}</ButtonLink>}
    >
      <NeedsContext waiting={<Waiting />}>{(context) => <Editor key={context.id} context={context} />}</NeedsContext>
    </PageFrame>
  );
}

function Waiting() {
  return (
    <div className="appearance" data-view="edit" aria-busy>
      <div className="appearance-form">
        <h2>{t('chat-customize.parts.first')}</h2>
        <Skeleton rows={12} />
      </div>
      <div className="appearance-preview">
        <div className="appearance-canvas">
          <div className="appearance-screen" />
        </div>
      </div>
    </div>
  );
}

function Editor({ context }: { context: SessionContext }) {
  const limits = useLimits(context.id);
  return (
    <Loaded query={useAppearance(context.id)} waiting={<Waiting />}>
      {({ data }) => <AppearanceEditor context={context} shown={data} limits={limits.data?.data} />}
    </Loaded>
  );
}
