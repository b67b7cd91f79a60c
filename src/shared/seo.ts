import { z } from 'zod';

const seoCheck = z.object({
  id: z.string(),
  weight: z.int(),
  outcome: z.enum(['pass', 'warn', 'fail', 'none']),
  found: z.string(),
});
export type SeoCheck = z.infer<typeof seoCheck>;

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

const unansweredQuestion = z.object({
  question: z.string(),
  /** In the same or similar words. */
  count: z.int(),
  lastAt: z.iso.datetime({ offset: true }),
});
export type UnansweredQuestion = z.infer<typeof unansweredQuestion>;

export const seoEvaluation = z.object({
  contentId: z.uuid(),
  contextId: z.uuid(),
  title: z.string(),
  url: z.string(),
  latest: z
    .object({
      at: z.iso.datetime({ offset: true }),
      score: z.int().min(0).max(100),
      checks: z.array(seoCheck),
    })
    .nullable(),
  /** Only evaluations with other results, newest first. */
  history: z.array(z.object({ at: z.iso.datetime({ offset: true }), score: z.int() })),
  unanswered: z.array(unansweredQuestion),
});
export type SeoEvaluation = z.infer<typeof seoEvaluation>;

export const contentSync = z.object({
  id: z.uuid(),
  at: z.iso.datetime({ offset: true }),
  outcome: z.enum(['new', 'unchanged', 'changed', 'excluded', 'failed', 'vanished']),
  reason: z.string().nullable(),
  /** Lines with some context; for a sitemap, URLs. */
  difference: z.array(z.object({ kind: z.enum(['same', 'gone', 'new']), text: z.string() })).nullable(),
});
export type ContentSync = z.infer<typeof contentSync>;
