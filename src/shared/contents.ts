import { z } from 'zod';
import { MAX_BULK } from './constants.ts';

/** Maximum number of pages added in one call. */
export const MAX_LINKS = 5_000;
/** Limits of a FAQ sheet. */
export const SHEET_MAX_LINES = 2_000;
/**
 * A table with more lines than `SHEET_MAX_LINES_READ` is refused as a whole. In a shorter one, the lines above
 * `SHEET_MAX_LINES` are refused one by one.
 */
export const SHEET_MAX_LINES_READ = 5_000;
export const SHEET_MAX_BYTES = 4 * 1024 * 1024;

const ids = z.array(z.uuid()).min(1).max(MAX_BULK);

/** What to do with a sitemap's pages when it is deleted. */
const PAGES_ON_DELETE = ['keep', 'remove'] as const;
export const pagesOnDelete = z.enum(PAGES_ON_DELETE);
export type PagesOnDelete = z.infer<typeof pagesOnDelete>;

/** POST /contents/bulk-edit. `contextId`: the target context. Absent values stay. */
export const bulkEditBody = z.object({
  ids,
  enabled: z.boolean().optional(),
  weeklySync: z.boolean().optional(),
  contextId: z.uuid().optional(),
});
/** POST /contents/bulk-retry. */
export const bulkIds = z.object({ ids });
/** POST /contents/bulk-delete. */
export const bulkDeleteBody = z.object({ ids, pages: z.enum(PAGES_ON_DELETE).default('keep') });

/** Result of a bulk operation: everything possible is done in one transaction, the rest is listed. */
export const bulkOutcome = z.object({
  done: z.int(),
  failed: z.array(z.object({ id: z.uuid(), title: z.string(), code: z.string(), message: z.string() })),
  /** How many of the requested contents no longer exist. */
  missing: z.int(),
});
export type BulkOutcome = z.infer<typeof bulkOutcome>;

/** Why a line of the sheet cannot become a FAQ. */
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
  'line_too_long',
  'too_many_lines',
] as const;
export type SheetFault = (typeof SHEET_FAULTS)[number];

/** POST /contents/faqs/check: the parsed sheet. */
export const faqSheet = z.object({
  lines: z.array(
    z.object({
      /** Line number in the sheet, starting at 1; for a record over several lines, the first. */
      line: z.int(),
      /** The sheet's name, when several sheets of an Excel file are read. */
      sheet: z.string().nullable(),
      question: z.string(),
      answer: z.string(),
      phrasings: z.array(z.string()),
      fault: z.object({ code: z.enum(SHEET_FAULTS), message: z.string() }).nullable(),
      /** The same question is in this line of the sheet, or in this content of the context. */
      sameAs: z
        .object({ line: z.int().nullable(), sheet: z.string().nullable(), contentId: z.uuid().nullable() })
        .nullable(),
    }),
  ),
  separator: z.enum(['tab', 'semicolon', 'comma']),
  hasHeading: z.boolean(),
  /** The names of its columns, or an example of each without a heading; and which of them, from 0, hold what. */
  columns: z.object({
    names: z.array(z.string()),
    question: z.int(),
    answer: z.int(),
    phrasings: z.int().nullable(),
  }),
  /** The sheets of an Excel file that are not empty, in their order. */
  sheets: z.array(z.object({ name: z.string(), isHidden: z.boolean(), rows: z.int(), isRead: z.boolean() })),
  /** What is hidden in those that are read: how many rows, and the names of the columns. */
  hidden: z.object({ rows: z.int(), columns: z.array(z.string()), isRead: z.boolean() }),
  /** How many more contents the plan allows; null for no limit. */
  room: z.int().nullable(),
});
export type FaqSheet = z.infer<typeof faqSheet>;
export type FaqSheetLine = FaqSheet['lines'][number];

const columnNumber = z.coerce.number().int().min(0).max(255).optional();
/** How the owner reads a sheet: what its columns hold, counted from 0. Its heading decides what is left open. */
export const sheetChoice = z.object({
  questionColumn: columnNumber,
  answerColumn: columnNumber,
  phrasingsColumn: columnNumber,
  hasHeading: z.enum(['true', 'false']).optional(),
  /** Which sheets are read: their places in `sheets`, from 0, separated by commas. */
  sheets: z
    .string()
    .regex(/^\d{1,4}(?:,\d{1,4}){0,255}$/)
    .meta({ examples: ['0,2'] })
    .optional(),
  readsHidden: z.enum(['true', 'false']).optional(),
});
export type SheetChoice = z.infer<typeof sheetChoice>;

/** What to do with questions that the context already has: keep them, or replace them with the sheet's. */
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

/** GET /contents/{id}/text: the text in use, in reading order. */
export const contentText = z.object({
  data: z.array(z.object({ heading: z.string().nullable(), page: z.int().nullable(), text: z.string() })),
  /** Number of passages. */
  total: z.int(),
  /** A newer version is being trained; this one stays in use meanwhile. */
  isOld: z.boolean(),
});
export type ContentText = z.infer<typeof contentText>;
