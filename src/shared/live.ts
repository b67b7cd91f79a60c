import { z } from 'zod';

/** Rows that have changed. They are asked for by the routes of their resource. */
export const liveEvent = z
  .object({
    resource: z.string(),
    type: z.enum(['created', 'updated', 'deleted']),
    ids: z.array(z.uuid()),
  })
  .meta({ title: 'ChangedRows' });

export type ChangedRows = z.infer<typeof liveEvent>;
