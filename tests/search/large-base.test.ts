import { beforeAll, describe, expect, it } from 'vitest';
import { analysePassage } from '../../src/search/analyse.ts';
import { factsOf } from '../../src/search/facts/passage-facts.ts';
import { livePassages } from '../../src/search/hidden-passages.ts';
import { phrasingKey } from '../../src/search/phrasings.ts';
import { search } from '../../src/search/search.ts';
import type { Segment } from '../../src/search/segment.ts';
import { tenant } from '../../src/server/db/tenant.ts';
import { openBase } from '../../src/server/knowledge/base.ts';
import { loadSegment } from '../../src/server/knowledge/loading/load-segment.ts';
import { lineKey } from '../../src/server/knowledge/records/corrections.ts';
import { type Caller, type SharedServer, sharedServer, until } from '../support/server.ts';
import { watchStatements } from '../support/watch-statements.ts';

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

const CORRECTED = 'Agora chega em dois dias.';

let server: SharedServer;
let owner: Caller;
beforeAll(async () => {
  server = await sharedServer();
  owner = await server.signUp();
  const { contextId, accountId } = owner;
  const ids: string[] = [];
  for (const [question, answer] of FAQS) {
    ids.push((await owner.post('/contents/faq', { contextId, question, answer })).body.id);
  }
  for (const id of ids) await until(async () => (await owner.get(`/contents/${id}`)).body.status === 'done');
  await addPhrasing(accountId, ids[0]!, 'Demora muito?');
  const line = FAQS[0]![1]!;
  await server.services.db.pool.query(
    `insert into record_corrections (account_id, content_id, key, heading, line, text, is_used)
     values ($1, $2, $3, '', $4, $5, true)`,
    [accountId, ids[0]!, lineKey({ heading: '', line }), line, CORRECTED],
  );
});

const addPhrasing = (accountId: string, contentId: string, text: string) =>
  server.services.db.pool.query(
    `insert into phrasings (account_id, id, content_id, text, key, state, origin)
     values ($1, gen_random_uuid(), $2, $3, $4, 'accepted', 'owner')`,
    [accountId, contentId, text, phrasingKey(text)],
  );

/** Loads the base, in the thread if it has more passages than the given number, and then as many at a time. */
const load = (passagesHere?: number, accountId = owner.accountId) =>
  loadSegment(
    {
      db: server.services.db,
      tenant: tenant(accountId, 'all'),
      state: { id: owner.contextId, version: 1, modelId: null },
    },
    passagesHere,
  );

describe('a base that is loaded in a thread', () => {
  it.each([0, 3])('finds the same as one that is loaded between requests (%i)', async (passagesHere) => {
    const [here, there] = [await load(), await load(passagesHere)];
    // Only small bases answer from records.
    for (const passage of here.passages) delete passage.records;
    expect(there.passages).toEqual(here.passages);
    expect(there.passages).toHaveLength(FAQS.length);
    expect(there.words).toEqual(here.words);
    expect(there.byteSize).toBe(here.byteSize);
    expect(factsOf(there, 'phone')).toEqual(factsOf(here, 'phone'));
    expect(factsOf(there, 'phone')).toHaveLength(1);
    expect(there.passages.map(({ text }) => text)).toContain(CORRECTED);
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
    const state = { id: owner.contextId, version: 1, modelId: null };
    const source = { db: { ...db, pool }, tenant: tenant(owner.accountId, 'all'), state };
    await expect(loadSegment(source, 0)).rejects.toMatchObject({
      code: 'database_unavailable',
    });
  });
});

describe('a large base that changes', () => {
  const ITEMS = 2_500;
  let shop: Caller;
  let contextId: string;
  let items: string[];
  let watched: ReturnType<typeof watchStatements>;

  beforeAll(async () => {
    shop = await server.signUp();
    contextId = shop.contextId;
    const { pool } = server.services.db;
    await pool.query(`update subscriptions set plan_id = 'business' where account_id = $1`, [shop.accountId]);
    const faqs = Array.from({ length: ITEMS }, (_, n) => {
      const [question, text] = [
        `Quanto custa o item ${n}?`,
        `O item ${n} custa ${n} reais. Ligue (81) 3333-${1000 + n}.`,
      ];
      const words = { title: '', heading: null, question, answer: text, text };
      return { question, text, analysis: Buffer.from(analysePassage(words)).toString('hex') };
    });
    const { rows } = await pool.query(
      `with f as (select gen_random_uuid() as id, * from jsonb_to_recordset($3::jsonb) r(question text, text text, analysis text)),
         c as (insert into contents (account_id, context_id, id, title, type, format, status, trained_version, question, answer)
           select $1, $2, id, question, 'FAQ', 'faq', 'done', 1, question, text from f)
       insert into chunks (account_id, context_id, content_id, version, ordinal, text, analysis)
       select $1, $2, id, 1, 0, text, decode(analysis, 'hex') from f returning content_id as id`,
      [shop.accountId, contextId, JSON.stringify(faqs)],
    );
    items = rows.map(({ id }) => id);
    // As the maintenance of a running server does: without it, reading all rows takes a nested loop.
    await pool.query('analyze');
    await addPhrasing(shop.accountId, items[4]!, 'Qual o valor da bicicleta amarela?');
    watched = watchStatements(server.services.db);
    await open();
  });

  const open = () => openBase(watched.db, { tenant: tenant(shop.accountId, 'all'), inheritance: contextId });
  const textsIn = (base: readonly Segment[]) => base.flatMap(livePassages).map(({ text }) => text);
  const answerTo = async (question: string) => search(await open(), question).hits[0]!.passage.text;
  const trained = (id: string) => until(async () => (await shop.get(`/contents/${id}`)).body.status === 'done');
  /** The passages that a process finds which has just started. */
  const fresh = async () => {
    const state = { id: contextId, version: 0, modelId: null };
    return textsIn([await loadSegment({ db: server.services.db, tenant: tenant(shop.accountId, 'all'), state })]);
  };
  const rowsRead = async (work: () => Promise<unknown>) => {
    const before = watched.sent.length;
    await work();
    return watched.sent.slice(before).filter((text) => text.includes('from chunks k'));
  };

  it('reads only what was added, edited, disabled or deleted, and finds nothing else', async () => {
    const added = await shop.post('/contents/faq', {
      contextId,
      question: 'Vendem patinetes?',
      answer: 'Sim, dobráveis.',
    });
    await trained(added.body.id);
    await shop.put(`/contents/${items[1]}`, { question: 'Quanto custa o item 1?', answer: 'O item 1 custa 99 reais.' });
    await trained(items[1]!);
    const read = await rowsRead(async () => expect(await answerTo('vendem patinetes?')).toBe('Sim, dobráveis.'));
    expect(read).toHaveLength(1);
    expect(read[0]).toContain('content_id = any(');
    expect(await answerTo('quanto custa o item 1?')).toBe('O item 1 custa 99 reais.');
    expect(await answerTo('quanto custa o item 2?')).toContain('2 reais');
    await shop.put(`/contents/${items[2]}`, { enabled: false });
    await shop.delete(`/contents/${items[3]}`);
    await shop.delete(`/contents/${added.body.id}`);
    const base = await open();
    const found = base.flatMap((segment) => factsOf(segment, 'phone')).map(({ passage }) => passage.text);
    for (const [question, gone] of [
      ['quanto custa o item 2?', 'O item 2 custa'],
      ['quanto custa o item 3?', 'O item 3 custa'],
      ['vendem patinetes?', 'dobráveis'],
    ] as const) {
      const texts = search(base, question).hits.map(({ passage }) => passage.text);
      expect([...texts, ...found].filter((text) => text.includes(gone))).toEqual([]);
    }
    expect(found).toHaveLength(ITEMS - 3);
    await shop.put(`/contents/${items[2]}`, { enabled: true });
    expect(await answerTo('quanto custa o item 2?')).toContain('2 reais');
    expect(textsIn(await open()).sort()).toEqual((await fresh()).sort());
  });

  it('does not answer by a phrasing of a disabled content', async () => {
    expect(await answerTo('qual o valor da bicicleta amarela?')).toContain('O item 4 custa');
    await shop.put(`/contents/${items[4]}`, { enabled: false });
    const { hits } = search(await open(), 'qual o valor da bicicleta amarela?');
    expect(hits.filter(({ passage }) => passage.contentId === items[4])).toEqual([]);
  });

  it('keeps many additions apart from the last changes, and finds only what is in use', async () => {
    const lines = Array.from({ length: 210 }, (_, n) => `Alugam o patim ${n}?;O patim ${n} custa ${n} reais por dia.`);
    const bytes = Buffer.from(['pergunta;resposta', ...lines].join('\n'));
    await shop.upload('/contents/faqs', { contextId }, { name: 'patins.csv', bytes });
    const { pool } = server.services.db;
    const untrained = `select 1 from contents where account_id = $1 and status <> 'done'`;
    await until(async () => (await pool.query(untrained, [shop.accountId])).rows.length === 0);
    const read = await rowsRead(async () => {
      expect(await answerTo('alugam o patim 7?')).toContain('O patim 7 custa');
      const [seven, eight] = await Promise.all(
        [7, 8].map(async (n) => {
          const found = await pool.query(`select id from contents where question = $1`, [`Alugam o patim ${n}?`]);
          return found.rows[0].id as string;
        }),
      );
      await shop.put(`/contents/${seven}`, { answer: 'O patim 7 está em conserto.' });
      await trained(seven!);
      await shop.delete(`/contents/${eight}`);
      expect(await open()).toHaveLength(3);
      expect(await answerTo('alugam o patim 7?')).toBe('O patim 7 está em conserto.');
      expect(await answerTo('alugam o patim 8?')).not.toContain('O patim 8 custa');
      expect(textsIn(await open()).sort()).toEqual((await fresh()).sort());
    });
    expect(read.every((text) => text.includes('content_id = any('))).toBe(true);
  });

  it('loads everything once for all questions that wait, when more has changed than is known', async () => {
    const disabled = items.slice(10, 20);
    await shop.post('/contents/bulk-edit', { ids: disabled, enabled: false });
    await shop.put(`/contents/${items[21]}`, {
      question: 'Quanto custa o item 21?',
      answer: 'O item 21 está esgotado.',
    });
    await trained(items[21]!);
    await server.services.db.pool.query('delete from knowledge_changes where context_id = $1', [contextId]);
    const read = await rowsRead(async () => {
      const bases = await Promise.all([open(), open(), open()]);
      for (const base of bases) {
        const ids = base.flatMap(livePassages).map((passage) => passage.contentId);
        expect(disabled.filter((id) => ids.includes(id))).toEqual([]);
      }
      await until(async () => (await answerTo('quanto custa o item 21?')).includes('esgotado'));
    });
    expect(read).toHaveLength(1);
    expect(textsIn(await open()).sort()).toEqual((await fresh()).sort());
  });

  it('is loaded again once many of its contents have changed', async () => {
    await shop.post('/contents/bulk-delete', { ids: items.slice(100, 400) });
    await until(async () => (await open()).every(({ hidden }) => hidden === undefined));
    expect(textsIn(await open()).sort()).toEqual((await fresh()).sort());
  });
});
