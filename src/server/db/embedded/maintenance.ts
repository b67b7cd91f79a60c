import type pg from 'pg';

const MINUTE_MS = 60_000;
const CHECKPOINT_MS = MINUTE_MS;
const VACUUM_MS = 30 * MINUTE_MS;

interface Maintenance {
  stop(): Promise<void>;
}

/** PostgreSQL does this in the background: checkpoints, which limit the log, and vacuum with analyze. */
export function startMaintenance(
  pool: pg.Pool,
  unlimited: (work: () => Promise<unknown>) => Promise<unknown>,
  log: (message: string, fields?: object) => void,
): Maintenance {
  let running: Promise<unknown> = Promise.resolve();
  let stopped = false;
  let lastPosition = '';
  const next = (work: () => Promise<unknown>) => {
    running = running
      .then(() => (stopped ? undefined : unlimited(work)))
      .catch((error) => log('maintenance failed', { err: error }));
  };
  const checkpoint = async () => {
    const { rows } = await pool.query<{ position: string }>('select pg_current_wal_lsn()::text as position');
    if (rows[0]?.position === lastPosition) return;
    await pool.query('checkpoint');
    // Prepared statements keep their plans, which were made for tables that may have grown since.
    await pool.query('discard plans');
    const after = await pool.query<{ position: string }>('select pg_current_wal_lsn()::text as position');
    lastPosition = after.rows[0]?.position ?? '';
  };
  const timers = [
    setInterval(() => next(checkpoint), CHECKPOINT_MS),
    setInterval(() => next(() => pool.query('vacuum (analyze)')), VACUUM_MS),
  ];
  for (const timer of timers) timer.unref();
  return {
    async stop() {
      stopped = true;
      for (const timer of timers) clearInterval(timer);
      await running;
    },
  };
}
