import { useInvalidate } from '@refinedev/core';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { BulkOutcome, PagesOnDelete } from '../../../../shared/contents.ts';
import { type Content, isRead } from '../../../components/content-kinds.ts';
import { formatCount } from '../../../components/format.ts';
import { Modal } from '../../../components/modal.tsx';
import { sentenceOf } from '../../../components/notices.ts';
import { request } from '../../../http/client.ts';
import { notify } from '../../../providers/notification.tsx';
import { useAllowed } from '../../../providers/use-allowed.ts';
import { useCurrentContext } from '../../../session/current-context.tsx';
import { PagesFateChoice } from '../pages-fate.tsx';
import { MoveDialog } from './move-dialog.tsx';

/** Names that a confirmation or a toast tells one by one. */
const NAMED = 5;
const NAMED_IN_TOAST = 2;

type Act = 'enabled' | 'disabled' | 'weekly' | 'unweekly' | 'retried' | 'moved' | 'deleted';
type Body = { enabled?: boolean; weeklySync?: boolean; contextId?: string; pages?: PagesOnDelete };
const CALLS: Record<Act, string> = {
  enabled: 'bulk-edit',
  disabled: 'bulk-edit',
  weekly: 'bulk-edit',
  unweekly: 'bulk-edit',
  retried: 'bulk-retry',
  moved: 'bulk-edit',
  deleted: 'bulk-delete',
};

/** One call for all; what it came to is told as it is, with the names of those that could not be done. */
function useBulk(done: () => void) {
  const { t } = useTranslation();
  const invalidate = useInvalidate();
  const [busy, setBusy] = useState<Act>();
  const tell = (act: Act, { done: count, failed, missing }: BulkOutcome, place: string | undefined) => {
    const said = t(`contents.bulk.${act}`, { count, place });
    if (failed.length === 0 && missing === 0) return void notify({ type: 'success', message: said });
    const named = failed.slice(0, NAMED_IN_TOAST).map(({ title, message }) => `“${title}”: ${message}`);
    const others = failed.length - named.length;
    const detail = [
      ...named,
      ...(others > 0 ? [t('contents.bulk.more', { count: others })] : []),
      ...(missing > 0 ? [t('contents.bulk.missing', { count: missing })] : []),
    ];
    const counts = { done: count, total: count + failed.length + missing };
    notify({ type: 'error', message: t('contents.bulk.partly', counts), detail: detail.join(' ') });
  };
  const run = async (act: Act, contents: readonly Content[], body: Body = {}, place?: string) => {
    setBusy(act);
    try {
      const ids = contents.map(({ id }) => id);
      tell(
        act,
        await request<BulkOutcome>(`/contents/${CALLS[act]}`, { method: 'POST', body: { ids, ...body } }),
        place,
      );
      done();
    } catch (failure) {
      notify({ type: 'error', message: sentenceOf(t, failure) });
    } finally {
      void invalidate({ resource: 'contents', invalidates: ['list'] });
      setBusy(undefined);
    }
  };
  return { run, busy };
}

/** Enables, disables, has read again weekly or not, tries again, moves or deletes the chosen contents. */
export function BulkActions({ contents, done }: { contents: readonly Content[]; done: () => void }) {
  const { t } = useTranslation();
  const { contexts } = useCurrentContext();
  const [canEdit, canRetry, canDelete] = [
    useAllowed('contents', 'edit'),
    useAllowed('contents', 'retry'),
    useAllowed('contents', 'delete'),
  ];
  const { run, busy } = useBulk(done);
  const [asking, setAsking] = useState<'move' | 'delete'>();
  const close = () => setAsking(undefined);
  const failed = contents.filter(({ status }) => status === 'error');
  // Only pages and sitemaps are read again.
  const read = contents.filter(isRead);
  const some = read.length < contents.length ? ` (${read.length})` : '';
  const isBusy = busy !== undefined;
  const weekly = (act: 'weekly' | 'unweekly', weeklySync: boolean) =>
    canEdit &&
    read.some((content) => content.weeklySync !== weeklySync) &&
    button(
      act,
      t(`contents.bulk.${weeklySync ? 'followWeekly' : 'leaveWeekly'}`) + some,
      () => void run(act, read, { weeklySync }),
    );
  const button = (act: Act, label: string, onClick: () => void) => (
    <Button disabled={isBusy} loading={busy === act && asking === undefined} onClick={onClick}>
      {label}
    </Button>
  );
  return (
    <>
      {canEdit && button('enabled', t('contents.bulk.enable'), () => void run('enabled', contents, { enabled: true }))}
      {canEdit &&
        button('disabled', t('contents.bulk.disable'), () => void run('disabled', contents, { enabled: false }))}
      {weekly('weekly', true)}
      {weekly('unweekly', false)}
      {canRetry &&
        failed.length > 0 &&
        button('retried', t('contents.bulk.retry', { count: failed.length }), () => void run('retried', failed))}
      {canEdit && contexts.length > 1 && button('moved', t('contents.bulk.move'), () => setAsking('move'))}
      {canDelete && (
        <Button danger disabled={isBusy} onClick={() => setAsking('delete')}>
          {t('contents.bulk.delete')}
        </Button>
      )}
      <MoveDialog
        open={asking === 'move'}
        contents={contents}
        busy={busy === 'moved'}
        onClose={close}
        onMove={({ id, name }) => void run('moved', contents, { contextId: id }, name).finally(close)}
      />
      <RemovalDialog
        open={asking === 'delete'}
        contents={contents}
        busy={busy === 'deleted'}
        onClose={close}
        onRemove={(pages) => void run('deleted', contents, { pages }).finally(close)}
      />
    </>
  );
}

/** Names what goes, and says what is lost by it. */
function RemovalDialog(props: {
  open: boolean;
  contents: readonly Content[];
  busy: boolean;
  onClose: () => void;
  onRemove: (pages: PagesOnDelete) => void;
}) {
  const { t } = useTranslation();
  const { contents } = props;
  const [fate, setFate] = useState<PagesOnDelete>('keep');
  const count = contents.length;
  const words = contents.reduce((sum, content) => sum + content.words, 0);
  const pages = contents.reduce((sum, content) => sum + content.pages, 0);
  return (
    <Modal
      open={props.open}
      title={t('contents.bulk.title', { count, name: contents[0]?.title })}
      onCancel={props.onClose}
      okText={t('contents.bulk.delete')}
      okButtonProps={{ danger: true }}
      confirmLoading={props.busy}
      onOk={() => props.onRemove(fate)}
    >
      {count > 1 && (
        <ul className="doomed">
          {contents.slice(0, NAMED).map(({ id, title }) => (
            <li key={id}>{title}</li>
          ))}
          {count > NAMED && <li className="cell-quiet">{t('contents.bulk.more', { count: count - NAMED })}</li>}
        </ul>
      )}
      <p>
        {words > 0
          ? t('contents.bulk.lost', { count: words, written: formatCount(words) })
          : t('contents.bulk.text', { count })}
      </p>
      {pages > 0 && <PagesFateChoice pages={pages} fate={fate} onChange={setFate} />}
    </Modal>
  );
}
