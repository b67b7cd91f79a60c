import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { inSavepoint } from '../../src/server/db/after-commit.ts';
import { type Tx, withPlatform } from '../../src/server/db/tenant.ts';
import {
  addJob,
  claimJobs,
  claimMore,
  finishJob,
  type Job,
  type NewJob,
  postponeJob,
  renewLease,
} from '../../src/server/jobs/queue.ts';
import { startWorker } from '../../src/server/jobs/worker.ts';
import { startServer, type TestServer } from '../support/server.ts';

let server: TestServer;
let accountId: string;
beforeAll(async () => {
  server = await startServer({ worker: false });
  ({ accountId } = await server.signUp());
});
afterAll(() => server.close());

/** Where the database joins row by row, it runs a subquery again for each of them. */
it.each(['any plan', 'a plan that joins row by row'])('claims no more jobs than asked for, with %s', async (plan) => {
  const { db } = server.services;
  const kind = randomUUID();
  const subjects = Array.from({ length: 8 }, () => randomUUID());
  await withPlatform(db, async (tx) => {
    for (const subjectId of subjects) await addJob(tx, { accountId, kind, subjectId });
  });
  if (plan !== 'any plan')
    for (const join of ['hashjoin', 'mergejoin', 'hashagg', 'sort', 'material', 'memoize', 'bitmapscan'])
      await db.pool.query(`set enable_${join} = off`);
  const [job, ...others] = await claimJobs(db, { kinds: [kind] });
  expect(others).toEqual([]);
  expect(await claimMore(db, job!, 3, sql`select unnest(${sql.param(subjects)}::uuid[])`)).toHaveLength(3);
  expect(await claimJobs(db, { kinds: [kind] }, 2)).toHaveLength(2);
  await db.pool.query('reset all');
});

it('keeps the leases of jobs that were claimed together when one of them fails', async () => {
  const { db } = server.services;
  const kind = randomUUID();
  await withPlatform(db, async (tx) => {
    for (let n = 0; n < 2; n++) await addJob(tx, { accountId, kind, subjectId: randomUUID() });
  });
  const [failed, other] = await claimJobs(db, { kinds: [kind] }, 2);
  await postponeJob(db, failed!, 'x');
  expect(await renewLease(db, other!)).toBe(true);
});

it.each<[string, (tx: Tx, job: NewJob) => Promise<unknown>]>([
  ['', addJob],
  [', in a savepoint', (tx, job) => inSavepoint(tx, (inner) => addJob(inner, job))],
  [', due now', (tx, job) => addJob(tx, { ...job, runAt: new Date() })],
])('runs a job as soon as its transaction is committed, without waiting for the next poll%s', async (_, queue) => {
  const { db } = server.services;
  const ran: string[] = [];
  const done = Promise.withResolvers<void>();
  const handler = {
    concurrency: { total: 1 },
    async run(job: Job) {
      await withPlatform(db, (tx) => finishJob(tx, job));
      ran.push(job.subjectId);
      done.resolve();
    },
  };
  const worker = startWorker(db, { soon: handler }, { warn: () => undefined }, { pollMs: 3_600_000 });
  // The worker looks once when it starts, before there is a job.
  await withPlatform(db, (tx) => tx.execute(sql`select 1`));
  const subjectId = randomUUID();
  await withPlatform(db, (tx) => queue(tx, { accountId, kind: 'soon', subjectId }));
  await done.promise;
  await worker.stop();
  expect(ran).toEqual([subjectId]);
});
