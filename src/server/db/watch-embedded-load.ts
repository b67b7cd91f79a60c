import { sql } from 'drizzle-orm';
import { DAY_MS } from '../../shared/constants.ts';
import type { EmbeddedLoad, LoadCheck } from '../../shared/embedded-load.ts';
import { type Db, readPlatform } from './tenant.ts';

/**
 * Beyond one, move to PostgreSQL. In a backup, requests wait while files are copied: ten seconds for 2 GB at 200 MB/s.
 * One wait in a hundred above a second is the p99 that docs/operations.md alerts on.
 */
const EMBEDDED_LIMITS: EmbeddedLoad = { bytes: 2 * 1024 ** 3, passages: 100_000, slowShare: 0.01 };

const SLOW_MS = 1_000;
const SAMPLE_MS = 5_000;
/** The first ones are taken during the start. */
const SAMPLES_MIN = 100;

const lastChecks = new WeakMap<Db['pool'], LoadCheck>();

/** Null on PostgreSQL and before the first check. */
export const readLoadCheck = ({ pool }: Db): LoadCheck | null => lastChecks.get(pool) ?? null;

interface LoadLog {
  warn(fields: object, message: string): void;
}

/** How often the single session keeps an empty statement waiting. */
function sampleWaits({ pool }: Db) {
  let [samples, slow, isWaiting] = [0, 0, false];
  const sample = async () => {
    if (isWaiting) return;
    isWaiting = true;
    const began = performance.now();
    await pool.query('select 1').catch(() => undefined);
    samples += 1;
    if (performance.now() - began > SLOW_MS) slow += 1;
    isWaiting = false;
  };
  const timer = setInterval(() => void sample(), SAMPLE_MS).unref();
  return {
    /** Share of slow ones since the last call, once there are enough. */
    take() {
      const share = samples < SAMPLES_MIN ? 0 : slow / samples;
      [samples, slow] = [0, 0];
      return share;
    },
    stop: () => clearInterval(timer),
  };
}

/** Passages are the planner's estimate, refreshed by the half-hourly vacuum: counting reads them all. */
async function readSize(db: Db): Promise<Pick<EmbeddedLoad, 'bytes' | 'passages'>> {
  const [size] = await readPlatform<{ bytes: number; passages: number }>(
    db,
    sql`select pg_database_size(current_database())::float8 as bytes,
          (select greatest(0, reltuples)::float8 from pg_class where oid = 'public.chunks'::regclass) as passages`,
  );
  return size ?? { bytes: 0, passages: 0 };
}

/** At the start and every day; warns in the log. Nothing on PostgreSQL. Returns the function that stops it. */
export async function watchEmbeddedLoad(db: Db, log: LoadLog, limits = EMBEDDED_LIMITS): Promise<() => void> {
  if (db.kind !== 'embedded') return () => undefined;
  const waits = sampleWaits(db);
  const check = async () => {
    const load: EmbeddedLoad = { ...(await readSize(db)), slowShare: waits.take() };
    const names = Object.keys(limits) as (keyof EmbeddedLoad)[];
    const exceeded = names.filter((name) => load[name] > limits[name]);
    lastChecks.set(db.pool, { load, limits, exceeded });
    if (exceeded.length === 0) return;
    log.warn({ ...load, exceeded }, 'it is time to move to PostgreSQL: npm run move-to-postgres -- URL');
  };
  const checkSafely = () => check().catch((error: unknown) => log.warn({ err: error }, 'the size is not known'));
  await checkSafely();
  const timer = setInterval(() => void checkSafely(), DAY_MS).unref();
  return () => {
    clearInterval(timer);
    waits.stop();
    lastChecks.delete(db.pool);
  };
}
