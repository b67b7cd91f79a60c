import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { SessionContext } from '../../../../shared/session.ts';
import { NeedsContext } from '../../../components/needs-context.tsx';
import { PageFrame } from '../../../components/page-frame.tsx';
import { Skeleton, SkeletonLine } from '../../../components/skeleton.tsx';
import { LoadError, StaleNotice } from '../../../components/states.tsx';
import { useAllowed } from '../../../providers/use-allowed.ts';
import { useCurrentContext } from '../../../session/current-context.tsx';
import { limitsQuery } from '../pause/limits.ts';
import { PauseBanner, PausePanel } from '../pause/pause.tsx';
import { LimitsFacts } from './limits-facts.tsx';
import { LimitsForm } from './limits-form.tsx';
import { Meters } from './meters.tsx';
import { NoticeList } from './notice-list.tsx';
import './settings-usage.css';

/** How much the assistant of a context is used and may be, what it says at its limits, and its pause. */
export function SettingsUsagePage() {
  const { t } = useTranslation();
  const { current, isLoading } = useCurrentContext();
  const waits = isLoading ? <SkeletonLine /> : undefined;
  return (
    <PageFrame title={t('limits.title')} intro={current ? t('limits.intro', { context: current.name }) : waits}>
      <NoticeList />
      <NeedsContext waiting={<Waiting />}>{(context) => <Limits key={context.id} context={context} />}</NeedsContext>
    </PageFrame>
  );
}

const Waiting = () => (
  <div aria-busy>
    <div className="meters">
      {[1, 2, 3].map((at) => (
        <div className="meter" key={at}>
          <Skeleton title={80} rows={2} />
        </div>
      ))}
    </div>
    <Skeleton rows={8} />
  </div>
);

function Limits({ context }: { context: SessionContext }) {
  const canEdit = useAllowed('limits', 'edit');
  const query = useQuery(limitsQuery(context.id));
  const record = query.data;
  if (!record) {
    if (!query.isError) return <Waiting />;
    return <LoadError error={query.error} again={() => void query.refetch()} busy={query.isFetching} />;
  }
  return (
    <>
      {query.isError && <StaleNotice again={() => void query.refetch()} busy={query.isFetching} />}
      <PauseBanner record={record} context={context.name} canEdit={canEdit} />
      <Meters use={record.use} />
      <div className="limits">
        {canEdit && <PausePanel record={record} context={context.name} />}
        {canEdit ? <LimitsForm record={record} /> : <LimitsFacts record={record} />}
      </div>
    </>
  );
}
