import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { notify } from '../../providers/notification.tsx';
import { AccountChip } from '../../resource/account-chip.tsx';
import { DataTable } from '../../resource/data-table.tsx';
import { Dialog } from '../../resource/dialog.tsx';
import { Chip } from '../../resource/filter-chip.tsx';
import { Icon } from '../../resource/icon.tsx';
import { EmptyState, LoadError, NothingMatches, StaleNotice } from '../../resource/list-states.tsx';
import { PageFrame } from '../../resource/page-frame.tsx';
import { Pager } from '../../resource/pager.tsx';
import { RowAction } from '../../resource/row-actions.tsx';
import { useMay } from '../../resource/use-may.ts';
import type { Row } from '../../resource/use-rows.ts';
import { writtenCount } from '../../resource/written.ts';
import { ParkedEvents } from '../../staff/parked-events.tsx';
import { Button } from '../../resource/button.tsx';
import './admin-queue.css';
import { kindWord, useJobColumns } from './job-columns.tsx';
import { StateFigures } from './state-figures.tsx';
import { useQueue, useQueueView, useRetry, type Queue, type QueueFilter } from './use-queue.ts';

const NOTHING: QueueFilter = { state: undefined, kind: undefined, accountId: undefined };

/** The platform's queue: what waits, what is tried again, what gave up, and the way back for that. */
export function AdminQueuePage() {
  const { t } = useTranslation();
  const { control, filter, setFilter } = useQueueView();
  const { view, change } = control;
  const query = useQueue(filter, view);
  const { data, error, isFetching, isPlaceholderData } = query;
  const mayRetry = useMay('queue', 'retry');
  const columns = useJobColumns();
  const retry = useRetry();
  const last = Math.max(1, Math.ceil((data?.total ?? 0) / view.limit));
  const isBeyond = data !== undefined && !isPlaceholderData && data.total > 0 && view.page > last;
  useEffect(() => {
    if (isBeyond) change({ page: last }, { replace: true });
  }, [isBeyond, last, change]);
  const again = () => void query.refetch();
  const nameOf = (row: Row) => kindWord(t, String(row.kind));
  const retryOne = (row: Row) =>
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
      action={mayRetry && data && data.counts.parked > 0 && <RetryAll filter={filter} queue={data} />}
    >
      <StateFigures counts={data?.counts} chosen={filter.state} choose={(state) => setFilter({ state })} />
      <div className="toolbar" role="search">
        <div className="toolbar-chips">
          <KindChip kinds={data?.kinds ?? []} chosen={filter.kind} onChange={(kind) => setFilter({ kind })} />
          <AccountChip id={filter.accountId} onChange={(accountId) => setFilter({ accountId })} />
          {hasFilter && (
            <Button type="text" size="small" onClick={() => setFilter(NOTHING)}>
              {t('resource.clearFilters')}
            </Button>
          )}
        </div>
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
              mayRetry
                ? (row) =>
                    row.state === 'parked' && (
                      <RowAction
                        icon="refresh"
                        label={t('admin-queue.retryName', { job: nameOf(row), account: row.account })}
                        hint={t('admin-queue.retry')}
                        disabled={retry.isPending}
                        onClick={() => retryOne(row)}
                      />
                    )
                : undefined
            }
          />
          {data && data.total > 0 && <Pager control={control} total={data.total} />}
        </>
      )}
      <ParkedEvents />
    </PageFrame>
  );
}

/** Filter of one kind of work, of those that are in the queue. */
function KindChip(props: { kinds: readonly string[]; chosen: string | undefined; onChange: (kind?: string) => void }) {
  const { t } = useTranslation();
  const { kinds, chosen, onChange } = props;
  const offered = chosen && !kinds.includes(chosen) ? [...kinds, chosen] : kinds;
  return (
    <Chip label={t('admin-queue.fields.kind')} chosen={chosen && kindWord(t, chosen)} clear={() => onChange(undefined)}>
      {(close) => (
        <div className="chip-orders">
          {offered.map((kind) => (
            <Button
              key={kind}
              type="text"
              aria-pressed={kind === chosen}
              onClick={() => {
                onChange(kind);
                close();
              }}
            >
              {kindWord(t, kind)}
              {kind === chosen && <Icon name="check" />}
            </Button>
          ))}
          {offered.length === 0 && <p className="account-none">{t('admin-queue.noKind')}</p>}
        </div>
      )}
    </Chip>
  );
}

/** Puts back all parked jobs that the filters find, after a question that says how far it goes. */
function RetryAll({ filter, queue }: { filter: QueueFilter; queue: Queue }) {
  const { t } = useTranslation();
  const [isAsking, setIsAsking] = useState(false);
  const retry = useRetry();
  const isNarrow = filter.kind !== undefined || filter.accountId !== undefined;
  const parkedOnly = useQueue({ ...filter, state: 'parked' }, { page: 1, limit: 1 });
  const count = isNarrow ? (parkedOnly.data?.total ?? 0) : queue.counts.parked;
  const run = () =>
    retry.mutate(
      { filter },
      {
        onSuccess: (done) => {
          setIsAsking(false);
          const message = t('admin-queue.retriedAll', { count: done, total: writtenCount(done) });
          notify({ type: 'success', message });
        },
      },
    );
  if (count === 0) return null;
  return (
    <>
      <Button icon={<Icon name="refresh" />} onClick={() => setIsAsking(true)}>
        {t('admin-queue.retryAll', { count, total: writtenCount(count) })}
      </Button>
      <Dialog
        open={isAsking}
        title={t('admin-queue.ask.title', { count, total: writtenCount(count) })}
        onClose={() => setIsAsking(false)}
        action={{ label: t('admin-queue.ask.action'), onClick: run, busy: retry.isPending }}
      >
        <p>{t(isNarrow ? 'admin-queue.ask.filtered' : 'admin-queue.ask.all')}</p>
      </Dialog>
    </>
  );
}
