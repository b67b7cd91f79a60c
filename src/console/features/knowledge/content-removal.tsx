import { useInvalidate, useNotification } from '@refinedev/core';
import { lazy, Suspense, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PagesOnDelete } from '../../../shared/contents.ts';
import type { Content } from '../../components/content-kinds.ts';
import { formatCount } from '../../components/format.ts';
import { Modal } from '../../components/modal.tsx';
import { failureNotice } from '../../components/notices.ts';
import { request } from '../../http/client.ts';
import './knowledge.css';

/** Sitemaps alone have pages. */
const PagesFateChoice = lazy(async () => ({ default: (await import('./pages-fate.tsx')).PagesFateChoice }));

/** Asks before a content is deleted, with what is lost by it; of a sitemap, also what becomes of its pages. */
export function ContentRemoval(props: { content: Content | undefined; onClose: () => void; onDone?: () => void }) {
  const { t } = useTranslation();
  const { open } = useNotification();
  const invalidate = useInvalidate();
  const [fate, setFate] = useState<PagesOnDelete>('keep');
  const [isBusy, setBusy] = useState(false);
  // While the dialog fades out it goes on saying what it said.
  const said = useRef<Content>(undefined);
  if (props.content) said.current = props.content;
  const { title: name = '', type, words = 0, pages = 0 } = said.current ?? {};
  const asksPages = type === 'SITEMAP' && pages > 0;
  const remove = async ({ id }: Content) => {
    setBusy(true);
    try {
      await request(`/contents/${id}`, { method: 'DELETE', query: asksPages ? { pages: fate } : undefined });
      open?.({ type: 'success', message: t('resource.deleted', { name }) });
      props.onDone?.();
    } catch (failure) {
      open?.(failureNotice(t)(failure));
    } finally {
      void invalidate({ resource: 'contents', invalidates: ['list'] });
      setBusy(false);
      props.onClose();
    }
  };
  const lost = type === 'SITEMAP' ? 'sitemap' : words > 0 ? 'words' : 'text';
  return (
    <Modal
      open={props.content !== undefined}
      title={t('contents.delete.title', { name })}
      onCancel={props.onClose}
      okText={t('contents.delete.action')}
      okButtonProps={{ danger: true }}
      confirmLoading={isBusy}
      onOk={() => props.content && void remove(props.content)}
    >
      <p>{t(`contents.delete.${lost}`, { count: words, written: formatCount(words) })}</p>
      {asksPages && (
        <Suspense fallback={null}>
          <PagesFateChoice pages={pages} fate={fate} onChange={setFate} />
        </Suspense>
      )}
    </Modal>
  );
}
