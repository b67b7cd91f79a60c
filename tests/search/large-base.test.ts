import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { factsOf } from '../../src/search/facts/passage-facts.ts';
import { search } from '../../src/search/search.ts';
import { tenant } from '../../src/server/db/tenant.ts';
import { loadSegment } from '../../src/server/knowledge/loading/load-segment.ts';
import { type Caller, startServer, type TestServer, until } from '../support/server.ts';

const FAQS = [
  ['Qual é o prazo de entrega?', 'São sete dias úteis para todo o país.'],
  ['Vocês têm loja física?', 'Sim: Rua das Acácias, 120, Centro, Recife. Telefone (81) 3333-4444.'],
  ['Qual é o horário?', 'Abrimos de segunda a sexta, das 9h às 18h.'],
  ['Posso trocar um capacete?', 'Sim, em até 30 dias, com a nota fiscal.'],
];
const QUESTIONS = [
  'qual o prazo de entega',
  'onde fica a loja?',
  'trocar capacete',
  'vocês vendem pneus?',
  'demora muito?',
];

let server: TestServer;
let owner: Caller;
beforeAll(async () => {
  server = await startServer();
  owner = await server.signUp();
  const { contextId, accountId } = owner;
  const ids: string[] = [];
  for (const [question, answer] of FAQS) {
    ids.push((await owner.post('/contents/faq', { contextId, question, answer })).body.id);
  }
  for (const id of ids) await until(async () => (await owner.get(`/contents/${id}`)).body.status === 'done');
  await server.services.db.pool.query(
    `insert into phrasings (account_id, id, content_id, text, key, state, origin)
     values ($1, gen_random_uuid(), $2, 'Demora muito?', 'demora muito', 'accepted', 'owner')`,
    [accountId, ids[0]],
  );
});
afterAll(() => server.close());

/** Loads the base, in the thread if it has more passages than the given number, and then as many at a time. */
const load = (passagesHere?: number, accountId = owner.accountId) =>
  loadSegment(
    server.services.db,
    tenant(accountId, 'all'),
    { state: { id: owner.contextId, version: 1, modelId: null } },
    passagesHere,
  );

describe('a base that is loaded in a thread', () => {
  it.each([0, 3])('finds the same as one that is loaded between requests (%i)', async (passagesHere) => {
    const [here, there] = [await load(), await load(passagesHere)];
    expect(there.passages).toEqual(here.passages);
    expect(there.passages).toHaveLength(FAQS.length);
    expect(there.words).toEqual(here.words);
    expect(there.byteSize).toBe(here.byteSize);
    expect(factsOf(there, 'phone')).toEqual(factsOf(here, 'phone'));
    expect(factsOf(there, 'phone')).toHaveLength(1);
    expect(there.phrasings?.list).toEqual(here.phrasings?.list);
    for (const question of QUESTIONS) expect(search([there], question)).toEqual(search([here], question));
    expect(search([there], 'demora muito?').outcome).toBe('answered');
  });

  it("does not contain another account's passages", async () => {
    const other = await server.signUp();
    expect((await load(-1, other.accountId)).passages).toEqual([]);
  });

  it('fails when the thread does not reach the database', async () => {
    const { db } = server.services;
    const pool = new Proxy(db.pool, {
      get: (of, name) => {
        if (name === 'options') return { host: '/nowhere', user: 'nobody' };
        const value = Reflect.get(of, name);
        return typeof value === 'function' ? value.bind(of) : value;
      },
    });
    const source = { state: { id: owner.contextId, version: 1, modelId: null } };
    await expect(loadSegment({ ...db, pool }, tenant(owner.accountId, 'all'), source, 0)).rejects.toMatchObject({
      code: 'database_unavailable',
    });
  });
});
