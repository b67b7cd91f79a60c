import { Button, Form } from 'antd';
import { useState } from 'react';
import type { BulkOutcome, PagesOnDelete } from '../../../../shared/contents.ts';
import { formatCount } from '../../../../shared/format.ts';
import type { SessionContext } from '../../../../shared/session.ts';
import { ChoiceSelect, contextOptions } from '../../../components/choice-select.tsx';
import { type Content, isRead } from '../../../components/content-kinds.ts';
import { Modal } from '../../../components/modal.tsx';
import { NamedRows } from '../../../components/named-rows.tsx';
import { useCall } from '../../../components/use-call.ts';
import { t } from '../../../providers/i18n.ts';
import { notify } from '../../../providers/notification.tsx';
import { useAllowed } from '../../../providers/use-allowed.ts';
import { useCurrentContext } from '../../../session/current-context.tsx';
import { PagesOnDeleteChoice } from '../pages-on-delete.tsx';

const NAMED_IN_TOAST = 2;

type BulkAction = 'enabled' | 'disabled' | 'weekly' | 'unweekly' | 'retried' | 'moved' | 'deleted';
type Body = { enabled?: boolean; weeklySync?: boolean; contextId?: string; pages?: PagesOnDelete };
const CALLS: Partial<Record<BulkAction, string>> = { retried: 'bulk-retry', deleted: 'bulk-delete' };

/**
 * Returns `run`, which makes one call for all contents and notifies about the outcome. It names those that failed. `done`
 * is called after a success, `close` after each call.
 */
function useBulk(done: () => void, close: () => void) {
  const { call } = useCall<BulkOutcome>('contents');
  const [busy, setBusy] = useState<BulkAction>();
  const report = (action: BulkAction, { done: count, failed, missing }: BulkOutcome, place: string | undefined) => {
    const message = t(`contents.bulk.${action}`, { count, place });
    if (failed.length === 0 && missing === 0) return void notify({ type: 'success', message });
    const named = failed.slice(0, NAMED_IN_TOAST).map((one) => `“${one.title}”: ${one.message}`);
    const others = failed.length - named.length;
    const detail = [
      ...named,
      ...(others > 0 ? [t('resource.bulk.more', { count: others })] : []),
      ...(missing > 0 ? [t('contents.bulk.missing', { count: missing })] : []),
    ];
    const counts = { done: count, total: count + failed.length + missing };
    notify({ type: 'error', message: t('contents.bulk.partly', counts), detail: detail.join(' ') });
  };
  const run = (action: BulkAction, contents: readonly Content[], body: Body = {}, place?: string) => {
    setBusy(action);
    call({
      url: `/contents/${CALLS[action] ?? 'bulk-edit'}`,
      values: { ids: contents.map(({ id }) => id), ...body },
      onSuccess: (outcome) => {
        report(action, outcome, place);
        done();
      },
      onSettled: () => {
        setBusy(undefined);
        close();
      },
    });
  };
  return { run, busy };
}

/** The actions on the selected contents: enable, disable, weekly reading, retry, move, delete. */
export function BulkActions({ contents, done }: { contents: readonly Content[]; done: () => void }) {
  const { contexts } = useCurrentContext();
  const canEdit = useAllowed('contents', 'edit');
  const canRetry = useAllowed('contents', 'retry');
  const canDelete = useAllowed('contents', 'delete');
  const [asking, setAsking] = useState<'move' | 'delete'>();
  const close = () => setAsking(undefined);
  const { run, busy } = useBulk(done, close);
  const dialog = { contents, isBusy: busy !== undefined, onClose: close };
  const failed = contents.filter(({ status }) => status === 'error');
  // Only pages and sitemaps can be read again.
  const read = contents.filter(isRead);
  const some = read.length < contents.length ? ` (${read.length})` : '';
  const isBusy = busy !== undefined;
  const weekly = (action: 'weekly' | 'unweekly', weeklySync: boolean) =>
    canEdit &&
    read.some((content) => content.weeklySync !== weeklySync) &&
    button(action, t(`contents.bulk.${weeklySync ? 'followWeekly' : 'leaveWeekly'}`) + some, () =>
      run(action, read, { weeklySync }),
    );
  const button = (action: BulkAction, label: string, onClick: () => void) => (
    <Button disabled={isBusy} loading={busy === action && asking === undefined} onClick={onClick}>
      {label}
    </Button>
  );
  return (
    <>
      {canEdit && button('enabled', t('contents.bulk.enable'), () => run('enabled', contents, { enabled: true }))}
      {canEdit && button('disabled', t('contents.bulk.disable'), () => run('disabled', contents, { enabled: false }))}
      {weekly('weekly', true)}
      {weekly('unweekly', false)}
      {canRetry &&
        failed.length > 0 &&
        button('retried', t('contents.bulk.retry', { count: failed.length }), () => run('retried', failed))}
      {canEdit && contexts.length > 1 && button('moved', t('contents.bulk.move'), () => setAsking('move'))}
      {canDelete && (
        <Button danger disabled={isBusy} onClick={() => setAsking('delete')}>
          {t('contents.bulk.delete')}
        </Button>
      )}
      {asking === 'move' && (
        <MoveDialog {...dialog} onMove={({ id, name }) => run('moved', contents, { contextId: id }, name)} />
      )}
      {asking === 'delete' && <RemovalDialog {...dialog} onRemove={(pages) => run('deleted', contents, { pages })} />}
    </>
  );
}

interface BulkQuestion {
  contents: readonly Content[];
  isBusy: boolean;
  onClose: () => void;
}

function RemovalDialog(props: BulkQuestion & { onRemove: (pages: PagesOnDelete) => void }) {
  const { contents } = props;
  const [pagesOnDelete, setPagesOnDelete] = useState<PagesOnDelete>('keep');
  const count = contents.length;
  const words = contents.reduce((sum, content) => sum + content.words, 0);
  const pages = contents.reduce((sum, content) => sum + content.pages, 0);
  return (
    <Modal
      open
      title={t('contents.bulk.title', { count, name: contents[0]?.title })}
      onCancel={props.onClose}
      okText={t('contents.bulk.delete')}
      okButtonProps={{ danger: true }}
      confirmLoading={props.isBusy}
      onOk={() => props.onRemove(pagesOnDelete)}
    >
      {count > 1 && <NamedRows names={contents.map(({ title }) => title)} />}
      <p>
        {words > 0
          ? t('contents.bulk.lost', { count: words, formatted: formatCount(words) })
          : t('contents.bulk.text', { count })}
      </p>
      {pages > 0 && <PagesOnDeleteChoice pages={pages} value={pagesOnDelete} onChange={setPagesOnDelete} />}
    </Modal>
  );
}

/** Asks which context the contents move to, and explains what changes. */
function MoveDialog(props: BulkQuestion & { onMove: (context: SessionContext) => void }) {
  const { contexts } = useCurrentContext();
  const [target, setTarget] = useState<string | null>(null);
  const { contents } = props;
  const left = new Set(contents.map(({ contextId }) => contextId));
  const destination = contexts.find(({ id }) => id === target);
  return (
    <Modal
      open
      title={t('contents.bulk.moveTitle', { count: contents.length, name: contents[0]?.title })}
      onCancel={props.onClose}
      okText={t('contents.bulk.move')}
      okButtonProps={{ disabled: !destination }}
      confirmLoading={props.isBusy}
      onOk={() => destination && props.onMove(destination)}
    >
      <Form layout="vertical">
        <Form.Item label={t('contents.bulk.moveTo')}>
          <ChoiceSelect
            aria-label={t('contents.bulk.moveTo')}
            placeholder={t('contents.bulk.movePlaceholder')}
            value={target}
            onChange={setTarget}
            // A context that has all the selected contents already cannot be chosen.
            options={contextOptions(contexts, ({ id }) => left.size === 1 && left.has(id))}
          />
        </Form.Item>
      </Form>
      <p className="cell-quiet">{t('contents.bulk.moveText')}</p>
    </Modal>
  );
}
