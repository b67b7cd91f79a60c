import { z } from 'zod';
import { BULK_MOST } from './constants.ts';

/** Pages of a site that one call adds. */
export const LINKS_MOST = 5_000;
/** Questions that one table brings. */
export const SHEET_MAX_LINES = 2_000;
export const SHEET_MAX_BYTES = 4 * 1024 * 1024;

const ids = z.array(z.uuid()).min(1).max(BULK_MOST);

/** What becomes of the pages that a sitemap brought, when it is deleted. */
const PAGES_ON_DELETE = ['keep', 'remove'] as const;
export const pagesOnDelete = z.enum(PAGES_ON_DELETE);
export type PagesOnDelete = z.infer<typeof pagesOnDelete>;

/** POST /contents/bulk-edit. `contextId`: where they move to. What is left out stays as it is. */
export const bulkEditBody = z.object({
  ids,
  enabled: z.boolean().optional(),
  weeklySync: z.boolean().optional(),
  contextId: z.uuid().optional(),
});
/** POST /contents/bulk-retry. */
export const bulkRetryBody = z.object({ ids });
/** POST /contents/bulk-delete. */
export const bulkDeleteBody = z.object({ ids, pages: z.enum(PAGES_ON_DELETE).default('keep') });

/** What a call on several came to: all that could be done is done in one transaction, the others are named. */
export const bulkOutcome = z.object({
  done: z.int(),
  failed: z.array(z.object({ id: z.uuid(), title: z.string(), code: z.string(), message: z.string() })),
  /** Of those asked for, how many there are no more. */
  missing: z.int(),
});
export type BulkOutcome = z.infer<typeof bulkOutcome>;

/** Why a line of a table cannot become a question with its answer. */
export const SHEET_FAULTS = [
  'no_question',
  'no_answer',
  'question_too_long',
  'answer_too_long',
  'too_many_phrasings',
  'bad_phrasing',
  'one_column',
  'many_columns',
  'open_quote',
  'too_many_lines',
] as const;

/** POST /contents/faqs/check: a table of questions and answers as it was understood. */
export const faqSheet = z.object({
  lines: z.array(
    z.object({
      /** Of the table, from 1; of a record over several lines, the first. */
      line: z.int(),
      question: z.string(),
      answer: z.string(),
      phrasings: z.array(z.string()),
      fault: z.object({ code: z.enum(SHEET_FAULTS), message: z.string() }).nullable(),
      /** The question stands in this line of the table already, or in this content of the context. */
      sameAs: z.object({ line: z.int().nullable(), contentId: z.uuid().nullable() }).nullable(),
    }),
  ),
  separator: z.enum(['tab', 'semicolon', 'comma']),
  hasHeading: z.boolean(),
  /** How many contents the plan has room for; null: any number. */
  room: z.int().nullable(),
});
export type FaqSheet = z.infer<typeof faqSheet>;
export type FaqSheetLine = FaqSheet['lines'][number];

/** What becomes of questions that the context has already: theirs is the last word, or the table's. */
export const onKnownFile = z.enum(['keep', 'replace']);
export type OnKnownFile = z.infer<typeof onKnownFile>;

/** POST /contents/faqs. */
export const faqsAdded = z.object({
  added: z.int(),
  replaced: z.int(),
  kept: z.int(),
  repeated: z.int(),
  faulty: z.int(),
});
export type FaqsAdded = z.infer<typeof faqsAdded>;

/** GET /contents/{id}/text: what answers now, in the order of reading. */
export const contentText = z.object({
  data: z.array(z.object({ heading: z.string().nullable(), page: z.int().nullable(), text: z.string() })),
  /** Passages in all. */
  total: z.int(),
  /** A newer version is being trained; this one answers meanwhile. */
  isOld: z.boolean(),
});
export type ContentText = z.infer<typeof contentText>;
