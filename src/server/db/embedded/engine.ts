import { chmodSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import { PGlite } from '@electric-sql/pglite';
import { PGLiteSocketServer } from '@electric-sql/pglite-socket';
import { DurableFs } from './durable-fs.ts';
import { SequencedPGlite } from './sequenced-pglite.ts';

/** What the thread is given: `syncs` is shared, and counts the calls of fsync. */
export interface EngineData {
  folder: string;
  socketPath: string;
  syncs: SharedArrayBuffer;
}

/*
 * The thread of the embedded database. It has one of its own, because a query runs to its end without letting go of
 * the thread that it is on.
 */
const { folder, socketPath, syncs } = workerData as EngineData;
const counter = new Int32Array(syncs);

/** PGlite turns syncing off (-F) and picks a method that its file system does not have. */
const startParams = [
  ...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'),
  ...['-c', 'wal_sync_method=fsync', '-c', 'timezone=UTC'],
];

const db = new SequencedPGlite({ fs: new DurableFs(folder, () => Atomics.add(counter, 0, 1)), startParams });
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
