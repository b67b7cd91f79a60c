import { z } from 'zod';

/** With the refusal `file_known`: the content that holds the same file. */
export const knownFile = z.object({
  id: z.uuid(),
  title: z.string(),
  contextId: z.uuid(),
  contextName: z.string(),
});
export type KnownFile = z.infer<typeof knownFile>;
