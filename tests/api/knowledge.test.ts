import { beforeAll, describe, expect, it } from 'vitest';
import { fixture } from '../fixtures/fixture.ts';
import { parserProcesses } from '../support/parser-processes.ts';
import { type Caller, eventsOf, type SharedServer, sharedServer, textOf, until } from '../support/server.ts';

let server: SharedServer;
let owner: Caller;
beforeAll(async () => {
  server = await sharedServer();
  owner = await server.signUp();
});

const faq = { question: 'Qual é o prazo de troca?', answer: 'Você tem 30 dias para trocar, com a nota fiscal.' };
const trained = (caller: Caller, id: string) =>
  until(async () => {
    const { body } = await caller.get(`/contents/${id}`);
    return ['done', 'error'].includes(body.status) && body;
  });
const ask = (contextId: string, question: string, more: object = {}, headers: Record<string, string> = {}) =>
  server.call({ method: 'POST', url: `/api/widgets/${contextId}/messages`, payload: { question, ...more }, headers });

async function withFaq(entry = faq) {
  const caller = await server.signUp();
  const made = await caller.post('/contents/faq', { contextId: caller.contextId, ...entry });
  await trained(caller, made.body.id);
  return { caller, id: made.body.id as string, contextId: caller.contextId };
}

describe('contexts', () => {
  it('are created as subcontexts, renamed, moved and listed with parents first', async () => {
    const caller = await server.signUp({ website: 'https://loja-azul.com.br' });
    const { pool } = server.services.db;
    await pool.query(`update subscriptions set plan_id = 'business' where account_id = $1`, [caller.accountId]);
    const [root] = (await caller.get('/sessions/me/contexts')).body;
    expect(root.name).toBe('Loja Azul');
    const child = (await caller.post('/contexts', { name: 'Atacado', parentId: root.id })).body;
    const grandchild = (await caller.post('/contexts', { name: 'Exportação', parentId: child.id })).body;
    expect(grandchild.inheritance).toBe([root.id, child.id, grandchild.id].join('.'));
    expect((await caller.put(`/contexts/${child.id}`, { parentId: grandchild.id })).body.code).toBe('context_cycle');
    expect((await caller.put(`/contexts/${child.id}`, { name: 'Atacado B2B', parentId: null })).status).toBe(200);
    const listed = (await caller.get('/sessions/me/contexts')).body;
    expect(listed.map((context: any) => context.name)).toEqual(['Atacado B2B', 'Exportação', 'Loja Azul']);
    expect(listed[1].inheritance).toBe([child.id, grandchild.id].join('.'));
    expect((await caller.post('/contexts', { name: 'Loja Azul' })).body).toMatchObject({
      code: 'already_exists',
      errors: [{ field: 'name' }],
    });
  });

  it('are deleted with their contents moved to the parent, except for the last one', async () => {
    const { caller, contextId } = await withFaq();
    expect((await caller.delete(`/contexts/${contextId}`)).body.code).toBe('last_context');
    const child = (await caller.post('/contexts', { name: 'Filial', parentId: contextId })).body;
    expect((await caller.delete(`/contexts/${contextId}`)).body.code).toBe('context_has_subcontexts');
    const entry = { question: 'Onde fica a filial?', answer: 'A filial fica na Rua das Acácias, 12.' };
    const { id } = (await caller.post('/contents/faq', { contextId: child.id, ...entry })).body;
    await trained(caller, id);
    expect((await caller.delete(`/contexts/${child.id}?contents=move`)).status).toBe(204);
    expect((await caller.get(`/contents/${id}`)).body.contextId).toBe(contextId);
    expect(textOf(await ask(contextId, 'onde fica a filial?'))).toBe(entry.answer);
  });
});

describe('a question with its answer', () => {
  it('is trained and then answers with its source', async () => {
    const made = await owner.post('/contents/faq', { contextId: owner.contextId, ...faq });
    expect(made).toMatchObject({ status: 201, body: { type: 'FAQ', format: 'faq', title: faq.question } });
    expect(['pending', 'working', 'done']).toContain(made.body.status);
    expect(await trained(owner, made.body.id)).toMatchObject({ status: 'done', reason: null });
    const answer = await ask(owner.contextId, 'qual o prazo pra trocar?');
    expect(answer).toMatchObject({ status: 200 });
    expect(String(answer.headers['content-type'])).toContain('text/event-stream');
    const events = eventsOf(answer.text);
    expect(events.map(({ event }) => event).filter((event, at, all) => event !== all[at - 1])).toEqual([
      'conversation',
      'sources',
      'delta',
      'done',
    ]);
    expect(textOf(answer)).toBe(faq.answer);
    expect(events[1]?.data).toMatchObject([{ contentId: made.body.id, title: faq.question, excerpt: faq.answer }]);
    expect(events.at(-1)?.data).toMatchObject({ grounded: true, links: [] });
  });

  it('is unique per context regardless of spelling, but can be edited', async () => {
    const { caller, id, contextId } = await withFaq();
    const again = await caller.post('/contents/faq', { contextId, question: ' qual e o prazo  de troca', answer: 'x' });
    const message = 'Esta pergunta já existe neste contexto.';
    expect(again).toMatchObject({ status: 409, body: { code: 'question_known', message } });
    expect(again.body.errors).toEqual([{ field: 'question', code: 'question_known', message }]);
    const decomposed = 'QUAL É O PRAZO DE TROCA ?!'.normalize('NFD');
    expect((await caller.post('/contents/faq', { contextId, question: decomposed, answer: 'x' })).status).toBe(409);
    expect((await caller.get(`/contents?contextId=${contextId}`)).body.total).toBe(1);
    expect((await caller.put(`/contents/${id}`, { ...faq, question: 'Qual o prazo de troca?' })).status).toBe(200);
    const child = (await caller.post('/contexts', { name: 'Filial', parentId: contextId })).body;
    expect((await caller.post('/contents/faq', { contextId: child.id, ...faq })).status).toBe(201);
    const both = { contextId: child.id, question: 'Tem estacionamento?', answer: 'Sim.' };
    const two = await Promise.all([caller.post('/contents/faq', both), caller.post('/contents/faq', both)]);
    expect(two.map(({ status }) => status).sort()).toEqual([201, 409]);
  });

  it('answers with the old text until the new one is trained', async () => {
    const { caller, id, contextId } = await withFaq();
    const edited = await caller.put(`/contents/${id}`, { answer: 'Agora são 45 dias para trocar.' });
    expect(edited.body.status).toBe('pending');
    await trained(caller, id);
    expect(textOf(await ask(contextId, 'prazo de troca'))).toBe('Agora são 45 dias para trocar.');
  });

  it('stops answering with the next question after it is disabled or deleted', async () => {
    const { caller, id, contextId } = await withFaq();
    expect(textOf(await ask(contextId, faq.question))).toBe(faq.answer);
    await caller.put(`/contents/${id}`, { enabled: false });
    expect(textOf(await ask(contextId, faq.question))).not.toBe(faq.answer);
    await caller.put(`/contents/${id}`, { enabled: true });
    expect(textOf(await ask(contextId, faq.question))).toBe(faq.answer);
    await caller.delete(`/contents/${id}`);
    expect(textOf(await ask(contextId, faq.question))).not.toBe(faq.answer);
    expect((await caller.get(`/contents/${id}`)).body.code).toBe('not_found');
  });

  it('is inherited by subcontexts but not by parents', async () => {
    const { caller, contextId } = await withFaq();
    const child = (await caller.post('/contexts', { name: 'Filial', parentId: contextId })).body;
    expect(textOf(await ask(child.id, faq.question))).toBe(faq.answer);
    const entry = { question: 'Tem estacionamento na filial?', answer: 'Sim, com 40 vagas cobertas.' };
    await trained(caller, (await caller.post('/contents/faq', { contextId: child.id, ...entry })).body.id);
    expect(textOf(await ask(child.id, entry.question))).toBe(entry.answer);
    expect(textOf(await ask(contextId, entry.question))).not.toBe(entry.answer);
    const withParents = await caller.get(`/contents?contextId=${child.id}&parents=true`);
    expect(withParents.body.total).toBe(2);
    expect((await caller.get(`/contents?contextId=${child.id}`)).body.total).toBe(1);
  });

  it('is declined for free with the default message when no content matches', async () => {
    const { caller, contextId } = await withFaq();
    const answer = await ask(contextId, 'Qual a distância da Terra até a Lua?');
    const events = eventsOf(answer.text);
    expect(events.map(({ event }) => event)).toEqual(['conversation', 'delta', 'done']);
    expect(textOf(answer)).toContain('Não encontrei essa informação');
    expect(events.at(-1)?.data.grounded).toBe(false);
    expect((await caller.get('/sessions/me/plan')).body.creditsUsed).toBe(0);
  });
});

describe('files', () => {
  const text = 'GARANTIA\n\nTodo produto tem garantia de 18 meses contra defeito de fabricação.\n';
  const send = (caller: Caller, name: string, bytes: Buffer) =>
    caller.upload('/contents/file', { contextId: caller.contextId }, { name, bytes });

  it('are trained and quoted, and the original is deleted', async () => {
    const caller = await server.signUp();
    const made = await send(caller, 'Garantia.TXT', Buffer.from(text));
    expect(made).toMatchObject({ status: 201, body: { type: 'FILE', format: 'txt', fileName: 'Garantia.TXT' } });
    expect((await trained(caller, made.body.id)).status).toBe('done');
    const answer = await ask(caller.contextId, 'quanto tempo de garantia tem o produto?');
    expect(textOf(answer)).toBe('Todo produto tem garantia de 18 meses contra defeito de fabricação.');
    const storedFiles = await server.services.db.pool.query('select 1 from content_files where content_id = $1', [
      made.body.id,
    ]);
    expect(storedFiles.rowCount).toBe(0);
  });

  it('larger than one stored slice are read completely', async () => {
    const caller = await server.signUp();
    const line = (n: number) => `O pedido marco${n} chega em ${n} dias úteis depois do pagamento.`;
    // Spaces take space in the file, but none in the passages.
    const lines = Array.from({ length: 1_100 }, (_, n) => line(n).padEnd(1_000));
    const bytes = Buffer.from(lines.join('\n\n'));
    expect(bytes.length).toBeGreaterThan(1024 * 1024);
    const { id } = (await send(caller, 'pedidos.txt', bytes)).body;
    expect((await trained(caller, id)).status).toBe('done');
    const passages: { text: string }[] = [];
    for (let total = 1; passages.length < total;) {
      const { body } = await caller.get(`/contents/${id}/text?from=${passages.length}&limit=100`);
      total = body.total;
      passages.push(...body.data);
    }
    const found = passages.flatMap(({ text: part }) => part.match(/marco\d+/g) ?? []);
    expect(new Set(found)).toEqual(new Set(lines.map((_, n) => `marco${n}`)));
  });

  it('are rejected with the two exact messages of the specification', async () => {
    expect((await send(owner, 'foto.png', Buffer.from('x'))).body).toMatchObject({
      code: 'file_format',
      message: 'foto.png - Os arquivos devem estar no formato txt, pdf ou docx!',
    });
    const large = await send(owner, 'grande.txt', Buffer.alloc(10 * 1024 * 1024 + 1, 'a'));
    expect(large).toMatchObject({
      status: 413,
      body: { code: 'file_too_large', message: 'grande.txt - Os arquivos não podem exceder 10MB!' },
    });
  });

  it('without a byte are rejected', async () => {
    const { id } = (await send(owner, 'cheio.txt', Buffer.from('A loja abre às nove.'))).body;
    const refused = { status: 422, body: { code: 'file_empty', message: 'vazio.docx - O arquivo está vazio.' } };
    const file = { name: 'vazio.docx', bytes: Buffer.alloc(0) };
    expect(await send(owner, file.name, file.bytes)).toMatchObject(refused);
    expect(await owner.upload(`/contents/file/${id}`, {}, file, 'PUT')).toMatchObject(refused);
  });

  it('are validated by their bytes, not their names', async () => {
    const others: [name: string, bytes: Buffer][] = [
      ['planilha.pdf', Buffer.from('PK\x03\x04 uma planilha')],
      ['foto.docx', Buffer.from(fixture('manual.pdf').bytes)],
      ['programa.doc', Buffer.from('MZ\x90\0 um programa')],
      ['manual.txt', Buffer.from(fixture('manual.pdf').bytes)],
      ['binario.txt', Buffer.from(Array.from({ length: 4_096 }, (_, n) => n % 32))],
    ];
    const { id } = (await send(owner, 'troca.txt', Buffer.from('O prazo de troca é de sete dias.'))).body;
    for (const [name, bytes] of others) {
      const message = `${name} - Os arquivos devem estar no formato txt, pdf ou docx!`;
      const refused = { status: 422, body: { code: 'file_format', message } };
      expect(await send(owner, name, bytes)).toMatchObject(refused);
      expect(await owner.upload(`/contents/file/${id}`, {}, { name, bytes }, 'PUT')).toMatchObject(refused);
    }
    for (const name of ['manual.pdf', 'manual.docx', 'manual.doc', 'manual-utf16le.txt'])
      expect(await send(owner, name, Buffer.from(fixture(name).bytes))).toMatchObject({ status: 201 });
  });

  it('with a very long name keep a shortened name and their extension', async () => {
    const made = await send(owner, `${'nome '.repeat(2_000)}.txt`, Buffer.from(`${text}\nNúmero 2.`));
    expect(made.status).toBe(201);
    expect(made.body.title).toHaveLength(500);
    expect(made.body.fileName).toMatch(/^(nome )+.*\.txt$/);
    expect((await trained(owner, made.body.id)).status).toBe('done');
  });

  it('of two accounts are never read by the same process', async () => {
    const readFile = async (caller: Caller) => {
      const made = await send(caller, 'porte.txt', Buffer.from('O frete é grátis acima de cem reais.'));
      expect((await trained(caller, made.body.id)).status).toBe('done');
      return parserProcesses();
    };
    const first = await readFile(await server.signUp());
    const second = await readFile(await server.signUp());
    // On a busy machine, the first may have ended meanwhile.
    expect(second.filter((pid) => !first.includes(pid))).toHaveLength(1);
  });

  it('are deleted by their type in any case', async () => {
    for (const [at, type] of ['FILE', 'file'].entries()) {
      const { id } = (await send(owner, 'some.txt', Buffer.from(`Some daqui, texto ${at}.`))).body;
      expect((await owner.delete(`/contents/${id}/FAQ`)).status).toBe(404);
      expect((await owner.delete(`/contents/${id}/${type}`)).status).toBe(204);
      expect((await owner.get(`/contents/${id}`)).status).toBe(404);
    }
  });

  it('without text fail with a reason and can be replaced', async () => {
    const made = await send(owner, 'vazio.txt', Buffer.from(' \r\n\t '));
    const failed = await trained(owner, made.body.id);
    expect(failed).toMatchObject({ status: 'error', reason: 'O arquivo está vazio.' });
    const replaced = await owner.upload(
      `/contents/file/${made.body.id}`,
      {},
      { name: 'cheio.txt', bytes: Buffer.from(text) },
      'PUT',
    );
    expect(replaced).toMatchObject({ status: 200, body: { status: 'pending', title: 'cheio.txt', reason: null } });
    expect((await trained(owner, made.body.id)).status).toBe('done');
  });

  it('are required and only accepted as a multipart form', async () => {
    expect((await owner.post('/contents/file', { contextId: owner.contextId })).body.code).toBe(
      'unsupported_media_type',
    );
    const noContext = await owner.upload('/contents/file', {}, { name: 'a.txt', bytes: Buffer.from('a') });
    expect(noContext.body).toMatchObject({
      code: 'invalid_input',
      errors: [{ field: 'contextId', message: 'Obrigatório' }],
    });
  });
});

describe('conversations', () => {
  it('continue for their visitor and are hidden from others', async () => {
    const { contextId } = await withFaq();
    const visitorToken = 'visitante-de-um-so-dispositivo';
    const first = eventsOf((await ask(contextId, faq.question, { visitorToken })).text)[0]?.data.id;
    const second = await ask(contextId, 'e o prazo de troca?', { conversationId: first, visitorToken });
    expect(eventsOf(second.text)[0]?.data.id).toBe(first);
    const readConversation = (token: string) =>
      server.call({
        method: 'GET',
        url: `/api/widgets/${contextId}/conversations/${first}`,
        headers: { 'visitor-token': token },
      });
    expect((await readConversation(visitorToken)).body.exchanges).toMatchObject([
      { question: faq.question, answer: faq.answer, grounded: true },
      { question: 'e o prazo de troca?' },
    ]);
    expect((await readConversation('um-outro-visitante-qualquer')).body.code).toBe('not_found');
    expect((await ask(contextId, 'oi?', { conversationId: first, visitorToken: 'um-outro-visitante' })).body.code).toBe(
      'not_found',
    );
    expect((await ask(contextId, 'oi?', { conversationId: first })).body.code).toBe('not_found');
  });

  it('count and charge a repeated message once', async () => {
    const { caller, contextId } = await withFaq();
    const messageId = crypto.randomUUID();
    const conversationId = eventsOf((await ask(contextId, faq.question, { messageId })).text)[0]?.data.id;
    for (let time = 0; time < 3; time++) {
      const again = await ask(contextId, faq.question, { messageId, conversationId });
      expect(textOf(again)).toBe(faq.answer);
    }
    const detail = (await caller.get(`/conversations/${conversationId}`)).body;
    expect(detail).toMatchObject({ interactions: 1, totalTokens: 0, type: 'widget', firstQuestion: faq.question });
    expect(detail.exchanges).toMatchObject([
      { id: messageId, question: faq.question, answer: faq.answer, model: 'embedded' },
    ]);
    expect((await caller.get('/sessions/me/plan')).body.creditsUsed).toBe(0.2);
  });

  it('from the console are previews, only for users of the account', async () => {
    const { caller, contextId } = await withFaq();
    const authorization = `Bearer ${caller.tokens.accessToken}`;
    const id = eventsOf((await ask(contextId, faq.question, {}, { authorization })).text)[0]?.data.id;
    expect((await caller.get(`/conversations/${id}`)).body.type).toBe('preview');
    const stranger = await server.signUp();
    const foreign = await ask(contextId, faq.question, {}, { authorization: `Bearer ${stranger.tokens.accessToken}` });
    expect(foreign.body.code).toBe('not_found');
  });

  it('are rated and ended by their visitor if the plan includes feedback', async () => {
    const { caller, contextId } = await withFaq();
    const visitorToken = 'visitante-que-avalia';
    const messageId = crypto.randomUUID();
    const id = eventsOf((await ask(contextId, faq.question, { visitorToken, messageId })).text)[0]?.data.id;
    const postAsVisitor = (path: string, payload: object, token = visitorToken) =>
      server.call({
        method: 'POST',
        url: `/api/widgets/${contextId}/conversations/${id}${path}`,
        payload,
        headers: { 'visitor-token': token },
      });
    const shown = async () => (await server.call({ url: `/api/widgets/${contextId}` })).body.feedback;
    expect(await shown()).toBe(false);
    for (const [path, payload] of [
      ['/end', { satisfied: true }],
      [`/messages/${messageId}/rating`, { rating: 'up' }],
    ] as const) {
      const refused = await postAsVisitor(path, payload);
      expect([refused.status, refused.body.code, refused.body.flag]).toEqual([
        403,
        'plan_upgrade_required',
        'interactionsFeedback',
      ]);
    }
    await server.services.db.pool.query(`update subscriptions set plan_id = 'professional' where account_id = $1`, [
      caller.accountId,
    ]);
    expect(await shown()).toBe(true);
    expect((await postAsVisitor(`/messages/${messageId}/rating`, { rating: 'up' })).status).toBe(204);
    expect((await postAsVisitor('/end', { satisfied: true })).status).toBe(204);
    expect((await postAsVisitor('/end', { satisfied: false }, 'alguem-que-nao-estava-la')).status).toBe(404);
    expect((await caller.get(`/conversations/${id}`)).body.satisfied).toBe(true);
    const transcript = await server.call({
      url: `/api/widgets/${contextId}/conversations/${id}`,
      headers: { 'visitor-token': visitorToken },
    });
    expect(transcript.body).toMatchObject({ satisfied: true, exchanges: [{ id: messageId, rating: 'up' }] });
  });

  it('reject invalid questions and unknown ids', async () => {
    const { contextId } = await withFaq();
    expect((await ask(contextId, '   ')).body).toMatchObject({
      code: 'invalid_input',
      errors: [{ field: 'question' }],
    });
    expect((await ask(contextId, 'a'.repeat(2_001))).body.code).toBe('invalid_input');
    expect((await ask(contextId, 'a'.repeat(100_000))).body.code).toBe('payload_too_large');
    expect((await ask(contextId, 'oi', { conversationId: crypto.randomUUID() })).body.code).toBe('not_found');
    expect((await ask(crypto.randomUUID(), 'oi')).body.code).toBe('not_found');
    expect((await ask('nada', 'oi')).body.code).toBe('not_found');
  });
});

describe('links', () => {
  it('are returned with the answers that contain their words', async () => {
    const { caller, contextId } = await withFaq();
    const rule = { contextId, word: 'nota fiscal', link: 'empresa.com.br/nota' };
    await caller.post('/hyperlinks', rule);
    await caller.post('/hyperlinks', { contextId, word: 'nota', link: 'empresa.com.br/x', caseSensitive: true });
    await caller.post('/hyperlinks', { contextId, word: 'dia', link: 'empresa.com.br/y' });
    const { links } = eventsOf((await ask(contextId, faq.question)).text).at(-1)?.data;
    expect(links).toEqual([
      { word: 'nota fiscal', link: 'https://empresa.com.br/nota', caseSensitive: false },
      { word: 'nota', link: 'https://empresa.com.br/x', caseSensitive: true },
    ]);
  });
});

describe('the allowed origins of a widget', () => {
  const from = (contextId: string, origin: string) => ask(contextId, faq.question, {}, { origin });

  it('start with the sign-up website, and no other origin can chat', async () => {
    const { caller, contextId } = await withFaq();
    const installed = (await caller.get(`/contexts/${contextId}/origins`)).body;
    expect(installed.origins).toEqual(['https://empresa.com.br', 'https://www.empresa.com.br']);
    expect(installed.snippet).toBe(`<script src="http://prosa.test/w/${contextId}.js" async></script>`);
    const good = await from(contextId, 'https://www.empresa.com.br');
    expect(good.headers['access-control-allow-origin']).toBe('https://www.empresa.com.br');
    expect(textOf(good)).toBe(faq.answer);
    const bad = await from(contextId, 'https://outra.com.br');
    expect(bad).toMatchObject({ status: 403, body: { code: 'origin_not_allowed' } });
    expect(bad.headers['access-control-allow-origin']).toBeUndefined();
    await caller.put(`/contexts/${contextId}/origins`, { origins: ['outra.com.br/pagina'] });
    expect((await from(contextId, 'https://outra.com.br')).status).toBe(200);
    expect((await from(contextId, 'https://www.empresa.com.br')).status).toBe(403);
    expect((await caller.get(`/contexts/${contextId}/origins`)).body.lastSeenAt).not.toBeNull();
  });

  it('do not include a name that somebody else points to this server', async () => {
    const { contextId } = await withFaq();
    const asHost = (host: string, origin: string) => ask(contextId, faq.question, {}, { host, origin });
    const foreign = await asHost('golpe.example', 'http://golpe.example');
    expect(foreign).toMatchObject({ status: 403, body: { code: 'origin_not_allowed' } });
    expect(foreign.headers['access-control-allow-origin']).toBeUndefined();
    expect((await asHost('localhost.golpe.example', 'http://localhost.golpe.example')).status).toBe(403);
    for (const host of ['localhost:3000', '192.168.0.7:3000', '[::1]:3000'])
      expect((await asHost(host, `http://${host}`)).status, host).toBe(200);
    expect((await asHost('prosa.test', 'http://prosa.test')).status).toBe(200);
  });

  it('are returned to preflight requests', async () => {
    const { caller, contextId } = await withFaq();
    const preflight = (origin: string) =>
      server.call({
        method: 'OPTIONS',
        url: `/api/widgets/${contextId}/messages`,
        headers: { origin, 'access-control-request-method': 'POST', 'access-control-request-headers': 'content-type' },
      });
    const good = await preflight('https://empresa.com.br');
    expect(good.headers['access-control-allow-origin']).toBe('https://empresa.com.br');
    expect((await preflight('https://outra.com.br')).headers['access-control-allow-origin']).toBeUndefined();
    // Browsers send nothing more, so the owner learns of the site from here.
    const { refused } = (await caller.get(`/contexts/${contextId}/origins`)).body;
    expect(refused).toMatchObject({ origin: 'https://outra.com.br' });
  });
});

describe('links', () => {
  it('are one word in upper and lower case unless case matters', async () => {
    const caller = await server.signUp();
    const { contextId } = caller;
    const add = (word: string, caseSensitive = false) =>
      caller.post('/hyperlinks', { contextId, word, link: 'https://loja.com.br/pix', caseSensitive });
    const first = (await add('pix')).body;
    expect((await add('Pix')).body).toMatchObject({ status: 409, code: 'already_exists', errors: [{ field: 'word' }] });
    const exact = (await add('Pix', true)).body;
    expect(exact.word).toBe('Pix');
    const loose = await caller.put(`/hyperlinks/${exact.id}`, { caseSensitive: false });
    expect(loose.body).toMatchObject({ status: 409, errors: [{ field: 'word' }] });
    expect((await caller.put(`/hyperlinks/${first.id}`, { word: 'PIX' })).status).toBe(200);
  });
});

describe('the originals of files', () => {
  const bytes = Buffer.from('Trocas\n\nAceitamos trocas em até trinta dias com a nota fiscal.');
  const download = (caller: Caller, id: string) => caller.get(`/contents/${id}/original`);
  const upload = async (caller: Caller, name: string) => {
    const made = await caller.upload('/contents/file', { contextId: caller.contextId }, { name, bytes });
    await trained(caller, made.body.id);
    return made.body.id as string;
  };

  it('are deleted after the training, or kept and downloaded if the owner says so, until the owner changes it', async () => {
    const owner = await server.signUp();
    const gone = await upload(owner, 'trocas.txt');
    expect((await owner.get(`/contents/${gone}`)).body.hasOriginal).toBe(false);
    expect((await download(owner, gone)).status).toBe(404);
    const reader = await server.as(owner, 'READER');
    expect((await reader.put('/account', { keepsFiles: true })).status).toBe(403);
    expect((await owner.put('/account', { keepsFiles: true })).body.keepsFiles).toBe(true);
    await owner.delete(`/contents/${gone}`);
    const kept = await upload(owner, 'trocas é (novas).txt');
    expect((await owner.get(`/contents/${kept}`)).body.hasOriginal).toBe(true);
    const file = await download(reader, kept);
    expect(file.text).toBe(bytes.toString('utf8'));
    expect(file.headers['content-disposition']).toBe("attachment; filename*=UTF-8''trocas%20%C3%A9%20%28novas%29.txt");
    expect(file.headers['content-type']).toBe('application/octet-stream');
    const stranger = await server.signUp();
    expect((await download(stranger, kept)).status).toBe(404);
    await owner.put('/account', { keepsFiles: false });
    expect((await download(owner, kept)).status).toBe(404);
    expect((await owner.get(`/contents/${kept}`)).body.status).toBe('done');
  });
});
