import { chmodSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import { PGlite } from '@electric-sql/pglite';
import { PGLiteSocketServer } from '@electric-sql/pglite-socket';
import { DurableFs } from './durable-fs.ts';
import { type EngineData, SYNCS, TURNS } from './engine-data.ts';
import { SequencedPGlite } from './sequenced-pglite.ts';

/* A query blocks its thread until it ends, so it must not run on the server's main thread. */
const { folder, socketPath, counts } = workerData as EngineData;

/** PostgreSQL's default of 1,000 is what many systems allow a whole process. */
const FILES_MAX = 256;
/** PGlite disables syncing (-F) and picks a sync method that its file system does not support. */
const startParams = [
  ...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'),
  ...['-c', 'wal_sync_method=fsync', '-c', 'timezone=UTC', '-c', `max_files_per_process=${FILES_MAX}`],
];

const fs = new DurableFs(folder, () => Atomics.add(counts, SYNCS, 1));
const db = new SequencedPGlite({ fs, startParams }, () => Atomics.add(counts, TURNS, 1));
await db.waitReady;
const server = new PGLiteSocketServer({ db, path: socketPath, maxConnections: 100 });
await server.start();
chmodSync(socketPath, 0o600);

parentPort?.once('message', async () => {
  await server.stop();
  await db.close();
  parentPort?.postMessage('closed');
});
parentPort?.postMessage('ready');
