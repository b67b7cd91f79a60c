import { z } from 'zod';

/** The load of an embedded database. */
const embeddedLoad = z.object({
  /** Size on disk, without the log. */
  bytes: z.number(),
  passages: z.number(),
  /** Share of the last day's samples in which an empty statement waited for more than a second. */
  slowShare: z.number(),
});
export type EmbeddedLoad = z.infer<typeof embeddedLoad>;

/** An embedded database's load against the limits beyond which the operator should move to PostgreSQL. */
export const loadCheck = z.object({
  load: embeddedLoad,
  limits: embeddedLoad,
  exceeded: z.array(embeddedLoad.keyof()),
});
export type LoadCheck = z.infer<typeof loadCheck>;
