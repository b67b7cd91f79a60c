import { z } from 'zod';

/** Characters of a phrasing, and phrasings that one content may have. */
export const PHRASING_MAX = 200;
export const PHRASINGS_MAX = 50;

/** A further way to ask for a content. */
export const phrasingText = z
  .string()
  .trim()
  .min(1)
  .max(PHRASING_MAX)
  .regex(/[\p{L}\p{N}]/u);

/** What a content is asked by, beside its own question: PUT /contents/{id}, POST /contents/faq. */
export const phrasingTexts = z.array(phrasingText).max(PHRASINGS_MAX);
