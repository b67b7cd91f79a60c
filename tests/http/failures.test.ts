import { randomUUID } from 'node:crypto';
import { Writable } from 'node:stream';
import { sql } from 'drizzle-orm';
import pino from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { jobs } from '../../src/server/db/schema/platform.ts';
import { withPlatform } from '../../src/server/db/tenant.ts';
import { finishJob } from '../../src/server/jobs/queue.ts';
import { type JobHandler, startWorker, type Worker } from '../../src/server/jobs/worker.ts';
import { mailWorker } from '../../src/server/mail/emails.ts';
import { openMailer } from '../../src/server/mail/mail.ts';
import { openLog } from '../../src/server/runtime/log.ts';
import { type Caller, startServer, type TestServer, until } from '../support/server.ts';

let server: TestServer;
let worker: Worker;
let owner: Caller;
const SECRET = 'O cliente Damião deve 4.217 reais';
const logged: string[] = [];
const givenUp: string[] = [];
const stream = new Writable({
  write(chunk, _encoding, done) {
    logged.push(String(chunk));
    done();
  },
});
beforeAll(async () => {
  // The app redacts errors in any logger it receives.
  server = await startServer({ worker: false, app: { logger: pino({ level: 'info' }, stream) } });
  const { db, env } = server.services;
  const spill = () =>
    withPlatform(db, async (tx) => void (await tx.execute(sql`select ${SECRET}::text, 1 / (${'0'}::int)`)));
  const burst: JobHandler = {
    run: () => Promise.reject(new Error('nada\0 lido')),
    giveUp: async ({ id }) => void givenUp.push(id),
  };
  const handlers = { mail: mailWorker(db, openMailer(env), () => undefined), spill: { run: spill }, burst };
  worker = startWorker(db, handlers, openLog('info', stream));
  owner = await server.signUp();
});
afterAll(async () => {
  await worker.stop();
  await server.close();
});

const query = async <T = any>(text: string, ...values: unknown[]) =>
  (await server.services.db.pool.query(text, values)).rows as T[];

async function addJob(kind: string): Promise<string> {
  const id = randomUUID();
  const row = { accountId: owner.accountId, id, kind, subjectId: randomUUID() };
  await withPlatform(server.services.db, (tx) => tx.insert(jobs).values(row));
  return id;
}

it('logs the database error of a failed query without its values', async () => {
  await query(
    `create or replace function refuse_all() returns trigger language plpgsql as $$ begin raise exception 'kaputt' using errcode = 'P0042', detail = new::text; end $$`,
  );
  await query('create trigger refuse_all before insert on contents for each row execute function refuse_all()');
  logged.length = 0;
  const faq = { contextId: owner.contextId, question: 'Quem deve?', answer: SECRET };
  expect(await owner.post('/contents/faq', faq)).toMatchObject({ status: 500, body: { code: 'internal' } });
  await query('drop trigger refuse_all on contents');
  const [line] = logged.filter((one) => one.includes('request failed'));
  expect(JSON.parse(line!).err.cause).toMatchObject({ message: 'kaputt', code: 'P0042' });
  expect(JSON.parse(line!).err.message).toMatch(/^Failed query: insert into "contents"/);
  expect(JSON.parse(line!).err.stack).toContain('add-contents.ts');
  expect(logged.join('')).not.toContain('Damião');
});

it('logs and stores the error of a failed job without the values of the query', async () => {
  logged.length = 0;
  const id = await addJob('spill');
  const [job] = await until(async () => {
    const rows = await query('select error from jobs where id = $1 and error is not null', id);
    return rows.length > 0 && rows;
  });
  expect(job.error).toBe('error: division by zero (22012)');
  const line = logged.find((one) => one.includes('job failed'));
  expect(JSON.parse(line!).err.cause).toMatchObject({ message: 'division by zero', code: '22012' });
  expect(logged.join('')).not.toContain('Damião');
});

it('removes NUL from the stored error, and parks the job after four attempts', async () => {
  const id = await addJob('burst');
  for (const attempts of [1, 2, 3, 4]) {
    const [job] = await until(async () => {
      const rows = await query(
        'select * from jobs where id = $1 and attempts = $2 and lease_token is null',
        id,
        attempts,
      );
      return rows.length > 0 && rows;
    });
    expect(job).toMatchObject({ error: 'Error: nada lido', state: attempts === 4 ? 'parked' : 'waiting' });
    await query('update jobs set run_at = now() where id = $1', id);
  }
  await until(async () => givenUp.includes(id));
});

it('returns a job that outlives the shutdown to the queue without counting the attempt or saving its work', async () => {
  const { db } = server.services;
  // The other worker would also take the job.
  await worker.stop();
  const started = Promise.withResolvers<void>();
  const finished: unknown[] = [];
  const stuck: JobHandler = {
    async run(job, signal) {
      started.resolve();
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
      // Tries to save after the abort, like a handler that does not stop at it.
      await withPlatform(db, (tx) => finishJob(tx, job)).then(() => finished.push(job.id));
    },
  };
  const ending = startWorker(db, { stuck }, openLog('silent', stream));
  const id = await addJob('stuck');
  ending.wake();
  await started.promise;
  await ending.stop(50);
  expect(finished).toEqual([]);
  const [job] = await query('select state, attempts, lease_token from jobs where id = $1', id);
  expect(job).toEqual({ state: 'waiting', attempts: 0, lease_token: null });
});
