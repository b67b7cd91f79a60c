import type { Database } from './db/connect.ts';
import type { Worker } from './jobs/worker.ts';

/** Time for responses in progress; connections still open after it are closed. */
const CONNECTIONS_MS = 10_000;
const JOBS_MS = 12_000;
/** An abrupt end is as safe as a power failure. */
const PROCESS_MS = 17_000;

interface HttpServer {
  /** Accepts no new connections and resolves after the last one is closed. */
  close(): Promise<unknown>;
  server: { closeAllConnections(): void };
}

interface RunningServer {
  app?: HttpServer;
  worker?: Worker;
  database: Database;
}

async function closeConnections(app: HttpServer): Promise<void> {
  const cut = setTimeout(() => app.server.closeAllConnections(), CONNECTIONS_MS);
  await app.close().finally(() => clearTimeout(cut));
}

/** Whether everything was closed in time. */
export async function stopServer({ app, worker, database }: RunningServer): Promise<boolean> {
  const close = async () => {
    await Promise.all([app && closeConnections(app), worker?.stop(JOBS_MS)]);
    await database.close();
    return true;
  };
  const end = Promise.withResolvers<boolean>();
  const timer = setTimeout(() => end.resolve(false), PROCESS_MS);
  return Promise.race([close(), end.promise]).finally(() => clearTimeout(timer));
}
