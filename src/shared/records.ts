import { z } from 'zod';
import { UNDERSTOOD_KINDS } from './constants.ts';

/** Maximum length of a corrected line, in characters. */
export const LINE_MAX = 600;
/** Maximum number of lines that are listed. */
export const LINES_MAX = 500;

/** A line of a content's text with what was read from it, and how a person changed it. */
export const understoodLine = z.object({
  id: z.string(),
  /** Null if nothing is read from the line any more. */
  kind: z.enum(UNDERSTOOD_KINDS).nullable(),
  /** The innermost heading above the line; empty without one. */
  heading: z.string(),
  /** The page of a file, from 1. */
  page: z.int().nullable(),
  /** The line as it is in the text. */
  line: z.string(),
  /** What was understood, in words: of the corrected line if there is one. */
  understood: z.array(z.string()),
  /** What is said instead of the line; null if it was not corrected. */
  text: z.string().nullable(),
  /** Whether answers use the line. */
  isUsed: z.boolean(),
  /** Whether its numbers were read from a picture, and whether a person has confirmed or corrected them. */
  isFromPicture: z.boolean(),
  isConfirmed: z.boolean(),
  /** `changed`: the line has changed since its correction. `gone`: the text has no such line any more. */
  state: z.enum(['same', 'changed', 'gone']),
  version: z.string(),
});
export type UnderstoodLine = z.infer<typeof understoodLine>;

/** GET /contents/{id}/records. */
export const understoodLines = z.object({
  data: z.array(understoodLine),
  hasMore: z.boolean(),
  /** Number of lines with numbers from pictures that nobody has confirmed. */
  unconfirmed: z.int(),
});
export type UnderstoodLines = z.infer<typeof understoodLines>;

export const lineText = z.string().trim().min(1).max(LINE_MAX);
/** PUT /contents/{id}/records/{line}. Absent values stay. `version`: the one that the edit started from. */
export const lineCorrection = z.object({
  text: lineText.nullable().optional(),
  isUsed: z.boolean().optional(),
  /** Confirms what was read from a picture. */
  isConfirmed: z.literal(true).optional(),
  version: z.string().optional(),
});
export type LineCorrection = z.infer<typeof lineCorrection>;
