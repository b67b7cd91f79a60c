import { Col, Row } from 'antd';
import { useTranslation } from 'react-i18next';
import type { SessionContext } from '../../../../shared/session.ts';
import { NeedsContext } from '../../../components/needs-context.tsx';
import { PageFrame } from '../../../components/page-frame.tsx';
import { Skeleton, SkeletonGrid, SkeletonLine } from '../../../components/skeleton.tsx';
import { LoadError, StaleNotice } from '../../../components/states.tsx';
import { useAllowed } from '../../../providers/use-allowed.ts';
import { useCurrentContext } from '../../../session/current-context.tsx';
import { useLimits } from '../pause/limits.ts';
import { PauseBanner, PausePanel } from '../pause/pause.tsx';
import { LimitsFacts } from './limits-facts.tsx';
import { LimitsForm } from './limits-form.tsx';
import { Meters } from './meters.tsx';
import { NoticeList } from './notice-list.tsx';
import '../chat.css';

/** Shows a context's use, and edits its limits, its messages and its pause. */
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
  <>
    <SkeletonGrid className="tiles meters" heights={[148, 148, 148]} />
    <Skeleton rows={8} />
  </>
);

function Limits({ context }: { context: SessionContext }) {
  const canEdit = useAllowed('limits', 'edit');
  const query = useLimits(context.id);
  const record = query.data?.data;
  if (!record) {
    if (!query.isError) return <Waiting />;
    return <LoadError error={query.error} again={() => void query.refetch()} busy={query.isFetching} />;
  }
  return (
    <>
      {query.isError && <StaleNotice again={() => void query.refetch()} busy={query.isFetching} />}
      <PauseBanner record={record} context={context.name} canEdit={canEdit} />
      <Meters use={record.use} />
      <Row gutter={[{ xs: 0, lg: 32 }, 24]}>
        <Col xs={{ span: 24, order: 1 }} lg={{ span: canEdit ? 16 : 24, order: 0 }}>
          {canEdit ? <LimitsForm record={record} /> : <LimitsFacts record={record} />}
        </Col>
        {canEdit && (
          <Col xs={24} lg={8}>
            <PausePanel record={record} context={context.name} />
          </Col>
        )}
      </Row>
    </>
  );
}
