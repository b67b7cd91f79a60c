import { z } from 'zod';

export const BASE_MAX_BYTES = 256 * 1024 * 1024;
export const REFUSALS_LISTED = 100;
/** A file with so many refused lines is not worth reading to its end. */
export const REFUSALS_MAX = 1_000;

/** `skipped`: was there already. */
export const baseImported = z.object({
  created: z.int(),
  updated: z.int(),
  skipped: z.int(),
  refused: z.int(),
  refusals: z.array(z.object({ line: z.int(), message: z.string() })),
  stoppedAt: z.int().nullable(),
});
export type BaseImported = z.infer<typeof baseImported>;
