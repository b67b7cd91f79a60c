import { useQuery } from '@tanstack/react-query';
import { Skeleton } from 'antd';
import { useTranslation } from 'react-i18next';
import type { SessionContext } from '../../../shared/session.ts';
import { LoadError, StaleNotice } from '../../resource/list-states.tsx';
import { NeedsContext } from '../../resource/needs-context.tsx';
import { PageFrame } from '../../resource/page-frame.tsx';
import { useMay } from '../../resource/use-may.ts';
import { useCurrentContext } from '../../session/current-context.tsx';
import { LimitsFacts } from './limits-facts.tsx';
import { LimitsForm } from './limits-form.tsx';
import { limitsQuery } from '../../chat-pause/limits.ts';
import { Meters } from './meters.tsx';
import { NoticeList } from './notice-list.tsx';
import { PauseBanner, PausePanel } from '../../chat-pause/pause.tsx';
import './settings-usage.css';

/** How much the assistant of a context is used and may be, what it says at its limits, and its pause. */
export function SettingsUsagePage() {
  const { t } = useTranslation();
  const { current, isLoading } = useCurrentContext();
  const waits = isLoading ? <Skeleton.Input active size="small" /> : undefined;
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
          <Skeleton active title={{ width: 80 }} paragraph={{ rows: 2, width: ['60%', '100%'] }} />
        </div>
      ))}
    </div>
    <Skeleton active title={false} paragraph={{ rows: 8 }} />
  </div>
);

function Limits({ context }: { context: SessionContext }) {
  const mayEdit = useMay('limits', 'edit');
  const query = useQuery(limitsQuery(context.id));
  const record = query.data;
  if (!record) {
    if (!query.isError) return <Waiting />;
    return <LoadError error={query.error} again={() => void query.refetch()} busy={query.isFetching} />;
  }
  return (
    <>
      {query.isError && <StaleNotice again={() => void query.refetch()} busy={query.isFetching} />}
      <PauseBanner record={record} context={context.name} mayEdit={mayEdit} />
      <Meters use={record.use} />
      <div className="limits">
        {mayEdit && <PausePanel record={record} context={context.name} />}
        {mayEdit ? <LimitsForm record={record} /> : <LimitsFacts record={record} />}
      </div>
    </>
  );
}
