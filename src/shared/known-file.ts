import { z } from 'zod';

export const knownFile = z.object({
  id: z.uuid(),
  title: z.string(),
  contextId: z.uuid(),
  contextName: z.string(),
});
export type KnownFile = z.infer<typeof knownFile>;
