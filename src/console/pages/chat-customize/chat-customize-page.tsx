import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { SessionContext } from '../../../shared/session.ts';
import { limitsQuery } from '../../chat-pause/limits.ts';
import { ButtonLink } from '../../resource/button-link.tsx';
import { LoadError } from '../../resource/list-states.tsx';
import { NeedsContext } from '../../resource/needs-context.tsx';
import { PageFrame } from '../../resource/page-frame.tsx';
import { useCurrentContext } from '../../session/current-context.tsx';
import { Skeleton, SkeletonLine } from '../../resource/skeleton.tsx';
import './chat-customize.css';
import { lookQuery } from './look-calls.ts';
import { LookEditor } from './look-editor.tsx';

/** How a context's widget looks and answers: edited beside the widget itself. */
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

const Waiting = () => (
  <div className="look" aria-busy>
    <Skeleton title={120} rows={10} />
    <div className="look-preview">
      <div className="look-stage look-stage-desktop" />
    </div>
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
