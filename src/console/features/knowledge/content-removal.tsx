import { lazy, Suspense, useEffect, useState } from 'react';
import { contents } from '../../../../resources/contents.ts';
import type { PagesOnDelete } from '../../../shared/contents.ts';
import { formatCount } from '../../../shared/format.ts';
import type { Content } from '../../components/content-kinds.ts';
import { t } from '../../providers/i18n.ts';
import { DeleteDialog } from '../../resource/delete-dialog.tsx';

/** Loaded on demand: only sitemaps have pages. */
const PagesOnDeleteChoice = lazy(async () => ({
  default: (await import('./pages-on-delete.tsx')).PagesOnDeleteChoice,
}));

/** Confirms the deletion of a content and explains what is lost. For a sitemap, asks what happens to its pages. */
export function ContentRemoval(props: { content: Content | undefined; onClose: () => void; onDone?: () => void }) {
  const { content, onClose, onDone } = props;
  const [pagesOnDelete, setPagesOnDelete] = useState<PagesOnDelete>('keep');
  // The next sitemap starts with the safe choice.
  useEffect(() => setPagesOnDelete('keep'), [content?.id]);
  const { type, words = 0, pages = 0 } = content ?? {};
  const asksPages = type === 'SITEMAP' && pages > 0;
  const lost = type === 'SITEMAP' ? 'sitemap' : words > 0 ? 'words' : 'text';
  return (
    <DeleteDialog
      resource={contents}
      row={content}
      nameOf={({ title }) => title}
      query={asksPages ? { pages: pagesOnDelete } : undefined}
      text={t(`contents.delete.${lost}`, { count: words, formatted: formatCount(words) })}
      onClose={onClose}
      onDone={onDone}
    >
      {asksPages && (
        <Suspense fallback={null}>
          <PagesOnDeleteChoice pages={pages} value={pagesOnDelete} onChange={setPagesOnDelete} />
        </Suspense>
      )}
    </DeleteDialog>
  );
}
