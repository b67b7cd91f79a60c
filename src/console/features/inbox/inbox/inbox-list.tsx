import { Badge, Flex } from 'antd';
import type { InboxRow, InboxView } from '../../../../shared/handover.ts';
import { MomentText } from '../../../components/moment-text.tsx';
import { EmptyState } from '../../../components/states.tsx';
import { StatusDot, type StatusTone } from '../../../components/status-dot.tsx';
import { t } from '../../../providers/i18n.ts';

const TONES: Record<InboxRow['state'], StatusTone> = {
  waiting: 'moving',
  taken: 'good',
  returned: 'off',
  closed: 'off',
  missed: 'bad',
  cancelled: 'off',
};

export function StateText({ row }: { row: InboxRow }) {
  const state = row.isPersonGone ? 'gone' : row.state;
  return <StatusDot tone={TONES[row.state]}>{t(`inbox.states.${state}`, { person: row.person ?? '' })}</StatusDot>;
}

/** Returns the rows of a view: the longest wait first, otherwise the latest first. */
export function rowsIn(view: InboxView, rows: readonly InboxRow[], userId: string | undefined): InboxRow[] {
  if (view === 'all') return rows.toSorted((a, b) => b.changedAt.localeCompare(a.changedAt));
  if (view === 'mine') return rows.filter(({ state, personId }) => state === 'taken' && personId === userId);
  return rows.filter(({ state }) => state === 'waiting').toSorted((a, b) => a.requestedAt.localeCompare(b.requestedAt));
}

export function InboxList(props: {
  view: InboxView;
  rows: readonly InboxRow[];
  open: string | null;
  onOpen: (id: string) => void;
}) {
  const { view, rows, open, onOpen } = props;
  if (rows.length === 0) {
    return <EmptyState drawing="talk" title={t(`inbox.empty.${view}.title`)} text={t(`inbox.empty.${view}.text`)} />;
  }
  return (
    <ul className="inbox-rows" aria-label={t('inbox.list')}>
      {rows.map((row) => (
        <li key={row.id}>
          <button
            type="button"
            className="inbox-row"
            aria-current={row.id === open ? 'true' : undefined}
            onClick={() => onOpen(row.id)}
          >
            <Flex justify="space-between" align="center" gap="small">
              <strong className="inbox-cut">{row.visitorName ?? t('inbox.visitor')}</strong>
              <span className="cell-quiet">
                <MomentText iso={row.state === 'waiting' ? row.requestedAt : row.changedAt} />
              </span>
            </Flex>
            <Flex justify="space-between" align="center" gap="small">
              <span className="inbox-cut">{row.lastText ?? row.firstQuestion}</span>
              {row.unread > 0 && <Badge count={row.unread} title={t('inbox.unread', { count: row.unread })} />}
            </Flex>
            <Flex justify="space-between" gap="small" className="cell-small">
              <StateText row={row} />
              <span className="cell-quiet inbox-cut">
                {t(`conversations.options.type.${row.type}`)} · {row.contextName}
              </span>
            </Flex>
          </button>
        </li>
      ))}
    </ul>
  );
}
