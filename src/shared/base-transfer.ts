import { z } from 'zod';

/** Maximum size of an imported base, in bytes. */
export const BASE_MAX_BYTES = 256 * 1024 * 1024;
/** Maximum number of refused lines that are listed one by one. */
export const REFUSALS_LISTED = 100;

/** POST /contexts/{id}/import. `skipped`: was there already. */
export const baseImported = z.object({
  created: z.int(),
  updated: z.int(),
  skipped: z.int(),
  refused: z.int(),
  /** The first refused lines, in order, and why. */
  refusals: z.array(z.object({ line: z.int(), message: z.string() })),
});
export type BaseImported = z.infer<typeof baseImported>;
