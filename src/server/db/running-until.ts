import { type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';

/** Moments are stored in milliseconds, and transactions that run at the same time have different starts. */
const TOLERANCE_SECONDS = 1;

/**
 * Whether a window of `seconds` that ends at `until` is still running. One that ends later than it would if it began
 * now was stored by a clock that was ahead, and is over.
 */
export const isRunning = (until: SQL | PgColumn, seconds: number): SQL =>
  sql`coalesce(${until} > now() and ${until} <= clock_timestamp() + make_interval(secs => ${seconds + TOLERANCE_SECONDS}), false)`;

/** Whether less than `seconds` have passed since `at`. A moment in the future was stored by a clock that was ahead. */
export const isRecent = (at: SQL | PgColumn, seconds: number): SQL =>
  isRunning(sql`${at} + make_interval(secs => ${seconds})`, seconds);
