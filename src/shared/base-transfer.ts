import { z } from 'zod';

/** Maximum size of an imported base, in bytes. */
export const BASE_MAX_BYTES = 256 * 1024 * 1024;
export const REFUSALS_LISTED = 100;
/** Number of refused lines after which an import stops: such a file is not worth reading to its end. */
export const REFUSALS_MAX = 1_000;

/** POST /contexts/{id}/import. `skipped`: was there already. */
export const baseImported = z.object({
  created: z.int(),
  updated: z.int(),
  skipped: z.int(),
  refused: z.int(),
  /** The first refused lines, in order, and why. */
  refusals: z.array(z.object({ line: z.int(), message: z.string() })),
  /** The line at which the import stopped, after too many lines or refused lines; null when it read all of them. */
  stoppedAt: z.int().nullable(),
});
export type BaseImported = z.infer<typeof baseImported>;
