import { z } from 'zod';

export const sourceSchema = z
  .object({
    contentId: z.string(),
    title: z.string(),
    url: z.string().optional(),
    page: z.int().optional(),
    heading: z.string().optional(),
    excerpt: z.string(),
  })
  .meta({ title: 'Source' });

export const linkedWordSchema = z
  .object({ word: z.string(), link: z.string(), caseSensitive: z.boolean() })
  .meta({ title: 'LinkedWord' });

export const suggestionSchema = z
  .object({
    contentId: z.string(),
    ordinal: z.int(),
    label: z.string(),
    excerpt: z.string(),
  })
  .meta({ title: 'Suggestion' });
