import { z } from 'zod';
import { LEFT_OUT_REASONS } from './constants.ts';

export const leftOutTexts = z.object({
  data: z.array(
    z.object({
      /** `choice`: a person has left it out. */
      reason: z.enum([...LEFT_OUT_REASONS, 'choice']),
      text: z.string(),
      /** Read nevertheless, because a person has chosen it. */
      isTaken: z.boolean(),
    }),
  ),
  /** Its choices count for all pages of the site; null for an uploaded file, where they count for it alone. */
  site: z.string().nullable(),
});
export type LeftOutTexts = z.infer<typeof leftOutTexts>;
export type LeftOutEntry = LeftOutTexts['data'][number];

/** In the file, or on all pages of the site in the context. */
export const textChoice = z.object({ text: z.string().trim().min(1).max(20_000), isTaken: z.boolean() });
export type TextChoice = z.infer<typeof textChoice>;

/** How many pages or files are read again because they have the text. */
export const textChoiceOutcome = z.object({ pages: z.int() });
export type TextChoiceOutcome = z.infer<typeof textChoiceOutcome>;
