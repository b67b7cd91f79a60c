import { Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { QueueJob } from '../../../../shared/staff.ts';
import { notify } from '../../../providers/notification.tsx';
import { AccountSelect } from '../../../components/account-select.tsx';
import { DataTable } from '../../../resource/data-table.tsx';
import { Dialog } from '../../../components/dialog.tsx';
import { Icon } from '../../../components/icon.tsx';
import { EmptyState, LoadError, NothingMatches, StaleNotice } from '../../../components/states.tsx';
import { PageFrame } from '../../../components/page-frame.tsx';
import { ListPages } from '../../../resource/pager.tsx';
import { useLastPage } from '../../../resource/use-last-page.ts';
import { useAllowed } from '../../../providers/use-allowed.ts';
import { formatCount } from '../../../components/format.ts';
import { ParkedEvents } from '../parked-events.tsx';
import { Button } from '../../../components/button.tsx';
import './admin-queue.css';
import { kindWord, useJobColumns } from './job-columns.tsx';
import { StateFigures } from './state-figures.tsx';
import { useQueue, useQueueView, useRetry, type Queue, type QueueFilter } from './use-queue.ts';

const NOTHING: QueueFilter = { state: undefined, kind: undefined, accountId: undefined };

/** The platform's queue: what waits, what is tried again, what gave up, and the way back for that. */
export function AdminQueuePage() {
  const { t } = useTranslation();
  const { control, filter, setFilter } = useQueueView();
  const { view } = control;
  const query = useQueue(filter, view);
  const { data, error, isFetching, isPlaceholderData } = query;
  const canRetry = useAllowed('queue', 'retry');
  const columns = useJobColumns();
  const retry = useRetry();
  const isBeyond = useLastPage(control, data?.data, data?.total ?? 0);
  const again = () => void query.refetch();
  const nameOf = ({ kind }: QueueJob) => kindWord(t, kind);
  const retryOne = (row: QueueJob) =>
    retry.mutate(
      { id: row.id },
      { onSuccess: () => notify({ type: 'success', message: t('admin-queue.retriedOne', { job: nameOf(row) }) }) },
    );
  if (!data && error) {
    return (
      <PageFrame title={t('admin-queue.title')} intro={t('admin-queue.intro')}>
        <LoadError error={error} again={again} busy={isFetching} />
      </PageFrame>
    );
  }
  const isEmpty = data?.total === 0 && !isPlaceholderData;
  const hasFilter = Object.values(filter).some((value) => value !== undefined);
  return (
    <PageFrame
      title={t('admin-queue.title')}
      intro={t('admin-queue.intro')}
      wide
      action={canRetry && data && data.counts.parked > 0 && <RetryAll filter={filter} queue={data} />}
    >
      <StateFigures counts={data?.counts} chosen={filter.state} choose={(state) => setFilter({ state })} />
      <div className="list-toolbar" role="search">
        <KindSelect kinds={data?.kinds ?? []} chosen={filter.kind} onChange={(kind) => setFilter({ kind })} />
        <AccountSelect id={filter.accountId} onChange={(accountId) => setFilter({ accountId })} />
        {hasFilter && (
          <Button type="text" size="small" onClick={() => setFilter(NOTHING)}>
            {t('resource.clearFilters')}
          </Button>
        )}
      </div>
      {error && <StaleNotice again={again} busy={isFetching} />}
      {isEmpty && hasFilter ? (
        <NothingMatches clear={() => setFilter(NOTHING)} />
      ) : isEmpty ? (
        <EmptyState title={t('admin-queue.empty.title')} text={t('admin-queue.empty.text')} />
      ) : (
        <>
          <DataTable
            columns={columns}
            rows={isBeyond ? undefined : data?.data}
            label={t('admin-queue.title')}
            nameOf={nameOf}
            isStandIn={isPlaceholderData}
            actions={
              canRetry
                ? (row) =>
                    row.state === 'parked'
                      ? [
                          {
                            icon: 'refresh',
                            label: t('admin-queue.retryName', { job: nameOf(row), account: row.account }),
                            hint: t('admin-queue.retry'),
                            disabled: retry.isPending,
                            onClick: () => retryOne(row),
                          },
                        ]
                      : []
                : undefined
            }
          />
          {data && data.total > 0 && <ListPages control={control} total={data.total} />}
        </>
      )}
      <ParkedEvents />
    </PageFrame>
  );
}

/** Filter of one kind of work, of those that are in the queue. */
function KindSelect(props: {
  kinds: readonly string[];
  chosen: string | undefined;
  onChange: (kind?: string) => void;
}) {
  const { t } = useTranslation();
  const { kinds, chosen, onChange } = props;
  const offered = chosen && !kinds.includes(chosen) ? [...kinds, chosen] : kinds;
  return (
    <Select<string>
      className="list-filter"
      allowClear
      popupMatchSelectWidth={false}
      aria-label={t('admin-queue.fields.kind')}
      placeholder={t('admin-queue.fields.kind')}
      notFoundContent={t('admin-queue.noKind')}
      options={offered.map((kind) => ({ value: kind, label: kindWord(t, kind) }))}
      value={chosen ?? null}
      onChange={onChange}
    />
  );
}

/** Puts back all parked jobs that the filters find, after a question that says how far it goes. */
function RetryAll({ filter, queue }: { filter: QueueFilter; queue: Queue }) {
  const { t } = useTranslation();
  const [isAsking, setIsAsking] = useState(false);
  const retry = useRetry();
  const isNarrow = filter.kind !== undefined || filter.accountId !== undefined;
  const parkedOnly = useQueue({ ...filter, state: 'parked' }, { currentPage: 1, pageSize: 1 });
  const count = isNarrow ? (parkedOnly.data?.total ?? 0) : queue.counts.parked;
  const run = () =>
    retry.mutate(
      { filter },
      {
        onSuccess: (done) => {
          setIsAsking(false);
          const message = t('admin-queue.retriedAll', { count: done, total: formatCount(done) });
          notify({ type: 'success', message });
        },
      },
    );
  if (count === 0) return null;
  return (
    <>
      <Button icon={<Icon name="refresh" />} onClick={() => setIsAsking(true)}>
        {t('admin-queue.retryAll', { count, total: formatCount(count) })}
      </Button>
      <Dialog
        open={isAsking}
        title={t('admin-queue.ask.title', { count, total: formatCount(count) })}
        onClose={() => setIsAsking(false)}
        action={{ label: t('admin-queue.ask.action'), onClick: run, busy: retry.isPending }}
      >
        <p>{t(isNarrow ? 'admin-queue.ask.filtered' : 'admin-queue.ask.all')}</p>
      </Dialog>
    </>
  );
}
