import { z } from 'zod';
import { UNDERSTOOD_KINDS } from './constants.ts';

export const LINE_MAX = 600;
export const LINES_MAX = 500;

export const understoodLine = z.object({
  id: z.string(),
  /** Null if nothing is read from the line any more. */
  kind: z.enum(UNDERSTOOD_KINDS).nullable(),
  /** The innermost one above the line; empty without one. */
  heading: z.string(),
  page: z.int().nullable(),
  line: z.string(),
  /** Of the corrected line if there is one. */
  understood: z.array(z.string()),
  /** Said instead of the line; null if it was not corrected. */
  text: z.string().nullable(),
  isUsed: z.boolean(),
  /** Its numbers were read from a picture; a person has confirmed or corrected them. */
  isFromPicture: z.boolean(),
  isConfirmed: z.boolean(),
  /** `changed` since its correction; `gone`: the text has no such line any more. */
  state: z.enum(['same', 'changed', 'gone']),
  version: z.string(),
});
export type UnderstoodLine = z.infer<typeof understoodLine>;

export const understoodLines = z.object({
  data: z.array(understoodLine),
  hasMore: z.boolean(),
  unconfirmed: z.int(),
});
export type UnderstoodLines = z.infer<typeof understoodLines>;

export const lineText = z.string().trim().min(1).max(LINE_MAX);
/** Absent values stay. `version`: where the edit started. */
export const lineCorrection = z.object({
  text: lineText.nullable().optional(),
  isUsed: z.boolean().optional(),
  /** Confirms what was read from a picture. */
  isConfirmed: z.literal(true).optional(),
  version: z.string().optional(),
});
export type LineCorrection = z.infer<typeof lineCorrection>;
