import { sql } from 'drizzle-orm';
import { Gauge, Histogram, type Registry } from 'prom-client';
import type { EmbeddedLoad } from '../../../shared/embedded-load.ts';
import { readDiskSpace } from '../../db/disk-space.ts';
import { type Db, readPlatform } from '../../db/tenant.ts';
import { readLoadCheck } from '../../db/watch-embedded-load.ts';

const SAMPLE_MS = 1_000;
const WAIT_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

interface QueueFigures {
  kind: string;
  state: 'waiting' | 'parked';
  count: number;
  /** Seconds since the oldest was due. */
  age: number;
}

const readQueueFigures = (db: Db) =>
  readPlatform<QueueFigures>(
    db,
    sql`select kind, state, count(*)::int as count,
          greatest(0, extract(epoch from clock_timestamp() - min(run_at)))::float8 as age from jobs group by kind, state`,
  );

const readCredits = async (db: Db): Promise<number> => {
  const [read] = await readPlatform<{ credits: number }>(
    db,
    sql`select (coalesce(sum(monthly + lasting), 0) / 1000.0)::float8 as credits from credit_balances`,
  );
  return read?.credits ?? 0;
};

/** While the database is away, the other figures are still printed. */
const ignoreFailure = () => undefined;

type Refresh = () => Promise<void>;

function measureQueue(register: Registry, db: Db): Refresh {
  const gauge = (name: string, help: string) =>
    new Gauge({ name, help, labelNames: ['kind', 'state'], registers: [register] });
  const jobs = gauge('prosa_queue_jobs', 'Jobs in the queue by kind and state. The same in every process.');
  const ages = gauge('prosa_queue_age_seconds', 'Seconds since the oldest job was due. The same in every process.');
  return async () => {
    const rows = await readQueueFigures(db).catch(ignoreFailure);
    jobs.reset();
    ages.reset();
    for (const { kind, state, count, age } of rows ?? []) {
      jobs.set({ kind, state }, count);
      ages.set({ kind, state }, age);
    }
  };
}

function measureCredits(register: Registry, db: Db): Refresh {
  const balance = new Gauge({
    name: 'prosa_credits_balance',
    help: 'Credits left of all accounts together. The same in every process.',
    registers: [register],
  });
  return async () => {
    const credits = await readCredits(db).catch(ignoreFailure);
    if (credits === undefined) balance.remove();
    else balance.set(credits);
  };
}

function measureDisk(register: Registry, dataDir: string): Refresh {
  const gauge = (name: string, help: string) => new Gauge({ name, help, registers: [register] });
  const free = gauge('prosa_disk_free_bytes', 'Free space on the disk of the data directory.');
  const full = gauge('prosa_disk_full', '1 if the disk of the data directory is full, otherwise 0.');
  return async () => {
    const space = await readDiskSpace(dataDir);
    if (space === null) {
      free.remove();
      full.remove();
      return;
    }
    free.set(space.freeBytes);
    full.set(Number(space.isFull));
  };
}

function measurePool(register: Registry, { pool }: Db): void {
  new Gauge({
    name: 'prosa_database_connections',
    help: 'Connections of the pool by state, and requests that wait for one.',
    labelNames: ['state'],
    registers: [register],
    collect() {
      this.set({ state: 'used' }, pool.totalCount - pool.idleCount);
      this.set({ state: 'idle' }, pool.idleCount);
      this.set({ state: 'awaited' }, pool.waitingCount);
    },
  });
}

/** As shares of its limits; nothing on PostgreSQL. */
function measureEmbeddedLoad(register: Registry, db: Db): void {
  new Gauge({
    name: 'prosa_embedded_database_load',
    help: 'Share of each limit of the embedded database that is reached: above 1 it is time for PostgreSQL.',
    labelNames: ['limit'],
    registers: [register],
    collect() {
      const check = readLoadCheck(db);
      if (!check) return;
      const shareOf = (name: keyof EmbeddedLoad) => check.load[name] / check.limits[name];
      this.set({ limit: 'bytes' }, shareOf('bytes'));
      this.set({ limit: 'passages' }, shareOf('passages'));
      this.set({ limit: 'slow_statements' }, shareOf('slowShare'));
    },
  });
}

/** For a connection and, embedded, for the single session. Returns the function that stops sampling. */
function sampleWait(register: Registry, { kind, pool }: Db): () => void {
  const wait = new Histogram({
    name: 'prosa_database_wait_seconds',
    help: 'Time of an empty statement, sampled every second: what any other statement waits before it runs.',
    labelNames: ['database'],
    buckets: WAIT_SECONDS,
    registers: [register],
  });
  let isWaiting = false;
  const sample = async () => {
    if (isWaiting) return;
    isWaiting = true;
    const stop = wait.startTimer({ database: kind });
    // A sample that fails after a long wait counts too.
    await pool.query('select 1').catch(ignoreFailure);
    stop();
    isWaiting = false;
  };
  void sample();
  const timer = setInterval(() => void sample(), SAMPLE_MS).unref();
  return () => clearInterval(timer);
}

/** `refresh` reads what only the database knows. */
export function measureDatabase(register: Registry, db: Db, dataDir: string): { refresh: Refresh; stop: () => void } {
  const refreshers = [measureQueue(register, db), measureCredits(register, db), measureDisk(register, dataDir)];
  measurePool(register, db);
  measureEmbeddedLoad(register, db);
  const stop = sampleWait(register, db);
  return {
    refresh: async () => void (await Promise.all(refreshers.map((refresh) => refresh()))),
    stop,
  };
}
