import { useList } from '@refinedev/core';
import { Button, Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { queue } from '../../../../../resources/queue.ts';
import { AccountFilter } from '../../../components/account-select.tsx';
import { formatCount } from '../../../components/format.ts';
import { Icon } from '../../../components/icon.tsx';
import { Modal } from '../../../components/modal.tsx';
import { useAllowed } from '../../../providers/use-allowed.ts';
import { ListPage } from '../../../resource/list-page.tsx';
import type { ListControl } from '../../../resource/use-list-table.ts';
import { withFilter } from '../../../resource/view.ts';
import { ParkedEvents } from '../parked-events.tsx';
import { jobCells, kindWord } from './job-cells.tsx';
import { StateFigures } from './state-figures.tsx';
import { TimeToMove } from './time-to-move.tsx';
import { filterOf, type QueueFilter, queueOf, type QueueRow, useRetry } from './use-queue.ts';
import '../staff.css';

const choose =
  ({ view, change }: ListControl, field: keyof QueueFilter) =>
  (eq?: string) =>
    change({ filters: withFilter(view.filters, field, { eq }) });

/** The platform's job queue: waiting, retrying and parked jobs, with the actions that retry parked ones. */
export function AdminQueuePage() {
  const { t } = useTranslation();
  const canRetry = useAllowed(queue.name, 'retry');
  const { retry, isPending } = useRetry();
  const nameOf = ({ kind }: QueueRow) => kindWord(t, kind);
  const retryOne = (job: QueueRow) => retry({ id: job.id, said: () => t('queue.retriedOne', { job: nameOf(job) }) });
  const actionsOf = (job: QueueRow) => {
    const label = t('queue.retryName', { job: nameOf(job), account: job.account });
    const hint = t('queue.retry');
    return job.state !== 'parked'
      ? []
      : [{ icon: 'refresh' as const, label, hint, disabled: isPending, onClick: () => retryOne(job) }];
  };
  return (
    <ListPage
      resource={queue}
      cells={jobCells(t)}
      nameOf={nameOf}
      actions={canRetry ? actionsOf : undefined}
      above={(control) => (
        <>
          <TimeToMove check={queueOf(control)?.embedded} />
          <StateFigures
            counts={queueOf(control)?.counts}
            chosen={filterOf(control).state}
            choose={choose(control, 'state')}
          />
        </>
      )}
      toolbar={(control) => (
        <>
          <KindSelect control={control} />
          <AccountFilter id={filterOf(control).accountId} onChange={choose(control, 'accountId')} />
        </>
      )}
      tools={(control) => canRetry && <RetryAll control={control} />}
      below={<ParkedEvents />}
    />
  );
}

/** The filter by kind of job. Offers the kinds that are in the queue. */
function KindSelect({ control }: { control: ListControl }) {
  const { t } = useTranslation();
  const { kind: chosen } = filterOf(control);
  const kinds = queueOf(control)?.kinds ?? [];
  const offered = chosen && !kinds.includes(chosen) ? [...kinds, chosen] : kinds;
  return (
    <Select<string>
      className="list-filter"
      allowClear
      popupMatchSelectWidth={false}
      aria-label={t('queue.fields.kind')}
      placeholder={t('queue.fields.kind')}
      notFoundContent={t('queue.noKind')}
      options={offered.map((kind) => ({ value: kind, label: kindWord(t, kind) }))}
      value={chosen ?? null}
      onChange={choose(control, 'kind')}
    />
  );
}

/** Returns the number of parked jobs of a kind and an account; 0 until it is loaded. */
function useParked({ kind, accountId }: QueueFilter, isAsked: boolean): number {
  const narrow = withFilter(withFilter([], 'kind', { eq: kind }), 'accountId', { eq: accountId });
  const { query } = useList({
    resource: queue.name,
    filters: withFilter(narrow, 'state', { eq: 'parked' }),
    pagination: { currentPage: 1, pageSize: 1 },
    queryOptions: { enabled: isAsked, refetchInterval: queue.list.pollMs },
  });
  return query.data?.total ?? 0;
}

/** The button that retries all parked jobs that match the filters, after a confirmation with their number. */
function RetryAll({ control }: { control: ListControl }) {
  const { t } = useTranslation();
  const [isAsking, setIsAsking] = useState(false);
  const { retry, isPending } = useRetry();
  const filter = filterOf(control);
  const isNarrow = filter.kind !== undefined || filter.accountId !== undefined;
  const found = useParked(filter, isNarrow);
  const count = isNarrow ? found : (queueOf(control)?.counts.parked ?? 0);
  const said = (done: number) => t('queue.retriedAll', { count: done, total: formatCount(done) });
  if (count === 0) return null;
  return (
    <>
      <Button icon={<Icon name="refresh" />} onClick={() => setIsAsking(true)}>
        {t('queue.retryAll', { count, total: formatCount(count) })}
      </Button>
      <Modal
        open={isAsking}
        title={t('queue.ask.title', { count, total: formatCount(count) })}
        onCancel={() => setIsAsking(false)}
        okText={t('queue.ask.action')}
        confirmLoading={isPending}
        onOk={() => retry({ filter, said, onDone: () => setIsAsking(false) })}
      >
        <p>{t(isNarrow ? 'queue.ask.filtered' : 'queue.ask.all')}</p>
      </Modal>
    </>
  );
}
