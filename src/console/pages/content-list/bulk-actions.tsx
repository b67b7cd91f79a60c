import { useInvalidate, useNotification } from '@refinedev/core';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { request } from '../../http/client.ts';
import { Dialog } from '../../resource/dialog.tsx';
import { sentenceOf } from '../../resource/notices.ts';
import { useMay } from '../../resource/use-may.ts';
import type { Content } from './content-list-page.tsx';

/** Calls under way at once. */
const AT_ONCE = 4;
/** Names that a confirmation tells one by one. */
const NAMED = 5;

/** Runs one call for each, a few at a time; answers the failures, in order. */
async function forEach<T>(all: readonly T[], act: (one: T) => Promise<unknown>): Promise<unknown[]> {
  const failures: unknown[] = [];
  const left = [...all];
  const work = async () => {
    for (let one = left.shift(); one !== undefined; one = left.shift()) {
      await act(one).catch((failure: unknown) => failures.push(failure));
    }
  };
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, all.length) }, work));
  return failures;
}

type Act = 'enabled' | 'disabled' | 'deleted';
const CALLS: Record<Act, (content: Content) => Promise<unknown>> = {
  enabled: ({ id }) => request(`/contents/${id}`, { method: 'PUT', body: { enabled: true } }),
  disabled: ({ id }) => request(`/contents/${id}`, { method: 'PUT', body: { enabled: false } }),
  deleted: ({ id }) => request(`/contents/${id}`, { method: 'DELETE' }),
};

function useBulk(contents: readonly Content[], done: () => void) {
  const { t } = useTranslation();
  const { open } = useNotification();
  const invalidate = useInvalidate();
  const [busy, setBusy] = useState<Act>();
  const run = async (act: Act) => {
    setBusy(act);
    const failures = await forEach(contents, CALLS[act]);
    const total = contents.length;
    if (failures.length === 0) {
      open?.({ type: 'success', message: t(`contents.bulk.${act}`, { count: total }) });
    } else {
      const counts = { done: total - failures.length, total, reason: sentenceOf(t, failures[0]) };
      open?.({ type: 'error', message: t('contents.bulk.partly', counts) });
    }
    await invalidate({ resource: 'contents', invalidates: ['list'] });
    setBusy(undefined);
    done();
  };
  return { run, busy };
}

/** Enables, disables or deletes the chosen contents. */
export function BulkActions({ contents, done }: { contents: readonly Content[]; done: () => void }) {
  const { t } = useTranslation();
  const mayEdit = useMay('contents', 'edit');
  const mayDelete = useMay('contents', 'delete');
  const { run, busy } = useBulk(contents, done);
  const [isAsking, setAsking] = useState(false);
  const count = contents.length;
  const isBusy = busy !== undefined;
  return (
    <>
      {mayEdit && (
        <>
          <Button disabled={isBusy} loading={busy === 'enabled'} onClick={() => void run('enabled')}>
            {t('contents.bulk.enable')}
          </Button>
          <Button disabled={isBusy} loading={busy === 'disabled'} onClick={() => void run('disabled')}>
            {t('contents.bulk.disable')}
          </Button>
        </>
      )}
      {mayDelete && (
        <Button danger disabled={isBusy} onClick={() => setAsking(true)}>
          {t('contents.bulk.delete')}
        </Button>
      )}
      <Dialog
        open={isAsking}
        title={t('contents.bulk.title', { count, name: contents[0]?.title })}
        onClose={() => setAsking(false)}
        action={{
          label: t('contents.bulk.delete'),
          danger: true,
          busy: busy === 'deleted',
          onClick: () => void run('deleted').finally(() => setAsking(false)),
        }}
      >
        {count > 1 && (
          <ul className="doomed">
            {contents.slice(0, NAMED).map(({ id, title }) => (
              <li key={id}>{title}</li>
            ))}
            {count > NAMED && <li className="cell-quiet">{t('contents.bulk.more', { count: count - NAMED })}</li>}
          </ul>
        )}
        <p>{t('contents.bulk.text', { count })}</p>
      </Dialog>
    </>
  );
}
