import { useList } from '@refinedev/core';
import { Alert, Button } from 'antd';
import type { TFunction } from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { queue } from '../../../../../resources/queue.ts';
import type { EmbeddedLoad, LoadCheck } from '../../../../shared/embedded-load.ts';
import { AccountFilter } from '../../../components/account-select.tsx';
import { formatCount } from '../../../components/format.ts';
import { Icon } from '../../../components/icon.tsx';
import { Modal } from '../../../components/modal.tsx';
import { MomentText } from '../../../components/moment-text.tsx';
import { useCall } from '../../../components/use-call.ts';
import { useAllowed } from '../../../providers/use-allowed.ts';
import { withFilter } from '../../../providers/view.ts';
import { ListPage } from '../../../resource/list-page.tsx';
import { Nothing } from '../../../resource/nothing.tsx';
import type { ListControl } from '../../../resource/use-list-table.ts';
import { ValueFilter } from '../../../resource/value-filter.tsx';
import { ParkedEvents } from '../gateway-events.tsx';
import { filterOf, type QueueFilter, queueOf, type QueueRow } from './queue-view.ts';
import { StateFigures } from './state-figures.tsx';
import '../staff.css';

const GIB = 1024 ** 3;
/** Returns a figure as people read it: gigabytes, passages, or percent. */
const shown: Record<keyof EmbeddedLoad, (value: number) => string> = {
  bytes: (bytes) => formatCount(Math.round((bytes / GIB) * 10) / 10),
  passages: (passages) => formatCount(passages),
  slowShare: (share) => formatCount(Math.round(share * 1_000) / 10),
};

/** Says that the embedded database has reached a limit, which one, and what to do. Renders nothing otherwise. */
function TimeToMove({ check }: { check: LoadCheck | null | undefined }) {
  const { t } = useTranslation();
  if (!check || check.exceeded.length === 0) return null;
  const reasons = check.exceeded.map((name) =>
    t(`queue.move.reasons.${name}`, { value: shown[name](check.load[name]), limit: shown[name](check.limits[name]) }),
  );
  return (
    <Alert
      className="page-part"
      type="warning"
      showIcon
      message={<strong>{t('queue.move.title')}</strong>}
      description={
        <>
          <ul className="plain">
            {reasons.map((reason) => (
              <li key={reason}>{reason}</li>
            ))}
          </ul>
          {t('queue.move.action')}
        </>
      }
    />
  );
}

/** Returns the label of a kind of job, or the kind itself if it has no label. */
const kindWord = (t: TFunction, kind: string) => t(`queue.kinds.${kind}`, kind);

const jobCells = (t: TFunction) => ({
  kind: ({ kind, account, accountId }: QueueRow) => (
    <>
      <span className="cell-line">{kindWord(t, kind)}</span>
      <span className="cell-line cell-small" title={account || accountId}>
        {account || accountId}
      </span>
    </>
  ),
  runAt: ({ state, runAt }: QueueRow) =>
    state === 'waiting' || state === 'retrying' ? <MomentText iso={runAt} /> : <Nothing />,
  // Shows the first line of an error, and all of it on hover.
  error: ({ error }: QueueRow) =>
    error && (
      <span className="cell-line queue-error" title={error}>
        {error.split('\n', 1)[0]}
      </span>
    ),
});

const choose =
  ({ view, change }: ListControl, field: keyof QueueFilter) =>
  (eq?: string) =>
    change({ filters: withFilter(view.filters, field, { eq }) });

/** The platform's job queue: waiting, retrying and parked jobs, with the actions that retry parked ones. */
export function AdminQueuePage() {
  const { t } = useTranslation();
  const canRetry = useAllowed(queue.name, 'retry');
  return (
    <ListPage
      resource={queue}
      cells={jobCells(t)}
      nameOf={({ kind }) => kindWord(t, kind)}
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
    <ValueFilter
      control={control}
      name="kind"
      label={t('queue.fields.kind')}
      notFoundContent={t('queue.noKind')}
      options={offered.map((kind) => ({ value: kind, label: kindWord(t, kind) }))}
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
  const { call, isBusy } = useCall<{ retried: number }>(queue.name);
  const filter = filterOf(control);
  const { kind = null, accountId = null } = filter;
  const isNarrow = kind !== null || accountId !== null;
  const found = useParked(filter, isNarrow);
  const count = isNarrow ? found : (queueOf(control)?.counts.parked ?? 0);
  const retry = () =>
    call({
      url: `${queue.api}/retry`,
      values: { kind, accountId },
      successText: ({ retried }) => t('queue.retriedAll', { count: retried, total: formatCount(retried) }),
      onSuccess: () => setIsAsking(false),
    });
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
        confirmLoading={isBusy}
        onOk={retry}
      >
        <p>{t(isNarrow ? 'queue.ask.filtered' : 'queue.ask.all')}</p>
      </Modal>
    </>
  );
}
