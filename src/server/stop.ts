import type { Database } from './db/connect.ts';
import type { Worker } from './jobs/worker.ts';

/** Answers under way may end for so long; what is open then is cut. */
const CONNECTIONS_MS = 10_000;
/** Jobs may end for so long; those that heed their signal go back to the queue then. */
const JOBS_MS = 12_000;
/** Nothing keeps the process longer. What it leaves behind is as safe as after a power cut. */
const PROCESS_MS = 17_000;

interface Door {
  /** Accepts nothing more, and ends with the last connection. */
  close(): Promise<unknown>;
  server: { closeAllConnections(): void };
}

interface Running {
  app?: Door;
  worker?: Worker;
  database: Database;
}

/** Lets answers end, and cuts the connections of those who do not let theirs end. */
async function closeDoor(app: Door): Promise<void> {
  const cut = setTimeout(() => app.server.closeAllConnections(), CONNECTIONS_MS);
  await app.close().finally(() => clearTimeout(cut));
}

/** Closes everything in order, whatever clients, providers and jobs do. Answers whether all of it was closed in time. */
export async function stopServer({ app, worker, database }: Running): Promise<boolean> {
  const close = async () => {
    await Promise.all([app && closeDoor(app), worker?.stop(JOBS_MS)]);
    await database.close();
    return true;
  };
  const end = Promise.withResolvers<boolean>();
  const timer = setTimeout(() => end.resolve(false), PROCESS_MS);
  return Promise.race([close(), end.promise]).finally(() => clearTimeout(timer));
}
