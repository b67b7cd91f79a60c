import { type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';

/** Stored in milliseconds, and concurrent transactions have different starts. */
const TOLERANCE_SECONDS = 1;

/**
 * A window of `seconds`. One that ends later than if it began now was stored by a clock that was ahead, and is over.
 */
export const isRunning = (until: SQL | PgColumn, seconds: number): SQL =>
  sql`coalesce(${until} > now() and ${until} <= clock_timestamp() + make_interval(secs => ${seconds + TOLERANCE_SECONDS}), false)`;

/** A moment in the future was stored by a clock that was ahead. */
export const isRecent = (at: SQL | PgColumn, seconds: number): SQL =>
  isRunning(sql`${at} + make_interval(secs => ${seconds})`, seconds);
