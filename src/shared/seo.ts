import { z } from 'zod';

/** A check of a page. `found` is a value read from the page; the console has its texts (`seo` in the locale). */
const seoCheck = z.object({
  id: z.string(),
  weight: z.int(),
  outcome: z.enum(['pass', 'warn', 'fail', 'none']),
  found: z.string(),
});
export type SeoCheck = z.infer<typeof seoCheck>;

/** Ids of the checks; their texts are in `seo.checks` of the locale. */
export const SEO_CHECKS = [
  'indexable',
  'title',
  'title-length',
  'title-unique',
  'description',
  'description-length',
  'description-unique',
  'heading-1',
  'heading-order',
  'canonical',
  'language',
  'viewport',
  'structured-data',
  'image-alt',
  'image-size',
  'link-text',
  'crawlable-links',
  'internal-links',
  'words',
  'javascript',
  'address',
  'https',
  'redirects',
  'social-preview',
  'charset',
  'plugins',
  'hreflang',
  'meta-refresh',
  'snippet',
  'favicon',
] as const;
export type SeoCheckId = (typeof SEO_CHECKS)[number];

/** An unanswered visitor's question that is closest to this page. */
const unansweredQuestion = z.object({
  question: z.string(),
  /** How often it was asked, in the same or similar words. */
  count: z.int(),
  lastAt: z.iso.datetime({ offset: true }),
});
export type UnansweredQuestion = z.infer<typeof unansweredQuestion>;

/** GET /seo-evaluations/{contentId}. */
export const seoEvaluation = z.object({
  contentId: z.uuid(),
  contextId: z.uuid(),
  title: z.string(),
  url: z.string(),
  /** Null until the page has been read. */
  latest: z
    .object({
      at: z.iso.datetime({ offset: true }),
      score: z.int().min(0).max(100),
      checks: z.array(seoCheck),
    })
    .nullable(),
  /** Scores of earlier evaluations with other results, newest first. */
  history: z.array(z.object({ at: z.iso.datetime({ offset: true }), score: z.int() })),
  unanswered: z.array(unansweredQuestion),
});
export type SeoEvaluation = z.infer<typeof seoEvaluation>;

/** GET /contents/{id}/syncs: result of a sync. */
export const contentSync = z.object({
  id: z.uuid(),
  at: z.iso.datetime({ offset: true }),
  outcome: z.enum(['new', 'unchanged', 'changed', 'excluded', 'failed', 'vanished']),
  reason: z.string().nullable(),
  /** Removed and added lines with some context; for a sitemap, URLs. */
  difference: z.array(z.object({ kind: z.enum(['same', 'gone', 'new']), text: z.string() })).nullable(),
});
export type ContentSync = z.infer<typeof contentSync>;
