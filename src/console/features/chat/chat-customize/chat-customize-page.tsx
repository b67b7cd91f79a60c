import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { SessionContext } from '../../../../shared/session.ts';
import { ButtonLink } from '../../../components/button-link.tsx';
import { NeedsContext } from '../../../components/needs-context.tsx';
import { PageFrame } from '../../../components/page-frame.tsx';
import { SkeletonBlock, SkeletonGrid, SkeletonLine } from '../../../components/skeleton.tsx';
import { LoadError } from '../../../components/states.tsx';
import { useCurrentContext } from '../../../session/current-context.tsx';
import { limitsQuery } from '../pause/limits.ts';
import { lookQuery } from './look-calls.ts';
import { LookEditor } from './look-editor.tsx';
import './chat-customize.css';

/** Edits the appearance and the tone of a context's widget, with a live preview beside the fields. */
export function ChatCustomizePage() {
  const { t } = useTranslation();
  const { current, isLoading } = useCurrentContext();
  const waits = isLoading ? <SkeletonLine /> : undefined;
  return (
    <PageFrame
      wide
      title={t('chat-customize.title')}
      intro={current ? t('chat-customize.intro', { context: current.name }) : waits}
      action={<ButtonLink to="/chat/preview">{t('chat-customize.test')}</ButtonLink>}
    >
      <NeedsContext waiting={<Waiting />}>{(context) => <Loaded key={context.id} context={context} />}</NeedsContext>
    </PageFrame>
  );
}

/** Shows the shape of the first section and of the preview while the appearance loads. */
function Waiting() {
  const { t } = useTranslation();
  return (
    <>
      <SkeletonBlock isBare height={42} className="look-view" />
      <div className="look" data-view="edit" aria-busy>
        <div className="look-form">
          <section className="look-part">
            <h2>{t('chat-customize.parts.first')}</h2>
            <FieldWaiting>
              <SkeletonGrid className="look-presets" heights={[96, 96, 96, 96, 96]} />
            </FieldWaiting>
            <div className="look-row">
              <FieldWaiting />
              <FieldWaiting />
            </div>
            <div className="look-row">
              <FieldWaiting />
              <FieldWaiting />
            </div>
            <div className="look-field">
              <SkeletonBlock isBare height={74} />
            </div>
            <FieldWaiting height={58} />
            <FieldWaiting />
          </section>
        </div>
        <div className="look-beside">
          <div className="look-preview">
            <div className="look-preview-bar">
              <SkeletonBlock isBare height={34} className="look-waiting-scenes" />
            </div>
            <div className="look-stage">
              <div className="look-screen" />
            </div>
          </div>
        </div>
      </div>
    </>
  );
}

const FieldWaiting = ({ height = 36, children }: { height?: number; children?: ReactNode }) => (
  <div className="look-field">
    <div className="look-label">
      <span>
        <SkeletonLine />
      </span>
    </div>
    {children ?? <SkeletonBlock isBare height={height} />}
  </div>
);

function Loaded({ context }: { context: SessionContext }) {
  const query = useQuery(lookQuery(context.id));
  const limits = useQuery(limitsQuery(context.id));
  if (query.isError && !query.data) {
    return <LoadError error={query.error} again={() => void query.refetch()} busy={query.isFetching} />;
  }
  if (!query.data) return <Waiting />;
  return <LookEditor context={context} shown={query.data} limits={limits.data} />;
}
