import { z } from 'zod';
import { MAX_BULK } from './constants.ts';

export const MAX_LINKS = 5_000;
export const SHEET_MAX_LINES = 2_000;
/** A table with more is refused as a whole; in a shorter one, lines above `SHEET_MAX_LINES` one by one. */
export const SHEET_MAX_LINES_READ = 5_000;
export const SHEET_MAX_BYTES = 4 * 1024 * 1024;

const ids = z.array(z.uuid()).min(1).max(MAX_BULK);

const PAGES_ON_DELETE = ['keep', 'remove'] as const;
export const pagesOnDelete = z.enum(PAGES_ON_DELETE);
export type PagesOnDelete = z.infer<typeof pagesOnDelete>;

/** Absent values stay. `contextId`: the target. */
export const bulkEditBody = z.object({
  ids,
  enabled: z.boolean().optional(),
  weeklySync: z.boolean().optional(),
  contextId: z.uuid().optional(),
});
export type BulkEdit = z.infer<typeof bulkEditBody>;
export const bulkIds = z.object({ ids });
export const bulkDeleteBody = z.object({ ids, pages: z.enum(PAGES_ON_DELETE).default('keep') });

/** Everything possible is done in one transaction, the rest is listed. */
export const bulkOutcome = z.object({
  done: z.int(),
  failed: z.array(z.object({ id: z.uuid(), title: z.string(), code: z.string(), message: z.string() })),
  missing: z.int(),
});
export type BulkOutcome = z.infer<typeof bulkOutcome>;

const SHEET_FAULTS = [
  'no_question',
  'no_answer',
  'question_too_long',
  'answer_too_long',
  'too_many_phrasings',
  'bad_phrasing',
  'one_column',
  'many_columns',
  'price_list',
  'open_quote',
  'line_too_long',
  'too_many_lines',
] as const;
export type SheetFault = (typeof SHEET_FAULTS)[number];

export const faqSheet = z.object({
  lines: z.array(
    z.object({
      /** From 1; for a record over several lines, the first. */
      line: z.int(),
      /** When several sheets of an Excel file are read. */
      sheet: z.string().nullable(),
      question: z.string(),
      answer: z.string(),
      phrasings: z.array(z.string()),
      fault: z.object({ code: z.enum(SHEET_FAULTS), message: z.string() }).nullable(),
      sameAs: z
        .object({ line: z.int().nullable(), sheet: z.string().nullable(), contentId: z.uuid().nullable() })
        .nullable(),
    }),
  ),
  separator: z.enum(['tab', 'semicolon', 'comma']),
  hasHeading: z.boolean(),
  /** Names, or an example of each without a heading; columns count from 0. */
  columns: z.object({
    names: z.array(z.string()),
    question: z.int(),
    answer: z.int(),
    phrasings: z.int().nullable(),
  }),
  sheets: z.array(z.object({ name: z.string(), isHidden: z.boolean(), rows: z.int(), isRead: z.boolean() })),
  hidden: z.object({ rows: z.int(), columns: z.array(z.string()), isRead: z.boolean() }),
  room: z.int().nullable(),
});
export type FaqSheet = z.infer<typeof faqSheet>;
export type FaqSheetLine = FaqSheet['lines'][number];

const columnNumber = z.coerce.number().int().min(0).max(255).optional();
/** Columns count from 0; the heading decides what is left open. */
export const sheetChoice = z.object({
  questionColumn: columnNumber,
  answerColumn: columnNumber,
  phrasingsColumn: columnNumber,
  hasHeading: z.enum(['true', 'false']).optional(),
  /** Places in `sheets`, from 0. */
  sheets: z
    .string()
    .regex(/^\d{1,4}(?:,\d{1,4}){0,255}$/)
    .meta({ examples: ['0,2'] })
    .optional(),
  readsHidden: z.enum(['true', 'false']).optional(),
});
export type SheetChoice = z.infer<typeof sheetChoice>;

export const onKnownFile = z.enum(['keep', 'replace']);
export type OnKnownFile = z.infer<typeof onKnownFile>;

export const faqsAdded = z.object({
  added: z.int(),
  replaced: z.int(),
  kept: z.int(),
  repeated: z.int(),
  faulty: z.int(),
});
export type FaqsAdded = z.infer<typeof faqsAdded>;

export const contentText = z.object({
  data: z.array(z.object({ heading: z.string().nullable(), page: z.int().nullable(), text: z.string() })),
  total: z.int(),
  isOld: z.boolean(),
});
export type ContentText = z.infer<typeof contentText>;
