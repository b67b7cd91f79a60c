import { z } from 'zod';
import { webAddress } from '../../../../resources/kit/schema.ts';
import { ownAppearance } from '../../../shared/appearance.ts';
import { IMAGE_PARTS } from '../../../shared/appearance-editing.ts';
import { FILE_FORMATS, FILE_MAX_BYTES, TITLE_MAX } from '../../../shared/constants.ts';
import { phrasingTexts } from '../../../shared/phrasings.ts';
import { LINE_MAX, LINES_MAX } from '../../../shared/records.ts';
import { faqBody } from '../../../shared/rules.ts';

/* JSON Lines without ids, so the file fits any account. docs/base-file.md describes it for others. */

export const BASE_FORMAT = 'prosa-base';
/** Raise it when older versions would misread a line. */
export const BASE_VERSION = 1;

const PASSAGES_MAX = 100_000;

const title = z.string().trim().min(1).max(TITLE_MAX);
/** SHA-256 (hex) of a file or a page's text: tells whether it has changed. */
const digest = z
  .string()
  .regex(/^[0-9a-f]{64}$/)
  .nullable();
const passage = z.strictObject({
  heading: z.string().nullable(),
  page: z.int().min(1).max(1_000_000).nullable(),
  text: z.string().min(1),
  /** Numbers count once a correction confirms them. */
  isFromPicture: z.literal(true).optional(),
});
const correction = z.strictObject({
  heading: z.string(),
  line: z.string().min(1),
  text: z.string().min(1).max(LINE_MAX).nullable(),
  isUsed: z.boolean(),
});
/** The first ones; lines of kind `passages` bring the others. */
const text = {
  passages: z.array(passage),
  passageCount: z.int().min(0).max(PASSAGES_MAX),
  corrections: z.array(correction).max(LINES_MAX).optional(),
};

const header = z.strictObject({
  kind: z.literal('base'),
  format: z.literal(BASE_FORMAT),
  version: z.int().min(1),
  exportedAt: z.iso.datetime(),
  name: z.string(),
});
const appearance = z.strictObject({
  kind: z.literal('appearance'),
  appearance: ownAppearance.omit({ person: true, images: true }).strict(),
  images: z.partialRecord(z.enum(IMAGE_PARTS), z.base64()),
});
const hyperlink = z.strictObject({
  kind: z.literal('hyperlink'),
  word: z.string().trim().min(1).max(80),
  link: webAddress(),
  caseSensitive: z.boolean(),
});
const faq = z.strictObject({
  kind: z.literal('faq'),
  question: faqBody.shape.question,
  answer: faqBody.shape.answer,
  enabled: z.boolean(),
  phrasings: phrasingTexts,
});
const page = z.strictObject({
  kind: z.literal('page'),
  title,
  url: webAddress(),
  enabled: z.boolean(),
  weeklySync: z.boolean(),
  digest,
  sitemap: webAddress().nullable(),
  phrasings: phrasingTexts,
  ...text,
});
const sitemap = z.strictObject({
  kind: z.literal('sitemap'),
  title,
  url: webAddress(),
  enabled: z.boolean(),
  weeklySync: z.boolean(),
});
const file = z.strictObject({
  kind: z.literal('file'),
  title,
  fileName: title,
  format: z.enum(FILE_FORMATS),
  enabled: z.boolean(),
  digest,
  phrasings: phrasingTexts,
  /** Brought by lines of kind `bytes`; 0 once trained, because the original is deleted then. */
  byteCount: z.int().min(0).max(FILE_MAX_BYTES),
  ...text,
});
/** They continue the page or file before them, so that no line gets long. */
const passages = z.strictObject({ kind: z.literal('passages'), passages: z.array(passage).min(1) });
const bytes = z.strictObject({ kind: z.literal('bytes'), base64: z.base64().min(1) });

export const baseLine = z.discriminatedUnion('kind', [
  header,
  appearance,
  hyperlink,
  faq,
  page,
  sitemap,
  file,
  passages,
  bytes,
]);
export type BaseLine = z.infer<typeof baseLine>;
type LineOf<Kind extends BaseLine['kind']> = Extract<BaseLine, { kind: Kind }>;

type HeaderLine = LineOf<'base'>;
export type AppearanceLine = LineOf<'appearance'>;
export type HyperlinkLine = LineOf<'hyperlink'>;
export type FaqLine = LineOf<'faq'>;
export type PageLine = LineOf<'page'>;
export type SitemapLine = LineOf<'sitemap'>;
export type FileLine = LineOf<'file'>;
/** No continuation: with all passages and bytes. */
export type BaseItem =
  HeaderLine | AppearanceLine | HyperlinkLine | FaqLine | PageLine | SitemapLine | (FileLine & { bytes: Buffer });
