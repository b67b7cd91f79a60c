import { PassThrough } from 'node:stream';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Answer, type Caller, type SharedServer, sharedServer, until } from '../support/server.ts';

let server: SharedServer;
beforeAll(async () => {
  server = await sharedServer();
});

type Line = Record<string, unknown>;

const HEADER = { kind: 'base', format: 'prosa-base', version: 1, exportedAt: '2026-11-23T12:00:00.000Z', name: 'Loja' };
const query = async (text: string, ...values: unknown[]) => (await server.services.db.pool.query(text, values)).rows;

/** Signs up an account on a plan with everything. */
async function signUp(): Promise<Caller> {
  const caller = await server.signUp();
  await query(`update subscriptions set plan_id = 'business' where account_id = $1`, caller.accountId);
  return caller;
}

/** Returns the caller in a new, empty context of their account. */
async function inNewContext(caller: Caller): Promise<Caller> {
  const { body } = await caller.post('/contexts', { name: `Contexto ${crypto.randomUUID()}` });
  return { ...caller, contextId: body.id };
}

const upload = (caller: Caller, text: string | Buffer, known?: 'keep' | 'replace', contextId = caller.contextId) =>
  caller.upload(
    `/contexts/${contextId}/import${known ? `?known=${known}` : ''}`,
    {},
    { name: 'base.jsonl', bytes: Buffer.from(text) },
  );
const toText = (lines: readonly unknown[]) => lines.map((line) => JSON.stringify(line)).join('\n');
const importLines = (caller: Caller, lines: readonly unknown[], known?: 'keep' | 'replace'): Promise<Answer> =>
  upload(caller, toText([HEADER, ...lines]), known);

async function exportLines(caller: Caller, contextId = caller.contextId): Promise<Line[]> {
  const answer = await caller.get(`/contexts/${contextId}/export`);
  expect(answer.status, answer.text.slice(0, 300)).toBe(200);
  return answer.text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Line);
}

/** Waits until every content of an account is trained. */
const waitForCapture = (caller: Caller) =>
  until(async () => {
    const rows = await query(
      `select 1 from contents where account_id = $1 and status in ('pending', 'working')`,
      caller.accountId,
    );
    return rows.length === 0;
  });

/** Returns the lines without dates, ids and the bytes of images, because images are encoded again. */
const comparable = (lines: readonly Line[]) =>
  lines.map(({ exportedAt: _, images, ...line }) => (images ? { ...line, images: Object.keys(images) } : line));

const faq = (question: string, more: Line = {}): Line => ({
  kind: 'faq',
  question,
  answer: `A resposta de ${question}`,
  enabled: true,
  phrasings: [],
  ...more,
});
const passage = (text: string, more: Line = {}): Line => ({ heading: null, page: null, text, ...more });
const page = (url: string, texts: readonly string[], more: Line = {}): Line => ({
  kind: 'page',
  title: `Página ${url}`,
  url,
  enabled: true,
  weeklySync: false,
  digest: null,
  sitemap: null,
  phrasings: [],
  passages: texts.map((text) => passage(text)),
  passageCount: texts.length,
  ...more,
});
const noOutcome = { created: 0, updated: 0, skipped: 0, refused: 0, refusals: [], stoppedAt: null };

/** Fills a context through the API with every kind of content. */
async function fillBase(caller: Caller): Promise<void> {
  const { contextId } = caller;
  const phrasings = ['Chega quando?', 'Demora muito?'];
  await caller.post('/contents/faq', {
    contextId,
    question: 'Qual é o prazo?',
    answer: 'Cinco dias úteis.',
    phrasings,
  });
  const { id } = (await caller.post('/contents/faq', { contextId, question: 'Tem loja?', answer: 'Só no site.' })).body;
  await caller.put(`/contents/${id}`, { enabled: false });
  const text = Array.from({ length: 60 }, (_, at) => `# Artigo ${at}\n\nA garantia do produto ${at} vale um ano.`);
  const file = { name: 'garantia.txt', bytes: Buffer.from(text.join('\n\n')) };
  await caller.upload('/contents/file', { contextId }, file);
  await caller.post('/hyperlinks', { contextId, word: 'contato', link: 'https://loja.com.br/c', caseSensitive: true });
  const { person: _, version: __, ...appearance } = (await caller.get(`/contexts/${contextId}/appearance`)).body;
  const answerProfile = { profile: 'precise', personality: 'Cordial.', restrictions: 'Nada de política.' };
  await caller.put(`/contexts/${contextId}/appearance`, { ...appearance, botName: 'Bia', answerProfile });
}

describe('an exported base', () => {
  it('is imported without pages and sitemaps at private addresses', async () => {
    const owner = await signUp();
    const addresses = ['http://192.168.0.1/', 'http://169.254.169.254/latest', 'https://painel.local/'];
    const pages = addresses.map((url) => page(url, ['O frete é grátis.']));
    const sitemap = {
      kind: 'sitemap',
      title: 'Mapa',
      url: 'http://10.0.0.1/sitemap.xml',
      enabled: true,
      weeklySync: true,
    };
    const { body } = await importLines(owner, [...pages, sitemap, page('https://loja.com.br/', ['O frete é grátis.'])]);
    expect(body).toMatchObject({ created: 1, refused: 4 });
    for (const { message } of body.refusals) expect(message).toContain('Este endereço não pode ser acessado');
  });

  it('is imported into another account, answers there, and is exported the same', { timeout: 60_000 }, async () => {
    const [owner, other] = [await signUp(), await signUp()];
    await fillBase(owner);
    const sitemap = { kind: 'sitemap', title: 'Mapa', url: 'https://loja.com.br/sitemap.xml', enabled: true };
    const listed = page('https://loja.com.br/frete', ['O frete é grátis acima de R$ 200.'], { sitemap: sitemap.url });
    await importLines(owner, [{ ...sitemap, weeklySync: true }, listed]);
    await waitForCapture(owner);
    const lines = await exportLines(owner);
    expect(lines.map(({ kind }) => kind)).toEqual([
      ...['base', 'appearance', 'hyperlink', 'sitemap', 'faq', 'faq', 'file', 'passages', 'page'],
    ]);

    const imported = await upload(other, toText(lines));
    expect(imported.body).toEqual({ ...noOutcome, created: 6, updated: 1 });
    await waitForCapture(other);
    expect(comparable(await exportLines(other))).toEqual(comparable(lines));

    const response = await server.call({
      method: 'POST',
      url: `/api/widgets/${other.contextId}/messages`,
      payload: { question: 'O frete é grátis?', visitorToken: 'visitante-de-teste', messageId: crypto.randomUUID() },
    });
    expect(response.text).toContain('acima de R$ 200');

    for (const known of ['keep', 'replace'] as const) {
      expect((await upload(other, toText(lines), known)).body).toEqual({ ...noOutcome, skipped: 7 });
      await waitForCapture(other);
      expect(comparable(await exportLines(other))).toEqual(comparable(lines));
    }
    const jobs = await query(`select kind from jobs where account_id = $1 and kind = 'train'`, other.accountId);
    expect(jobs).toEqual([]);
  });

  const words = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 }).map((text) => text.replaceAll('\0', ''));
  const text = words.map((word) => `x${word}x`.trim());
  const passages = fc.array(
    fc.record({ heading: fc.option(text, { nil: null }), page: fc.option(fc.integer({ min: 1, max: 99 })), text }),
    { minLength: 1, maxLength: 60 },
  );
  const content = fc.oneof(
    fc.record({
      kind: fc.constant('faq'),
      question: text,
      answer: text,
      enabled: fc.boolean(),
      phrasings: fc.constant([]),
    }),
    fc.record({ passages, title: text, enabled: fc.boolean(), weeklySync: fc.boolean() }).map((made) => ({
      ...made,
      kind: 'page',
      digest: null,
      sitemap: null,
      phrasings: ['De outro jeito?'],
      url: '',
      passageCount: made.passages.length,
    })),
  );

  it('is the same after export and import, with any content', { timeout: 120_000 }, async () => {
    const [one, another] = [await signUp(), await signUp()];
    await fc.assert(
      fc.asyncProperty(fc.array(content, { minLength: 1, maxLength: 12 }), async (made) => {
        const [owner, other] = [await inNewContext(one), await inNewContext(another)];
        // Numbered, because a context has each question and each address once.
        const lines = made.map((line, at) =>
          line.kind === 'faq'
            ? { ...line, question: `${at} ${(line as { question: string }).question}` }
            : { ...line, url: `https://loja.com.br/${at}` },
        );
        expect((await importLines(owner, lines)).body).toMatchObject({ created: lines.length, refused: 0 });
        await waitForCapture(owner);
        const first = await exportLines(owner);
        expect((await upload(other, toText(first))).body).toMatchObject({ created: lines.length, refused: 0 });
        await waitForCapture(other);
        expect(comparable(await exportLines(other)).slice(2)).toEqual(comparable(first).slice(2));
      }),
      { numRuns: 8 },
    );
  });

  it('is exported in pages, not all at once', async () => {
    const owner = await signUp();
    await importLines(
      owner,
      Array.from({ length: 120 }, (_, at) => faq(`Pergunta ${at}?`)),
    );
    const questions = (await exportLines(owner)).flatMap(({ question }) => question ?? []);
    expect(questions).toEqual(Array.from({ length: 120 }, (_, at) => `Pergunta ${at}?`));
  });

  it('contains the original of a file that is not trained', async () => {
    const [owner, other] = [await signUp(), await signUp()];
    const file = { name: 'vazio.pdf', bytes: Buffer.from('%PDF-1.4 quebrado') };
    await owner.upload('/contents/file', { contextId: owner.contextId }, file);
    await waitForCapture(owner);
    const lines = await exportLines(owner);
    expect(lines.slice(2)).toMatchObject([
      { kind: 'file', byteCount: file.bytes.length, passageCount: 0 },
      { kind: 'bytes', base64: file.bytes.toString('base64') },
    ]);
    expect((await upload(other, toText(lines))).body).toMatchObject({ created: 1, refused: 0 });
    await waitForCapture(other);
    const [{ bytes }] = await query('select bytes from content_files where account_id = $1', other.accountId);
    expect(bytes).toEqual(file.bytes);
  });

  it('is recorded in the audit log at export and import', async () => {
    const owner = await signUp();
    const lines = await exportLines(owner);
    await upload(owner, toText([...lines, faq('Abre aos sábados?')]));
    const actions = (await owner.get('/audit-log')).body.data.map(({ action }: { action: string }) => action);
    expect(actions).toEqual(expect.arrayContaining(['contexts_export', 'contents_import']));
  });
});

describe('a content or appearance that already exists', () => {
  const before = [faq('Qual é o prazo?', { phrasings: ['Demora?'] }), page('https://loja.com.br/a', ['Texto antigo.'])];
  const after = [
    faq('qual e o PRAZO', { answer: 'Dez dias.', phrasings: ['Chega quando?'], enabled: false }),
    page('https://loja.com.br/a', ['Texto novo.'], { weeklySync: true, title: 'Outro título' }),
  ];

  it('is not changed by default', async () => {
    const owner = await signUp();
    await importLines(owner, before);
    expect((await importLines(owner, after)).body).toEqual({ ...noOutcome, skipped: 2 });
    await waitForCapture(owner);
    expect((await exportLines(owner)).slice(2)).toEqual(before);
  });

  it('is replaced when the caller wants it', async () => {
    const owner = await signUp();
    await importLines(owner, before);
    expect((await importLines(owner, after, 'replace')).body).toEqual({ ...noOutcome, updated: 2 });
    await waitForCapture(owner);
    expect((await exportLines(owner)).slice(2)).toEqual(after);
    expect((await importLines(owner, after, 'replace')).body).toEqual({ ...noOutcome, skipped: 2 });
  });

  it('is recognised by its bytes if it is an inherited file', async () => {
    const owner = await signUp();
    const file = { name: 'a.txt', bytes: Buffer.from('Trocas em até trinta dias, com a nota fiscal.') };
    await owner.upload('/contents/file', { contextId: owner.contextId }, file);
    await waitForCapture(owner);
    const sub = (await owner.post('/contexts', { name: 'Filial', parentId: owner.contextId })).body.id;
    const lines = await exportLines(owner);
    expect((await upload(owner, toText(lines), 'replace', sub)).body).toMatchObject({ created: 0, refused: 0 });
    expect(await query('select 1 from contents where context_id = $1', sub)).toEqual([]);
  });

  it('is not changed by default, for an appearance that somebody saved', async () => {
    const [owner, other] = [await signUp(), await signUp()];
    await fillBase(owner);
    const lines = (await exportLines(owner)).filter(({ kind }) => kind === 'base' || kind === 'appearance');
    const nameOf = async () => (await other.get(`/contexts/${other.contextId}/appearance`)).body.botName;
    expect((await upload(other, toText(lines))).body).toMatchObject({ updated: 1 });
    expect(await nameOf()).toBe('Bia');
    const { person: _, version: __, ...appearance } = (await other.get(`/contexts/${other.contextId}/appearance`)).body;
    await other.put(`/contexts/${other.contextId}/appearance`, { ...appearance, botName: 'Leo' });
    expect((await upload(other, toText(lines), 'keep')).body).toMatchObject({ skipped: 1 });
    expect(await nameOf()).toBe('Leo');
    expect((await upload(other, toText(lines), 'replace')).body).toMatchObject({ updated: 1 });
    expect(await nameOf()).toBe('Bia');
  });
});

describe('limits and permissions', () => {
  it('adds as many contents as the plan allows and refuses the others by line', async () => {
    const owner = await signUp();
    // A plan of its own, because accounts of other tests have the usual ones.
    await query(
      `insert into plans (id, name, rank, monthly_price, yearly_price, credits, item_limit, is_offered)
       values ('three', 'Três', 0, 0, 0, 0, 3, false)`,
    );
    await query(`update subscriptions set plan_id = 'three' where account_id = $1`, owner.accountId);
    const lines = Array.from({ length: 5 }, (_, at) => faq(`Pergunta ${at}?`));
    const { body } = await importLines(owner, lines);
    expect(body).toMatchObject({ created: 3, refused: 2 });
    expect(body.refusals.map(({ line }: { line: number }) => line)).toEqual([5, 6]);
    expect(body.refusals[0].message).toContain('vai até 3 conteúdos');
    expect((await importLines(owner, lines)).body).toMatchObject({ created: 0, skipped: 3, refused: 2 });
  });

  it('runs one import of an account at a time', async () => {
    const [owner, other] = [await signUp(), await signUp()];
    const boundary = 'fronteira';
    const sent = new PassThrough();
    sent.write(`--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="base.jsonl"\r\n\r\n`);
    sent.write(`${toText([HEADER, ...Array.from({ length: 100 }, (_, at) => faq(`Pergunta ${at}?`))])}\n`);
    const first = server.call({
      method: 'POST',
      url: `/api/contexts/${owner.contextId}/import`,
      headers: {
        authorization: `Bearer ${owner.tokens.accessToken}`,
        'content-type': `multipart/form-data; boundary=${boundary}`,
      },
      payload: sent,
    });
    await until(async () => (await query('select 1 from contents where account_id = $1', owner.accountId)).length > 0);
    expect(await importLines(owner, [])).toMatchObject({ status: 409, body: { code: 'import_running' } });
    expect((await importLines(other, [])).status).toBe(200);
    sent.end(`${toText([faq('A última?')])}\r\n--${boundary}--\r\n`);
    expect((await first).body).toMatchObject({ created: 101 });
    expect((await importLines(owner, [])).status).toBe(200);
  });

  it('refuses the appearance to those who may not change it, and imports the rest', async () => {
    const owner = await signUp();
    await fillBase(owner);
    const lines = await exportLines(owner);
    const writer = await server.as(await signUp(), 'WRITER');
    const { contextId } = writer;
    const before = await query('select appearance from contexts where id = $1', contextId);
    const answer = await upload(writer, toText(lines.slice(0, 3)), 'replace');
    expect(answer.body).toMatchObject({ created: 1, refused: 1, refusals: [{ line: 2 }] });
    expect(await query('select appearance from contexts where id = $1', contextId)).toEqual(before);
  });

  it('is forbidden for readers, other accounts and other contexts', async () => {
    const [owner, stranger] = [await signUp(), await signUp()];
    const reader = await server.as(owner, 'READER');
    expect((await reader.get(`/contexts/${owner.contextId}/export`)).status).toBe(403);
    expect((await importLines(reader, [faq('Oi?')])).status).toBe(403);
    expect((await stranger.get(`/contexts/${owner.contextId}/export`)).status).toBe(404);
    expect((await upload(stranger, toText([HEADER, faq('Oi?')]), 'keep', owner.contextId)).status).toBe(404);
    expect((await upload(stranger, toText([HEADER]), 'keep', owner.contextId)).status).toBe(404);
    expect(await query('select 1 from contents where account_id = $1', owner.accountId)).toEqual([]);
  });

  it('is forbidden for a context that the member cannot see', async () => {
    const owner = await signUp();
    const other = await inNewContext(owner);
    const admin = await server.as(owner, 'ADMIN', [other.contextId]);
    expect((await admin.get(`/contexts/${owner.contextId}/export`)).status).toBe(404);
    expect((await upload(admin, toText([HEADER, faq('Oi?')]), 'keep', owner.contextId)).status).toBe(404);
    expect(await query('select 1 from contents where account_id = $1', owner.accountId)).toEqual([]);
    expect((await admin.get(`/contexts/${other.contextId}/export`)).status).toBe(200);
  });
});

describe('a hostile file', () => {
  const good = faq('Aceitam Pix?');
  let account: Caller;
  beforeAll(async () => {
    account = await signUp();
  });
  /** Imports an invalid line between valid ones. Returns the outcome and the reason for the refused line. */
  async function refusalOf(bad: string | Buffer): Promise<string> {
    const owner = await inNewContext(account);
    const parts = [toText([HEADER, good]), '\n', bad, '\n', toText([faq('Abrem cedo?')])];
    const { body } = await upload(owner, Buffer.concat(parts.map((part) => Buffer.from(part))));
    expect(body).toMatchObject({ created: 2, updated: 0, skipped: 0, refused: 1, refusals: [{ line: 3 }] });
    expect(await query('select 1 from contents where context_id = $1', owner.contextId)).toHaveLength(2);
    return body.refusals[0].message;
  }
  const lineOf = (value: unknown) => JSON.stringify(value);

  it.each<[string, string | Buffer, RegExp]>([
    ['text that is not JSON', '{"kind":', /não é um JSON/],
    ['JSON that is not an object', '[1, 2]', /“kind”|objeto/],
    ['bytes that are no UTF-8', Buffer.from([0x7b, 0xff, 0xfe, 0x7d]), /UTF-8/],
    ['a line of 9 MB', lineOf(faq('x', { answer: 'x'.repeat(9 * 1024 * 1024) })), /passa de 2 MB/],
    ['deep nesting', '['.repeat(200_000), /JSON/],
    ['more values than a line may have', `[${'0,'.repeat(20_000)}0]`, /valores demais/],
    ['a NUL in a text', lineOf(faq('x\0y')), /nulo/],
    ['a NUL in a name', lineOf(faq('x', { 'a\0b': 1 })), /nulo/],
    ['an unknown kind', lineOf({ kind: 'user', email: 'a@b.com' }), /“kind”/],
    ['a wrong type', lineOf(faq('x', { enabled: 'true' })), /“enabled”/],
    ['a missing field', lineOf({ kind: 'faq', question: 'x' }), /“answer”: Obrigatório/],
    ['an answer beyond its limit', lineOf(faq('x', { answer: 'x'.repeat(5_001) })), /no máximo 5\.000/],
    ['somebody else’s account', lineOf(faq('x', { accountId: crypto.randomUUID() })), /“accountId” não existe/],
    ['somebody else’s content', lineOf(faq('x', { id: crypto.randomUUID() })), /“id” não existe/],
    [
      'a prototype',
      '{"kind":"faq","question":"x","answer":"y","enabled":true,"phrasings":[],"__proto__":{"a":1}}',
      /“__proto__”/,
    ],
    ['a script as address', lineOf(page('javascript:alert(1)', ['x'])), /“url”/],
    ['a second header', lineOf(HEADER), /cabeçalho/],
    ['a continuation line without a content', lineOf({ kind: 'passages', passages: [passage('x')] }), /continua/],
    [
      'a content without the rest of its text',
      lineOf(page('https://a.com.br/', ['x'], { passageCount: 2 })),
      /incompleto/,
    ],
    ['more passages than declared', lineOf(page('https://a.com.br/', ['x', 'y'], { passageCount: 1 })), /mais trechos/],
    ['a huge number of passages', lineOf(page('https://a.com.br/', [], { passageCount: 1e9 })), /“passageCount”/],
    [
      'a file of another format',
      [
        lineOf({
          kind: 'file',
          title: 'a',
          fileName: 'a.pdf',
          format: 'pdf',
          enabled: true,
          digest: null,
          phrasings: [],
          passages: [],
          passageCount: 0,
          byteCount: 4,
        }),
        lineOf({ kind: 'bytes', base64: Buffer.from('<htm').toString('base64') }),
      ].join('\n'),
      /formato/,
    ],
  ])('with %s is refused in that line only', async (_name, bad, expected) => {
    expect(await refusalOf(bad)).toMatch(expected);
  });

  it.each([
    ['is empty', ''],
    ['has no header', toText([good])],
    ['has another format', 'Pergunta;Resposta\nOi?;Olá.'],
    ['has the header of another format', toText([{ ...HEADER, format: 'outra' }, good])],
    ['comes from a newer version', toText([{ ...HEADER, version: 2 }, good])],
  ])('that %s is refused completely', async (_name, text) => {
    const owner = await inNewContext(account);
    const answer = await upload(owner, text);
    expect(answer).toMatchObject({ status: 422, body: { errors: [{ field: 'file' }] } });
    expect(await query('select 1 from contents where context_id = $1', owner.contextId)).toEqual([]);
  });

  it('is imported without an invalid image', async () => {
    const owner = await inNewContext(account);
    const [, appearance] = await exportLines(owner);
    const bad = { ...appearance, images: { open: Buffer.from('<svg onload=alert(1)>').toString('base64') } };
    const { body } = await importLines(owner, [bad, good], 'replace');
    expect(body).toMatchObject({ created: 1, refused: 1, refusals: [{ line: 2 }] });
    expect(body.refusals[0].message).toContain('imagem');
  });

  it('has one appearance only', async () => {
    const owner = await inNewContext(account);
    const [, appearance] = await exportLines(owner);
    const { body } = await importLines(owner, [appearance, appearance, good], 'replace');
    expect(body).toMatchObject({ created: 1, refused: 1, refusals: [{ line: 3 }] });
    expect(body.refusals[0].message).toContain('aparência');
  });

  it('ends at the thousandth refused line, and what came before stays', async () => {
    const owner = await inNewContext(account);
    const { body } = await upload(owner, `${toText([HEADER, good])}\n${'{}\n'.repeat(200_000)}${toText([good])}`);
    expect(body).toMatchObject({ created: 1, refused: 1_000, stoppedAt: 1_002 });
    expect(await query('select 1 from contents where context_id = $1', owner.contextId)).toHaveLength(1);
  });

  it('ends at the first line beyond the maximum, empty ones included', async () => {
    const owner = await inNewContext(account);
    const { body } = await upload(owner, `${toText([HEADER])}\n${'\n'.repeat(200_000)}${toText([good])}`);
    expect(body).toMatchObject({ created: 0, refused: 1, stoppedAt: 200_001, refusals: [{ line: 200_001 }] });
  });

  it('lists the first hundred refusals and counts them all', async () => {
    const owner = await inNewContext(account);
    const { body } = await upload(owner, `${toText([HEADER])}\n${'{}\n'.repeat(250)}`);
    expect(body).toMatchObject({ created: 0, refused: 250 });
    expect(body.refusals).toHaveLength(100);
  });
});
