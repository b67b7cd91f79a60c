import { type HttpError, useDelete } from '@refinedev/core';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PagesOnDelete } from '../../../shared/contents.ts';
import type { Content } from '../../components/content-kinds.ts';
import { formatCount } from '../../components/format.ts';
import { Modal } from '../../components/modal.tsx';
import { successNotice } from '../../components/notices.ts';
import { QUERY } from '../../providers/data.ts';
import type { Row } from '../../resource/use-list-table.ts';

/** Loaded on demand: only sitemaps have pages. */
const PagesOnDeleteChoice = lazy(async () => ({
  default: (await import('./pages-on-delete.tsx')).PagesOnDeleteChoice,
}));

/** Confirms the deletion of a content and explains what is lost. For a sitemap, asks what happens to its pages. */
export function ContentRemoval(props: { content: Content | undefined; onClose: () => void; onDone?: () => void }) {
  const { content, onClose, onDone } = props;
  const { t } = useTranslation();
  const { mutate, mutation } = useDelete<Row, HttpError>();
  const [pagesOnDelete, setPagesOnDelete] = useState<PagesOnDelete>('keep');
  // The next sitemap starts with the safe choice.
  useEffect(() => setPagesOnDelete('keep'), [content?.id]);
  // A closing dialog keeps its text.
  if (!content) return <Modal open={false} />;

  const { id, title: name, type, words, pages } = content;
  const asksPages = type === 'SITEMAP' && pages > 0;
  const remove = () =>
    mutate(
      {
        resource: 'contents',
        id,
        meta: { [QUERY]: asksPages ? { pages: pagesOnDelete } : undefined },
        successNotification: successNotice(t('resource.deleted', { name })),
      },
      { onSuccess: onDone, onSettled: onClose },
    );
  const lost = type === 'SITEMAP' ? 'sitemap' : words > 0 ? 'words' : 'text';
  return (
    <Modal
      open
      title={t('contents.delete.title', { name })}
      onCancel={onClose}
      okText={t('contents.delete.action')}
      okButtonProps={{ danger: true }}
      confirmLoading={mutation.isPending}
      onOk={remove}
    >
      <p>{t(`contents.delete.${lost}`, { count: words, formatted: formatCount(words) })}</p>
      {asksPages && (
        <Suspense fallback={null}>
          <PagesOnDeleteChoice pages={pages} value={pagesOnDelete} onChange={setPagesOnDelete} />
        </Suspense>
      )}
    </Modal>
  );
}
