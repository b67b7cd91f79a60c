import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { tenant } from '../../src/server/db/tenant.ts';
import { openBase } from '../../src/server/knowledge/base.ts';
import { embedWorker } from '../../src/server/knowledge/embeddings/embed-context.ts';
import { chooseSearchModel } from '../support/choose-model.ts';
import { embeddingModelInput } from '../support/model-input.ts';
import { type ModelProvider, startModelProvider } from '../support/model-provider.ts';
import { type Caller, startServer, type TestServer, textOf, until } from '../support/server.ts';

/** Starts a proxy to the provider that can be shut: requests wait until it opens again. */
async function startGate(target: string) {
  let opened = Promise.resolve();
  let open = () => {};
  let waiting = 0;
  const server = createServer(async (incoming, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    waiting++;
    await opened;
    waiting--;
    const answer = await fetch(target + incoming.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: Buffer.concat(chunks),
    });
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    host,
    open: () => open(),
    shut: () => void (opened = new Promise((resolve) => (open = resolve))),
    someoneWaits: () => until(async () => waiting > 0),
    async close() {
      open();
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

let provider: ModelProvider;
let gate: Awaited<ReturnType<typeof startGate>>;
let server: TestServer;
let staff: Caller;
let first: string;
let second: string;

beforeAll(async () => {
  provider = await startModelProvider({ synonyms: { delonga: 'prazo', remanso: 'entrega' } });
  gate = await startGate(provider.baseUrl.replace('/v1', ''));
  server = await startServer({ env: { CRAWL_ALLOW: gate.host } });
  staff = await server.as(await server.signUp(), 'WM_ADMIN');
  first = (await staff.post('/admin/models', embeddingModelInput('busca-um', `http://${gate.host}/v1`))).body.id;
  second = (await staff.post('/admin/models', embeddingModelInput('busca-dois', `http://${gate.host}/v1`))).body.id;
});
beforeEach(async () => chooseSearchModel(staff, null));
afterEach(() => {
  gate.open();
  provider.reset();
});
afterAll(async () => {
  await server.close();
  await gate.close();
  await provider.close();
});

const FAQS = [
  ['Prazo de entrega', 'São sete dias úteis.'],
  ['Formas de pagamento', 'Aceitamos cartão e boleto.'],
  ['Endereço da loja', 'Rua das Flores, 10.'],
  ['Horário de funcionamento', 'Das nove às dezoito horas.'],
  ['Garantia das bicicletas', 'Dois anos para o quadro.'],
] as const;

const addFaq = async (caller: Caller, [question, answer]: readonly [string, string], contextId = caller.contextId) =>
  (await caller.post('/contents/faq', { contextId, question, answer })).body.id as string;
const isTrained = (caller: Caller, id: string, ms?: number) =>
  until(async () => (await caller.get(`/contents/${id}`)).body.status === 'done', ms);
async function newShop(): Promise<Caller> {
  const caller = await server.signUp();
  for (const faq of FAQS) await isTrained(caller, await addFaq(caller, faq));
  return caller;
}
const rowsOf = async (sql: string, ...values: unknown[]) =>
  (await server.services.db.pool.query(sql, values)).rows as Record<string, any>[];
const jobsOf = ({ accountId }: Caller) =>
  rowsOf(`select * from jobs where kind = 'embed' and account_id = $1`, accountId);
const modelsOf = async ({ accountId }: Caller) =>
  (await rowsOf('select distinct model_id from chunk_embeddings where account_id = $1', accountId)).map(
    ({ model_id }) => model_id,
  );
const answering = async (contextId: string) =>
  (await rowsOf('select embedding_model_id as id from contexts where id = $1', contextId))[0]!.id as string | null;
const untilNoJobs = (caller: Caller, ms?: number) => until(async () => (await jobsOf(caller)).length === 0, ms);
const ask = ({ contextId }: Caller, question: string) =>
  server.call({ method: 'POST', url: `/api/widgets/${contextId}/messages`, payload: { question } });

describe('choosing another search model while embeddings are being created', () => {
  it('discards late embeddings when the new choice is no model', async () => {
    const caller = await newShop();
    gate.shut();
    await chooseSearchModel(staff, first);
    await gate.someoneWaits();
    await chooseSearchModel(staff, null);
    gate.open();
    await untilNoJobs(caller);
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    expect([await answering(caller.contextId), await modelsOf(caller)]).toEqual([null, []]);
  });

  it('keeps only the embeddings of the last chosen model', async () => {
    const caller = await newShop();
    gate.shut();
    await chooseSearchModel(staff, first);
    await gate.someoneWaits();
    await chooseSearchModel(staff, second);
    gate.open();
    await untilNoJobs(caller);
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    expect([await answering(caller.contextId), await modelsOf(caller)]).toEqual([second, [second]]);
  });

  it('also applies to contents that were being trained for the previous model', async () => {
    const caller = await newShop();
    await chooseSearchModel(staff, first);
    await untilNoJobs(caller);
    gate.shut();
    const id = await addFaq(caller, ['Retirada na loja', 'Em duas horas.']);
    await gate.someoneWaits();
    await chooseSearchModel(staff, null);
    gate.open();
    await isTrained(caller, id);
    await untilNoJobs(caller);
    expect([await answering(caller.contextId), await modelsOf(caller)]).toEqual([null, []]);
  });
});

describe('an embedding provider that does not respond', () => {
  it('delays keyword search of new contents by seconds at most', async () => {
    await chooseSearchModel(staff, first);
    const caller = await server.signUp();
    gate.shut();
    const start = performance.now();
    await isTrained(caller, await addFaq(caller, FAQS[0]), 60_000);
    expect(performance.now() - start).toBeLessThan(20_000);
    expect(textOf(await ask(caller, 'prazo de entrega'))).toContain('sete dias úteis');
  }, 70_000);

  it('is retried automatically after the last attempt, and the job keeps the error', async () => {
    const caller = await newShop();
    provider.next(...Array.from({ length: 30 }, () => ({ kind: 'status', status: 401 }) as const));
    await chooseSearchModel(staff, first);
    await rowsOf(`update jobs set attempts = 3 where kind = 'embed' and account_id = $1`, caller.accountId);
    await rowsOf(`update jobs set run_at = now() where kind = 'embed' and account_id = $1`, caller.accountId);
    const job = await until(async () => {
      const [row] = await jobsOf(caller);
      return row?.state === 'waiting' && row.attempts === 0 && row.run_at > new Date() && row;
    });
    expect(job.error).toContain('key_refused');
    expect(job.run_at.getTime() - Date.now()).toBeGreaterThan(60_000);
  });
});

describe('embedding a large knowledge base', () => {
  const leaseEmbedJob = async (caller: Caller) => {
    const job = { accountId: caller.accountId, id: randomUUID(), kind: 'embed', subjectId: caller.contextId };
    const leaseToken = randomUUID();
    await rowsOf(`delete from jobs where kind = 'embed' and account_id = $1`, caller.accountId);
    await rowsOf(
      `insert into jobs (account_id, id, kind, subject_id, version, attempts, lease_token, lease_until)
       values ($1, $2, 'embed', $3, 7, 2, $4, now() + interval '10 minutes')`,
      ...[job.accountId, job.id, job.subjectId, leaseToken],
    );
    return { ...job, version: 7, payload: {}, attempts: 2, leaseToken };
  };
  const countOf = async ({ accountId }: Caller) =>
    (await rowsOf('select 1 from chunk_embeddings where account_id = $1', accountId)).length;

  it('saves each batch and lets other jobs run in between', async () => {
    await chooseSearchModel(staff, first);
    const caller = await newShop();
    await until(async () => (await rowsOf(`select 1 from jobs where kind = 'embed'`)).length === 0);
    await rowsOf('delete from chunk_embeddings where account_id = $1', caller.accountId);
    const job = await leaseEmbedJob(caller);
    const { signal } = new AbortController();
    const worker = embedWorker(server.services, 2);
    provider.reset();
    provider.next({ kind: 'status', status: 401 });
    await expect(worker.run(job, signal)).rejects.toMatchObject({ reason: 'key_refused' });
    expect(await countOf(caller)).toBe(0);
    await worker.run(job, signal);
    // The server's own worker embeds the rest, continuing where this run stopped.
    await untilNoJobs(caller);
    expect(provider.requests.map(({ body }) => body.input.length)).toEqual([2, 2, FAQS.length - 2]);
    expect(await countOf(caller)).toBe(FAQS.length);
  });

  it('saves nothing when another process has taken over the job', async () => {
    const caller = await newShop();
    gate.shut();
    await chooseSearchModel(staff, first);
    const job = await leaseEmbedJob(caller);
    await rowsOf(`delete from jobs where kind = 'embed' and account_id = $1`, caller.accountId);
    gate.open();
    await expect(embedWorker(server.services).run(job, new AbortController().signal)).rejects.toThrow();
    expect(await countOf(caller)).toBe(0);
  });
});

describe('embeddings', () => {
  it('are created for contents that moved to the parent of a deleted context', async () => {
    const caller = await newShop();
    const child = (await caller.post('/contexts', { name: 'Filial', parentId: caller.contextId })).body;
    await isTrained(caller, await addFaq(caller, ['Vagas da filial', 'São quarenta vagas cobertas.'], child.id));
    gate.shut();
    await chooseSearchModel(staff, first);
    await gate.someoneWaits();
    expect((await caller.delete(`/contexts/${child.id}?contents=move`)).status).toBe(204);
    gate.open();
    await untilNoJobs(caller);
    const rows = await rowsOf('select context_id from chunk_embeddings where account_id = $1', caller.accountId);
    expect(rows.map(({ context_id }) => context_id)).toEqual(Array(FAQS.length + 1).fill(caller.contextId));
    expect(await answering(caller.contextId)).toBe(first);
  });

  it('of another account are never loaded', async () => {
    await chooseSearchModel(staff, first);
    const [one, other] = [await newShop(), await newShop()];
    await untilNoJobs(one);
    await untilNoJobs(other);
    const { db } = server.services;
    const [mine] = await openBase(db, { tenant: tenant(one.accountId, 'all'), inheritance: one.contextId });
    expect(mine!.vectors!.data).toHaveLength(FAQS.length * mine!.vectors!.dimensions);
    const strange = { tenant: tenant(one.accountId, 'all'), inheritance: other.contextId };
    expect(await openBase(db, strange)).toEqual([]);
    const chain = { tenant: tenant(one.accountId, 'all'), inheritance: `${other.contextId}.${one.contextId}` };
    expect((await openBase(db, chain)).map(({ passages }) => passages.length)).toEqual([FAQS.length]);
  });
});
