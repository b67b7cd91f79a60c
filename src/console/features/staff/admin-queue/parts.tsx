import { Alert } from 'antd';
import type { RecordOf } from '../../../../../resources/kit/resource.ts';
import { queue } from '../../../../../resources/queue.ts';
import type { EmbeddedLoad, LoadCheck } from '../../../../shared/embedded-load.ts';
import { formatCount } from '../../../../shared/format.ts';
import { AccountFilter } from '../../../components/account-select.tsx';
import { MomentText } from '../../../components/moment-text.tsx';
import { t } from '../../../providers/i18n.ts';
import { textFilter, withFilter } from '../../../providers/view.ts';
import { Line, Nothing } from '../../../resource/cell-line.tsx';
import { FigureTiles } from '../../../resource/list-cards.tsx';
import { parts } from '../../../resource/parts.ts';
import type { ListControl } from '../../../resource/use-list-table.ts';
import { ValueFilter } from '../../../resource/value-filter.tsx';
import { ParkedEvents } from '../gateway-events.tsx';
import '../staff.css';

type QueueRow = RecordOf<typeof queue>;
type JobState = QueueRow['state'];

/** What the server returns about the queue in addition to the rows, independent of the filters. */
interface Queue {
  counts: Record<JobState, number>;
  kinds: string[];
  /** The last check of the embedded database; null on PostgreSQL. */
  embedded: LoadCheck | null;
}
const queueOf = ({ answer }: ListControl) => answer as Queue | undefined;

const GIB = 1024 ** 3;
/** Returns a figure as people read it: gigabytes, passages, or percent. */
const shown: Record<keyof EmbeddedLoad, (value: number) => string> = {
  bytes: (bytes) => formatCount(Math.round((bytes / GIB) * 10) / 10),
  passages: (passages) => formatCount(passages),
  slowShare: (share) => formatCount(Math.round(share * 1_000) / 10),
};

/** Says that the embedded database has reached a limit, which one, and what to do. Renders nothing otherwise. */
function TimeToMove({ check }: { check: LoadCheck | null | undefined }) {
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
const kindWord = (kind: string) => t(`queue.kinds.${kind}`, kind);

const cells = {
  kind: ({ kind, account, accountId }: QueueRow) => (
    <>
      <span className="cell-line">{kindWord(kind)}</span>
      <Line value={account || accountId} className="cell-small" />
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
};

const figuresOf = (counts: Record<JobState, number> | undefined) =>
  counts && Object.entries(counts).map(([value, figure]) => ({ value, figure }));

/** The filter by kind of job. Offers the kinds that are in the queue. */
function KindSelect({ control }: { control: ListControl }) {
  const chosen = textFilter(control.view.filters, 'kind');
  const kinds = queueOf(control)?.kinds ?? [];
  const offered = chosen && !kinds.includes(chosen) ? [...kinds, chosen] : kinds;
  return (
    <ValueFilter
      control={control}
      name="kind"
      label={t('queue.fields.kind')}
      notFoundContent={t('queue.noKind')}
      options={offered.map((kind) => ({ value: kind, label: kindWord(kind) }))}
    />
  );
}

const listParts = {
  cells,
  nameOf: ({ kind }: QueueRow) => kindWord(kind),
  above: (control: ListControl) => (
    <>
      <TimeToMove check={queueOf(control)?.embedded} />
      <FigureTiles
        resource={queue}
        by="state"
        label={t('queue.byState')}
        figures={figuresOf(queueOf(control)?.counts)}
        chosen={[textFilter(control.view.filters, 'state') ?? []].flat()}
        choose={(eq) => control.change({ filters: withFilter(control.view.filters, 'state', { eq }) })}
      />
    </>
  ),
  toolbar: (control: ListControl) => (
    <>
      <KindSelect control={control} />
      <AccountFilter control={control} />
    </>
  ),
  below: () => <ParkedEvents />,
};

export default parts(queue, { useList: () => listParts });
