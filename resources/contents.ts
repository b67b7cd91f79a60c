import { DAMAGES } from '../src/shared/constants.ts';
import { choice, count, longText, moment, reference, text, toggle } from './kit/field.ts';
import { defineResource } from './kit/resource.ts';

export const CONTENT_TYPES = ['FILE', 'LINK', 'FAQ', 'SITEMAP'] as const;
export const CONTENT_FORMATS = ['pdf', 'txt', 'doc', 'docx', 'html', 'faq'] as const;

/** The knowledge of the assistant: files, web pages, sitemaps and FAQs. */
export const contents = defineResource({
  name: 'contents',
  scope: 'context',
  title: 'title',
  path: '/knowledge-base/content',
  menu: { under: 'knowledge-base', icon: 'content', order: 10 },
  fields: {
    title: text({ readOnly: true, max: 500 }),
    type: choice(CONTENT_TYPES, { readOnly: true }),
    format: choice(CONTENT_FORMATS, { readOnly: true }),
    status: choice({ pending: 'waiting', working: 'moving', done: 'good', error: 'bad' }, { readOnly: true }),
    /** Why the training failed, as a sentence; only with the status `error`. */
    reason: text({ readOnly: true, optional: true, max: 500 }),
    /** Trained but not in use: the results of test questions got worse, so a user has to decide first. */
    isHeld: toggle({ readOnly: true }),
    question: text({ max: 500, optional: true }),
    answer: longText({ max: 5_000, optional: true }),
    /** The FAQ in use while a change of the two fields above is being trained or held; null without a change. */
    questionNow: text({ readOnly: true, optional: true, max: 500 }),
    answerNow: longText({ readOnly: true, optional: true, max: 5_000 }),
    url: text({ readOnly: true, optional: true, max: 2_048 }),
    fileName: text({ readOnly: true, optional: true }),
    words: count({ readOnly: true }),
    damage: choice(DAMAGES, { readOnly: true, optional: true }),
    /** The pages of a file that are pictures and were not read: `3, 21–60`; null if all were read. */
    unreadPages: text({ readOnly: true, optional: true }),
    enabled: toggle({ initial: true }),
    weeklySync: toggle({ initial: false }),
    syncedAt: moment({ readOnly: true, optional: true }),
    /** Why the last sync failed, as a sentence. The previous text stays in use. */
    syncFailure: text({ readOnly: true, optional: true, max: 500 }),
    /** When the sitemap stopped listing the page; null otherwise. */
    vanishedAt: moment({ readOnly: true, optional: true }),
    sitemapId: reference('contents', { readOnly: true, optional: true }),
    pages: count({ readOnly: true }),
    /** Its id in the customer's own program, unique in the context. */
    externalId: text({ readOnly: true, optional: true, max: 200 }),
    updatedAt: moment({ readOnly: true }),
  },
  list: {
    columns: ['title', 'format', 'status', 'updatedAt', 'enabled'],
    wideColumns: ['format'],
    search: ['title', 'url'],
    filters: ['type', 'status', 'enabled', 'sitemapId'],
    params: ['parents', 'sitemapId'],
    sort: '-updatedAt',
    views: { failed: { filters: { status: 'error' } }, paused: { filters: { enabled: 'false' } } },
    pollMs: 30_000,
  },
  actions: ['list', 'show', 'create', 'edit', 'delete', 'retry', 'capture', 'sync', 'import'],
});
