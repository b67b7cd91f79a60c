import { z } from 'zod';
import { LEFT_OUT_REASONS } from './constants.ts';

/** GET /contents/{id}/left-out. */
export const leftOutTexts = z.object({
  data: z.array(
    z.object({
      /** `choice`: a person has left it out. */
      reason: z.enum([...LEFT_OUT_REASONS, 'choice']),
      text: z.string(),
      /** It is read nevertheless, because a person has chosen it. */
      isTaken: z.boolean(),
    }),
  ),
  /** The site for whose pages a choice counts; null for a file that was uploaded, for which alone a choice counts. */
  site: z.string().nullable(),
});
export type LeftOutTexts = z.infer<typeof leftOutTexts>;
export type LeftOutEntry = LeftOutTexts['data'][number];

/** PUT /contents/{id}/left-out: takes a text in or leaves it out, in the file or on all pages of the site in the context. */
export const textChoice = z.object({ text: z.string().trim().min(1).max(20_000), isTaken: z.boolean() });
export type TextChoice = z.infer<typeof textChoice>;

/** How many pages or files are read again because they have the text. */
export const textChoiceOutcome = z.object({ pages: z.int() });
export type TextChoiceOutcome = z.infer<typeof textChoiceOutcome>;
