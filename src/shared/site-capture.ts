import { z } from 'zod';

const foundPage = z.object({
  url: z.string(),
  title: z.string(),
  words: z.int(),
  depth: z.int(),
  /** `excluded`: the site asks not to read or store the page. */
  status: z.enum(['read', 'failed', 'excluded']),
  reason: z.string().optional(),
  /** The page is the one at the address `of` in another language. */
  translation: z.object({ language: z.string().nullable(), of: z.string() }).optional(),
  /** Preselected, within the room that the plan leaves. */
  chosen: z.boolean(),
  /** The page is already a content. Adding it reads it again and uses no room. */
  isKept: z.boolean(),
});
export type FoundPage = z.infer<typeof foundPage>;

/** A search for the pages of a site. */
export const captureState = z.object({
  id: z.uuid(),
  /** The context that the pages are added to. */
  contextId: z.uuid(),
  url: z.string(),
  status: z.enum(['pending', 'working', 'done', 'error']),
  reason: z.string().nullable(),
  found: z.int(),
  read: z.int(),
  failed: z.int(),
  excluded: z.int(),
  kept: z.int(),
  /** The plan's limit, and how many more fit now. */
  limit: z.int(),
  room: z.int(),
  /** Pages listed, and the content that follows them, if any. */
  sitemap: z.object({ pages: z.int(), contentId: z.uuid().nullable() }).nullable(),
  pages: z.array(foundPage),
});
export type SiteCapture = z.infer<typeof captureState>;
