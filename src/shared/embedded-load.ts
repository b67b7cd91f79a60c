import { z } from 'zod';

const embeddedLoad = z.object({
  /** On disk, without the log. */
  bytes: z.number(),
  passages: z.number(),
  /** Of the last day's samples, those in which an empty statement waited for more than a second. */
  slowShare: z.number(),
});
export type EmbeddedLoad = z.infer<typeof embeddedLoad>;

export const loadCheck = z.object({
  load: embeddedLoad,
  limits: embeddedLoad,
  exceeded: z.array(embeddedLoad.keyof()),
});
export type LoadCheck = z.infer<typeof loadCheck>;
