import { z } from 'zod';

/** With the error `file_known`: the content that has the same file. */
export const knownFile = z.object({
  id: z.uuid(),
  title: z.string(),
  contextId: z.uuid(),
  contextName: z.string(),
});
export type KnownFile = z.infer<typeof knownFile>;
