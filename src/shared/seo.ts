import { z } from 'zod';

/** One check of a page. `found` is a value read from the page; what it means is worded by the console (`seo` words). */
export const seoCheck = z.object({
  id: z.string(),
  weight: z.int(),
  outcome: z.enum(['pass', 'warn', 'fail', 'none']),
  found: z.string(),
});
export type SeoCheck = z.infer<typeof seoCheck>;
