import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { notePresence } from '../../src/server/chat/handover/presence.ts';
import { tenant } from '../../src/server/db/tenant.ts';
import type { Exchange } from '../../src/shared/chat-protocol.ts';
import type { Role } from '../../src/shared/roles.ts';
import { closeStreams, listenTo } from '../support/changes-stream.ts';
import { type Caller, eventsOf, type SharedServer, sharedServer, textOf, until } from '../support/server.ts';

let server: SharedServer;
beforeAll(async () => {
  server = await sharedServer();
});
afterAll(closeStreams);

const rowsOf = async (text: string, ...values: unknown[]) => (await server.services.db.pool.query(text, values)).rows;

/** Says that a person's inbox is open. */
const comeIn = ({ accountId, userId }: Caller) =>
  notePresence(server.services.db, tenant(accountId, 'all'), { id: userId, userId, userName: 'Ana' });

/** Returns an owner whose visitors may call a person. */
async function openTeam(isThere = true): Promise<Caller> {
  const owner = await server.signUp({ name: 'Ana Lima' });
  expect((await owner.put(`/contexts/${owner.contextId}/handover`, { isOn: true, hours: [] })).status).toBe(200);
  if (isThere) await comeIn(owner);
  return owner;
}

/** A visitor of a context, with a conversation. */
async function visit(
  contextId: string,
  question = 'Quero falar com um atendente',
  headers: Record<string, string> = {},
) {
  const visitorToken = `visitante-${randomUUID()}`;
  const ask = (text: string, conversationId?: string, messageId: string = randomUUID()) =>
    server.call({
      method: 'POST',
      url: `/api/widgets/${contextId}/messages`,
      headers,
      payload: { question: text, visitorToken, messageId, ...(conversationId && { conversationId }) },
    });
  const asked = await ask(question);
  const events = eventsOf(asked.text);
  const id = events[0]!.data.id as string;
  const send = (method: 'GET' | 'POST', path: string, payload?: object) =>
    server.call({
      method,
      url: `/api/widgets/${contextId}/conversations/${id}${path}`,
      headers: { 'visitor-token': visitorToken },
      ...(payload && { payload }),
    });
  return {
    id,
    done: events.at(-1)!.data,
    text: textOf(asked),
    ask: (text: string, messageId?: string) => ask(text, id, messageId),
    choose: (chosen: object) =>
      server.call({
        method: 'POST',
        url: `/api/widgets/${contextId}/messages`,
        payload: { visitorToken, messageId: randomUUID(), conversationId: id, chosen },
      }),
    call: () => send('POST', '/person', {}),
    leave: () => send('POST', '/person/leave', {}),
    write: (text: string, messageId: string = randomUUID()) =>
      send('POST', '/person/messages', { id: messageId, text }),
    readAll: async () => (await send('GET', '')).body,
    read: async () => (await send('GET', '')).body.talk,
    look: async () => (await send('GET', '/person')).body.talk,
  };
}
type Visitor = Awaited<ReturnType<typeof visit>>;
const texts = (talk: { messages: { author: string; text: string }[] }) =>
  talk.messages.map(({ author, text }) => `${author}: ${text}`);

describe('a call for a person', () => {
  it('is offered when it is on, within the hours, and while somebody is there', async () => {
    const owner = await server.signUp();
    const { contextId } = owner;
    expect((await visit(contextId)).done).not.toHaveProperty('handover');
    await owner.put(`/contexts/${contextId}/handover`, { isOn: true, hours: [] });
    const alone = await visit(contextId);
    expect(alone.done).not.toHaveProperty('handover');
    expect(alone.text).toContain('ninguém da equipe');
    await comeIn(owner);
    expect((await visit(contextId)).done.handover).toBe('join');
    const days = [0, 1, 2, 3, 4, 5, 6];
    await owner.put(`/contexts/${contextId}/handover`, { isOn: true, hours: [{ days, from: '00:00', to: '00:01' }] });
    const late = await visit(contextId);
    expect(late.text).toMatch(/Voltamos .* às 00:00/);
    expect((await late.call()).body.code).toBe('nobody_there');
  });

  it('is offered after two questions without an answer, and to complaints', async () => {
    const { contextId } = await openTeam();
    const visitor = await visit(contextId, 'Qual é a órbita de Netuno?');
    expect(visitor.done.handover).toBeUndefined();
    const again = await visitor.ask('E quantas luas tem Saturno?');
    expect(eventsOf(again.text).at(-1)!.data.handover).toBe('offered');
    const angry = await visit(contextId, 'Péssimo atendimento, meu pedido chegou quebrado!');
    expect(angry.done.handover).toBe('offered');
    // On the next page, too.
    const offersOf = async ({ readAll }: Visitor) =>
      (await readAll()).exchanges.map(({ person, handover }: Exchange) => ({ person, handover }));
    const offered = { person: {}, handover: 'offered' };
    expect(await offersOf(visitor)).toEqual([{}, offered]);
    expect(await offersOf(angry)).toEqual([offered]);
  });

  it('is offered or made as before when the same message is sent again', async () => {
    const { contextId } = await openTeam();
    const visitor = await visit(contextId, 'Qual é a órbita de Netuno?');
    for (const [question, handover] of [
      ['E quantas luas tem Saturno?', 'offered'],
      ['Quero falar com um atendente', 'join'],
    ] as const) {
      const messageId = randomUUID();
      const [first, again] = [await visitor.ask(question, messageId), await visitor.ask(question, messageId)];
      expect(eventsOf(first.text).at(-1)!.data).toMatchObject({ handover });
      expect(eventsOf(again.text).at(-1)!.data).toEqual(eventsOf(first.text).at(-1)!.data);
    }
  });

  it('comes before what the knowledge base says about how to reach the team', async () => {
    const { contextId, ...owner } = await openTeam();
    const answer = 'Ligue para (11) 3333-2222 ou escreva para ajuda@empresa.com.br.';
    await owner.post('/contents/faq', { contextId, question: 'Como falo com um atendente?', answer });
    const visitor = await visit(contextId);
    expect(visitor.text).toBe('Claro! Vou chamar uma pessoa da nossa equipe.');
    expect(visitor.done.handover).toBe('join');
    // Neither does the next page offer what was not offered.
    expect((await visitor.readAll()).exchanges[0]).not.toHaveProperty('person');
  });

  it('refuses hours that end before they start', async () => {
    const owner = await server.signUp();
    const hours = [{ days: [0], from: '18:00', to: '09:00' }];
    expect((await owner.put(`/contexts/${owner.contextId}/handover`, { isOn: true, hours })).status).toBe(422);
  });
});

describe('a talk', () => {
  it('goes both ways, keeps the assistant silent, and gives back', async () => {
    const owner = await openTeam();
    const visitor = await visit(owner.contextId);
    const called = await visitor.call();
    expect(called.body).toMatchObject({ state: 'waiting', place: 1, person: null, protocol: /^\d{8}-0001$/ });
    expect((await visitor.call()).body.protocol).toBe(called.body.protocol);
    expect((await owner.get('/inbox?view=waiting')).body.data).toMatchObject([{ id: visitor.id, reason: 'asked' }]);
    await visitor.write('Estou esperando');
    expect((await owner.post(`/inbox/${visitor.id}/take`)).body).toMatchObject({ state: 'taken', person: 'Ana Lima' });
    await owner.post(`/inbox/${visitor.id}/messages`, { id: randomUUID(), text: 'Oi, sou a Ana' });
    await owner.post(`/inbox/${visitor.id}/messages`, { id: randomUUID(), text: 'cliente antigo', isNote: true });
    const asked = eventsOf((await visitor.ask('Vocês abrem hoje?')).text);
    expect(asked.map(({ event }) => event)).toEqual(['conversation', 'done']);
    expect(asked.at(-1)!.data.handover).toBe('join');
    expect(texts(await visitor.read())).toEqual([
      ...['system: waiting', 'visitor: Estou esperando', 'system: taken', 'person: Oi, sou a Ana'],
      'visitor: Vocês abrem hoje?',
    ]);
    const { body } = await owner.get(`/inbox/${visitor.id}`);
    expect(texts(body)).toContain('note: cliente antigo');
    expect((await owner.post(`/inbox/${visitor.id}/return`)).body.state).toBe('returned');
    expect(eventsOf((await visitor.ask('Vocês abrem hoje?')).text).at(-1)!.data.handover).toBeUndefined();
    expect((await visitor.write('Ainda aí?')).body.code).toBe('talk_over');
  });

  it('tells who may reply how to reach the visitor, and nothing of contexts that a colleague does not see', async () => {
    const owner = await openTeam();
    const other = (await owner.post('/contexts', { name: 'Outra' })).body.id;
    const visitor = await visit(owner.contextId);
    await visitor.call();
    const leave = (contextId: string, email: string) =>
      server.services.db.pool.query(
        `insert into visitor_messages (account_id, id, context_id, visitor_hash, type, name, question, email, whatsapp, consent_text, consent_version)
         select account_id, gen_random_uuid(), $2, visitor_hash, 'widget', 'Rosa', 'Abrem hoje?', $3, '5511912345678', 'Sim', 'v'
         from conversations where id = $1`,
        [visitor.id, contextId, email],
      );
    await leave(owner.contextId, 'rosa@visitante.com.br');
    const briefFor = async (role: Role, contextIds?: string[]) =>
      (await (await server.as(owner, role, contextIds)).get(`/inbox/${visitor.id}`)).body.brief.visitor;
    expect(await briefFor('WRITER')).toMatchObject({ email: 'rosa@visitante.com.br', whatsapp: '5511912345678' });
    expect(await briefFor('READER')).toMatchObject({ name: 'Rosa', email: null, whatsapp: null });
    await leave(other, 'segredo@visitante.com.br');
    expect(await briefFor('WRITER', [owner.contextId])).toMatchObject({ email: 'rosa@visitante.com.br' });
  });

  it('gets the suggestion that a visitor chooses, once, as a message', async () => {
    const owner = await openTeam();
    const visitor = await visit(owner.contextId, 'Vocês abrem hoje?');
    const offered = { contentId: randomUUID(), ordinal: 0, label: 'Horário da loja', excerpt: 'Das 8h às 18h.' };
    await rowsOf(
      'update messages set suggestions = $2 where conversation_id = $1',
      visitor.id,
      JSON.stringify([offered]),
    );
    await visitor.call();
    const { contentId, ordinal } = offered;
    for (let time = 0; time < 2; time += 1) {
      const events = eventsOf((await visitor.choose({ contentId, ordinal })).text);
      expect(events.map(({ event }) => event)).toEqual(['conversation', 'done']);
      expect(events.at(-1)!.data.handover).toBe('join');
    }
    expect(texts(await visitor.read())).toEqual(['system: waiting', 'visitor: Horário da loja']);
  });

  it('begins when a person joins uncalled, and the visitor sees who it is', async () => {
    const owner = await openTeam();
    const visitor = await visit(owner.contextId, 'Vocês abrem hoje?');
    expect(await visitor.look()).toBeNull();
    await owner.post(`/inbox/${visitor.id}/take`);
    expect(await visitor.look()).toMatchObject({ state: 'taken', person: 'Ana Lima' });
    expect((await owner.get(`/inbox/${visitor.id}`)).body.row.reason).toBe('opened');
  });

  it('begins with nobody while it is off, but goes on with who waits', async () => {
    const owner = await openTeam();
    const [waiting, uncalled] = [await visit(owner.contextId), await visit(owner.contextId, 'Vocês abrem hoje?')];
    await waiting.call();
    await owner.put(`/contexts/${owner.contextId}/handover`, { isOn: false, hours: [] });
    expect((await owner.post(`/inbox/${uncalled.id}/take`)).body.code).toBe('handover_off');
    expect(await uncalled.look()).toBeNull();
    expect((await owner.post(`/inbox/${waiting.id}/take`)).status).toBe(200);
  });

  it('has drafts about what the conversation is about, whoever was asked', async () => {
    const owner = await openTeam();
    const { contextId } = owner;
    const faqs = [
      ['Qual é o horário da piscina?', 'A piscina abre das 8h às 20h.'],
      ['Qual é o horário da piscina no sábado?', 'No sábado, a piscina abre das 10h às 16h.'],
      ['Qual é o horário do restaurante?', 'O restaurante abre das 12h às 15h.'],
      ['Qual é o horário do restaurante no sábado?', 'No sábado, o restaurante abre das 11h às 17h.'],
    ];
    for (const [question, answer] of faqs) await owner.post('/contents/faq', { contextId, question, answer });
    const isReady = async () =>
      (await owner.get(`/contents?contextId=${contextId}`)).body.data.every(
        ({ status }: { status: string }) => status === 'done',
      );
    await until(isReady);
    const draftOf = async ({ id }: { id: string }) =>
      (await owner.post(`/inbox/${id}/draft`, { question: 'e no sábado?' })).body.drafts[0].text;
    const [pool, restaurant] = [
      await visit(contextId, 'Qual é o horário da piscina?'),
      await visit(contextId, 'Qual é o horário do restaurante?'),
    ];
    for (const visitor of [pool, restaurant]) {
      await owner.post(`/inbox/${visitor.id}/take`);
      await visitor.write('e no sábado?');
    }
    expect(await draftOf(pool)).toContain('a piscina abre das 10h às 16h');
    expect(await draftOf(restaurant)).toContain('o restaurante abre das 11h às 17h');
    await owner.post(`/inbox/${pool.id}/messages`, { id: randomUUID(), text: 'Das 10h às 16h.' });
    await pool.write('Qual é o horário do restaurante?');
    await owner.post(`/inbox/${pool.id}/messages`, { id: randomUUID(), text: 'Das 12h às 15h.' });
    await pool.write('e no sábado?');
    expect(await draftOf(pool)).toContain('o restaurante abre das 11h às 17h');
  });

  it('is told to webhooks, unless it is a preview', async () => {
    const owner = await openTeam();
    const events = ['conversation.waiting', 'conversation.taken', 'conversation.closed'];
    const webhook = { name: 'CRM', url: 'https://crm.exemplo.com.br/prosa', format: 'json', events, contextIds: [] };
    expect((await owner.post('/outgoing-webhooks', { ...webhook, isActive: true })).status).toBe(201);
    const session = { authorization: `Bearer ${owner.tokens.accessToken}` };
    const told: string[][] = [];
    for (const headers of [{}, session]) {
      const visitor = await visit(owner.contextId, undefined, headers);
      await visitor.call();
      await owner.post(`/inbox/${visitor.id}/take`);
      await owner.post(`/inbox/${visitor.id}/close`, { reason: 'Resolvido' });
      const of = 'select event from webhook_deliveries where conversation_id = $1 order by cause';
      told.push((await rowsOf(of, visitor.id)).map(({ event }) => event).sort());
    }
    expect(told).toEqual([events.toSorted(), []]);
  });

  it('applies a repeated message once, in the order of one sequence', async () => {
    const owner = await openTeam();
    const visitor = await visit(owner.contextId);
    await visitor.call();
    await owner.post(`/inbox/${visitor.id}/take`);
    const ids = Array.from({ length: 12 }, () => randomUUID());
    const sent = ids.flatMap((id, at) => {
      const send = () =>
        at % 2 === 0
          ? visitor.write(`v${at}`, id)
          : owner.post(`/inbox/${visitor.id}/messages`, { id, text: `p${at}` });
      return [send(), send()];
    });
    const answers = await Promise.all(sent);
    expect(answers.every(({ status }) => status === 200)).toBe(true);
    for (let at = 0; at < answers.length; at += 2) expect(answers[at]!.body).toEqual(answers[at + 1]!.body);
    const { messages } = await visitor.read();
    expect(messages).toHaveLength(14);
    expect(messages.map(({ seq }: { seq: number }) => seq)).toEqual(messages.map((_: unknown, at: number) => at + 1));
  });

  it('belongs to one of two people who take it at once', async () => {
    const owner = await openTeam();
    const colleagues = await Promise.all([server.as(owner, 'WRITER'), server.as(owner, 'ADMIN')]);
    await Promise.all(colleagues.map(comeIn));
    for (let turn = 0; turn < 5; turn += 1) {
      const visitor = await visit(owner.contextId);
      await visitor.call();
      const taken = await Promise.all(colleagues.map((one) => one.post(`/inbox/${visitor.id}/take`)));
      expect(taken.map(({ status }) => status).sort()).toEqual([200, 409]);
      const loser = colleagues[taken.findIndex(({ status }) => status === 409)]!;
      const refused = await loser.post(`/inbox/${visitor.id}/messages`, { id: randomUUID(), text: 'eu' });
      expect(refused.body.code).toBe('not_yours');
    }
  });

  it('opens once when a visitor calls twice at once', async () => {
    const owner = await openTeam();
    const visitor = await visit(owner.contextId);
    await Promise.all([visitor.call(), visitor.call(), visitor.call()]);
    expect(await rowsOf('select state from handovers where conversation_id = $1', visitor.id)).toHaveLength(1);
  });

  it('is transferred to a colleague and closed with a reason', async () => {
    const owner = await openTeam();
    const writer = await server.as(owner, 'WRITER');
    const reader = await server.as(owner, 'READER');
    const visitor = await visit(owner.contextId);
    await visitor.call();
    await owner.post(`/inbox/${visitor.id}/take`);
    const to = (userId: string | null) => owner.post(`/inbox/${visitor.id}/transfer`, { userId });
    expect((await to(reader.userId)).status).toBe(404);
    expect((await to(writer.userId)).body).toMatchObject({ state: 'taken', personId: writer.userId });
    expect((await owner.post(`/inbox/${visitor.id}/close`, { reason: 'Resolvido' })).body.code).toBe('not_yours');
    const closed = await writer.post(`/inbox/${visitor.id}/close`, { reason: 'Resolvido' });
    expect(closed.body).toMatchObject({ state: 'closed', closeReason: 'Resolvido' });
    const audit = await rowsOf(
      `select action from audit_entries where account_id = $1 and action like 'inbox%' order by id`,
      owner.accountId,
    );
    expect(audit.map(({ action }) => action)).toEqual([
      ...['inbox_wait', 'inbox_take', 'inbox_transfer', 'inbox_close'],
    ]);
  });

  it('ends when nobody comes, with an email', async () => {
    const owner = await openTeam();
    const visitor = await visit(owner.contextId);
    await visitor.call();
    await rowsOf(`update jobs set run_at = now() where kind = 'handover-wait' and account_id = $1`, owner.accountId);
    const mail = await until(async () => (await server.mailsTo(owner.email))[0]);
    expect(mail.subject).toMatch(/ninguém atendeu/);
    expect((await visitor.read()).state).toBe('missed');
  });

  it('is missed only five minutes after it went back to the queue', async () => {
    const owner = await openTeam();
    const visitor = await visit(owner.contextId);
    await visitor.call();
    await owner.post(`/inbox/${visitor.id}/take`);
    const jobOf = async () => {
      const of = `(select id from handovers where conversation_id = $1)`;
      const left = `extract(epoch from run_at - now())::int as left`;
      return (
        await rowsOf(`select ${left} from jobs where kind = 'handover-wait' and subject_id = ${of}`, visitor.id)
      )[0];
    };
    const later = `run_at = now() + interval '1 minute'`;
    await rowsOf(`update jobs set ${later} where kind = 'handover-wait' and account_id = $1`, owner.accountId);
    await owner.post(`/inbox/${visitor.id}/transfer`, { userId: null });
    expect((await jobOf()).left).toBeGreaterThan(280);
    await owner.post(`/inbox/${visitor.id}/take`);
    await rowsOf(`update jobs set run_at = now() where kind = 'handover-wait' and account_id = $1`, owner.accountId);
    await until(async () => (await jobOf()) === undefined);
    await owner.post(`/inbox/${visitor.id}/transfer`, { userId: null });
    expect((await jobOf()).left).toBeGreaterThan(280);
    await rowsOf(`update jobs set run_at = now() where kind = 'handover-wait' and account_id = $1`, owner.accountId);
    await until(async () => (await visitor.read()).state === 'missed');
  });

  it('is mailed once for all whom nobody answers within ten minutes', async () => {
    const owner = await openTeam();
    const visitors = await Promise.all(Array.from({ length: 4 }, () => visit(owner.contextId)));
    for (const visitor of visitors) await visitor.call();
    await rowsOf(`update jobs set run_at = now() where kind = 'handover-wait' and account_id = $1`, owner.accountId);
    for (const visitor of visitors) await until(async () => (await visitor.read()).state === 'missed');
    // Two, if ten minutes end in between.
    expect((await server.mailsTo(owner.email)).length).toBeLessThanOrEqual(2);
    expect((await server.mailsTo(owner.email)).length).toBeGreaterThan(0);
  });

  it('is taken from a person who has gone, and not from one who is there', async () => {
    const owner = await openTeam();
    const [gone, there] = await Promise.all([server.as(owner, 'WRITER'), server.as(owner, 'WRITER')]);
    await comeIn(there!);
    const [left, kept] = await Promise.all([visit(owner.contextId), visit(owner.contextId)]);
    for (const one of [left, kept]) await one.call();
    await gone!.post(`/inbox/${left.id}/take`);
    await there!.post(`/inbox/${kept.id}/take`);
    const rows = (await owner.get('/inbox')).body.data as { id: string; isPersonGone: boolean }[];
    expect(rows.find(({ id }) => id === left.id)!.isPersonGone).toBe(true);
    expect(rows.find(({ id }) => id === kept.id)!.isPersonGone).toBe(false);
    expect((await owner.post(`/inbox/${kept.id}/take`)).body.code).toBe('already_taken');
    expect((await owner.delete(`/users/${gone!.userId}`)).status).toBe(204);
    expect((await owner.post(`/inbox/${left.id}/take`)).body).toMatchObject({ state: 'taken', person: 'Ana Lima' });
    expect((await left.read()).person).toBe('Ana Lima');
    const taken = `select detail ->> 'from' as from from audit_entries where account_id = $1 and action = 'inbox_take' and detail ->> 'id' = $2 order by id`;
    expect((await rowsOf(taken, owner.accountId, left.id)).map(({ from }) => from !== null)).toEqual([false, true]);
  });

  it('is missed when its person has gone and leaves the visitor without an answer for five minutes', async () => {
    const owner = await openTeam();
    const [gone, there] = await Promise.all([server.as(owner, 'WRITER'), server.as(owner, 'WRITER')]);
    await comeIn(there!);
    const visitors = await Promise.all(Array.from({ length: 3 }, () => visit(owner.contextId)));
    const [alone, answered, attended] = visitors as [Visitor, Visitor, Visitor];
    for (const one of visitors) await one.call();
    await rowsOf(`delete from jobs where kind = 'handover-wait' and account_id = $1`, owner.accountId);
    for (const one of [alone, answered]) await gone!.post(`/inbox/${one.id}/take`);
    await there!.post(`/inbox/${attended.id}/take`);
    for (const one of visitors) await one.write('Alguém aí?');
    await gone!.post(`/inbox/${answered.id}/messages`, { id: randomUUID(), text: 'Sim!' });
    const expected = `select h.conversation_id as id from jobs j join handovers h on h.id = j.subject_id
      where j.kind = 'handover-wait' and j.account_id = $1 and j.run_at > now() + interval '4 minutes'`;
    const ids = (await rowsOf(expected, owner.accountId)).map(({ id }) => id);
    expect(ids.sort()).toEqual([alone.id, answered.id].sort());
    await rowsOf(`update jobs set run_at = now() where kind = 'handover-wait' and account_id = $1`, owner.accountId);
    await until(async () => (await rowsOf(expected.split(' and j.run_at')[0]!, owner.accountId)).length === 0);
    const states = await Promise.all(visitors.map(async (one) => (await one.read()).state));
    expect(states).toEqual(['missed', 'taken', 'taken']);
    expect(await server.mailsTo(owner.email)).toHaveLength(1);
  });

  it('is in the audit log with every change of its state', async () => {
    const owner = await openTeam();
    const visitor = await visit(owner.contextId);
    await visitor.call();
    await visitor.leave();
    await visitor.call();
    await owner.post(`/inbox/${visitor.id}/take`);
    await visitor.leave();
    const states = `select state from handovers where conversation_id = $1 order by id`;
    expect((await rowsOf(states, visitor.id)).map(({ state }) => state)).toEqual(['cancelled', 'returned']);
    const audit = `select action from audit_entries where account_id = $1 and action like 'inbox%' order by id`;
    expect((await rowsOf(audit, owner.accountId)).map(({ action }) => action)).toEqual([
      ...['inbox_wait', 'inbox_cancel', 'inbox_wait', 'inbox_take', 'inbox_leave'],
    ]);
  });

  it('shows what only its person has read', async () => {
    const owner = await openTeam();
    const writer = await server.as(owner, 'WRITER');
    const visitor = await visit(owner.contextId);
    await visitor.call();
    await owner.post(`/inbox/${visitor.id}/take`);
    await visitor.write('Oi?');
    const readTo = async () => (await visitor.read()).readTo;
    const before = await readTo();
    for (const sign of [{ readTo: 99 }, {}])
      expect((await writer.post(`/inbox/${visitor.id}/signs`, sign)).status).toBe(204);
    expect([await readTo(), (await visitor.read()).isTyping]).toEqual([before, false]);
    await owner.post(`/inbox/${visitor.id}/signs`, { readTo: 99 });
    expect(await readTo()).toBeGreaterThan(before);
  });

  it('is erased with its visitor', async () => {
    const owner = await openTeam();
    const visitor = await visit(owner.contextId);
    await visitor.call();
    await visitor.write('meu telefone é 81 99999-0000');
    expect((await owner.post(`/conversations/${visitor.id}/erase-visitor`)).status).toBe(204);
    expect(await rowsOf('select 1 from talk_messages where conversation_id = $1', visitor.id)).toEqual([]);
  });
});

describe('what was said with people', () => {
  const question = 'Vocês alugam toalhas de praia?';
  /** A visitor whose question the base lacks, and whom a person answers. */
  async function attend(owner: Caller) {
    const { contextId } = owner;
    const known = { contextId, question: 'Qual é o horário da piscina?', answer: 'A piscina abre das 8h às 20h.' };
    const { body: content } = await owner.post('/contents/faq', known);
    await until(async () => (await owner.get(`/contents/${content.id}`)).body.status === 'done');
    const visitor = await visit(contextId, question);
    await visitor.call();
    await owner.post(`/inbox/${visitor.id}/take`);
    const say = (text: string, isNote = false) =>
      owner.post(`/inbox/${visitor.id}/messages`, { id: randomUUID(), text, isNote });
    await say('Oi, tudo bem?');
    await say('visitante da pousada', true);
    await visitor.write('Tudo! Então, e as toalhas?');
    await say('Boa tarde! Sim, alugamos por R$ 5 o dia.');
    await say('Pode ser até as 18h.');
    await visitor.write('E vocês têm estacionamento?');
    await say('Temos doze vagas cobertas.');
    return visitor;
  }

  it('is proposed in the gap of the question, with who and when, until the visitor is erased', async () => {
    const owner = await openTeam();
    const visitor = await attend(owner);
    const find = async (caller: Caller) =>
      ((await caller.get('/knowledge-gaps')).body.data as { id: string; question: string }[]).find(
        (gap) => gap.question === question,
      )!;
    const { id } = await find(owner);
    const answer = 'Sim, alugamos por R$ 5 o dia.\n\nPode ser até as 18h.';
    const proposed = { answer, person: 'Ana Lima', conversationId: visitor.id };
    expect((await owner.get(`/knowledge-gaps/${id}`)).body.proposed).toMatchObject(proposed);
    const draft = () => owner.post(`/knowledge-gaps/${id}/draft`).then(({ body }) => body);
    expect(await draft()).toMatchObject({ by: 'person', answer, said: proposed, cost: 0 });
    const other = await visit(owner.contextId, question);
    expect(await find(owner)).toMatchObject({ id, count: 2 });
    await owner.post(`/conversations/${visitor.id}/erase-visitor`);
    expect(await draft()).toMatchObject({ by: 'none', said: null, answer: '' });
    expect(other.id).not.toBe(visitor.id);
  });

  it('is proposed to nobody outside of the context where it was said, nor of another account', async () => {
    const owner = await openTeam();
    const branch = (await owner.post('/contexts', { name: 'Filial' })).body.id as string;
    await owner.put(`/contexts/${branch}/handover`, { isOn: true, hours: [] });
    await attend({ ...owner, contextId: branch });
    await visit(owner.contextId, question);
    // One theme of both contexts.
    await rowsOf(
      `update knowledge_gaps set theme_id = (select min(theme_id::text)::uuid from knowledge_gaps where account_id = $1)
       where account_id = $1`,
      owner.accountId,
    );
    const [{ id }] = (await owner.get('/knowledge-gaps')).body.data;
    const proposedTo = async (caller: Caller) => {
      const { status, body } = await caller.get(`/knowledge-gaps/${id}`);
      return [status, body.proposed?.person, (await caller.post(`/knowledge-gaps/${id}/draft`)).body.said?.person];
    };
    expect(await proposedTo(owner)).toEqual([200, 'Ana Lima', 'Ana Lima']);
    expect(await proposedTo(await server.as(owner, 'WRITER', [branch]))).toEqual([200, 'Ana Lima', 'Ana Lima']);
    expect(await proposedTo(await server.as(owner, 'WRITER', [owner.contextId]))).toEqual([200, undefined, undefined]);
    expect(await proposedTo(await openTeam())).toEqual([404, undefined, undefined]);
  });

  it('is in the page and in the exports of the conversation, in its order', async () => {
    const owner = await openTeam();
    const visitor = await attend(owner);
    await owner.post(`/inbox/${visitor.id}/return`);
    const later = 'Qual é o horário da piscina?';
    await visitor.ask(later);
    const { body } = await owner.get(`/conversations/${visitor.id}`);
    expect(body).toMatchObject({ handover: 'returned', canJoin: true });
    expect(texts({ messages: body.talk }).slice(0, 4)).toEqual([
      ...['system: waiting', 'system: taken', 'person: Oi, tudo bem?', 'note: visitante da pousada'],
    ]);
    const file = (format: string) => owner.get(`/conversations/export?contextId=${owner.contextId}&format=${format}`);
    const [line] = (await file('jsonl')).text.trim().split('\n');
    expect(JSON.parse(line!).talk.map(({ seq }: { seq: number }) => seq)).toEqual(
      body.talk.map(({ seq }: { seq: number }) => seq),
    );
    const csv = (await file('csv')).text;
    const places = [question, 'Oi, tudo bem?', 'e as toalhas?', 'R$ 5 o dia', 'doze vagas', later].map((one) =>
      csv.lastIndexOf(one),
    );
    // The first question is also in no other column, so the last place of each is its own row.
    expect(places.every((at) => at > 0)).toBe(true);
    expect(places).toEqual(places.toSorted((a, b) => a - b));
  });

  it('can begin with a person who joins, while the visitor may be there and it is on', async () => {
    const owner = await openTeam();
    const visitor = await visit(owner.contextId, 'Vocês abrem hoje?');
    const canJoin = async () => (await owner.get(`/conversations/${visitor.id}`)).body.canJoin;
    expect(await canJoin()).toBe(true);
    await owner.put(`/contexts/${owner.contextId}/handover`, { isOn: false, hours: [] });
    expect(await canJoin()).toBe(false);
    await owner.put(`/contexts/${owner.contextId}/handover`, { isOn: true, hours: [] });
    await owner.post(`/inbox/${visitor.id}/take`);
    expect(await canJoin()).toBe(false);
    await owner.post(`/inbox/${visitor.id}/return`);
    await rowsOf(`update conversations set last_at = now() - interval '1 hour' where id = $1`, visitor.id);
    expect(await canJoin()).toBe(false);
  });

  it('is counted on the dashboard, by day and hour', async () => {
    const owner = await openTeam();
    const dashboard = async () => (await owner.get('/dashboard?days=7')).body.attendance;
    const [taken, missed, waiting, joined] = await Promise.all([0, 1, 2, 3].map(() => visit(owner.contextId)));
    for (const one of [taken, missed, waiting]) await one!.call();
    for (const one of [taken, joined]) await owner.post(`/inbox/${one!.id}/take`);
    await owner.post(`/inbox/${taken!.id}/messages`, { id: randomUUID(), text: 'Oi!' });
    await rowsOf(
      `update handovers set requested_at = now() - interval '90 seconds', first_reply_at = now() where conversation_id = $1`,
      taken!.id,
    );
    const ofMissed = `(select id from handovers where conversation_id = $1)`;
    await rowsOf(`update jobs set run_at = now() where subject_id = ${ofMissed}`, missed!.id);
    const counted = await until(async () => {
      const now = await dashboard();
      return now.figures.missed === 1 && now;
    });
    const sums = { called: 3, joined: 1, taken: 1, missed: 1 };
    expect(counted).toMatchObject({ waiting: 1, figures: { ...sums, firstWordSeconds: 90 }, before: { called: 0 } });
    const total = (rows: { called: number }[]) => rows.reduce((sum, { called }) => sum + called, 0);
    expect([total(counted.byDay), total(counted.byHour)]).toEqual([3, 3]);
    expect([counted.byDay.length, counted.byHour.length]).toEqual([7, 24]);
    const elsewhere = (await owner.post('/contexts', { name: 'Filial' })).body.id;
    expect((await owner.get(`/dashboard?contextId=${elsewhere}`)).body.attendance).toBeNull();
  });
});

describe('the rights', () => {
  it('end an open stream, and narrow it, as they change', async () => {
    const owner = await openTeam();
    const other = (await owner.post('/contexts', { name: 'Filial' })).body.id as string;
    const writer = await server.as(owner, 'WRITER', [owner.contextId]);
    const stream = await listenTo(server, writer, '/inbox/events');
    const [seen, hidden] = [await visit(owner.contextId), await visit(owner.contextId)];
    await seen.call();
    await until(async () => stream.text().includes(seen.id));
    const narrow = (role: Role) => owner.put(`/users/${writer.userId}`, { role, contextIds: [other] });
    expect((await narrow('WRITER')).status).toBe(200);
    await hidden.call();
    const branch = await visit(other);
    await owner.put(`/contexts/${other}/handover`, { isOn: true, hours: [] });
    await owner.post(`/inbox/${branch.id}/take`);
    await until(async () => stream.text().includes(branch.id));
    expect(stream.text()).not.toContain(hidden.id);
    expect((await owner.delete(`/users/${writer.userId}`)).status).toBe(204);
    await owner.post(`/inbox/${branch.id}/return`);
    await until(async () => stream.ended());
  });

  it('let readers look and writers serve, within their contexts', async () => {
    const owner = await openTeam();
    const other = (await owner.post('/contexts', { name: 'Filial' })).body.id as string;
    const visitor = await visit(owner.contextId);
    await visitor.call();
    const reader = await server.as(owner, 'READER');
    expect((await reader.get(`/inbox/${visitor.id}`)).status).toBe(200);
    expect((await reader.post(`/inbox/${visitor.id}/take`)).body.code).toBe('forbidden');
    const outside = await server.as(owner, 'WRITER', [other]);
    expect((await outside.get('/inbox')).body.data).toEqual([]);
    expect((await outside.get(`/inbox/${visitor.id}`)).status).toBe(404);
    expect((await outside.post(`/inbox/${visitor.id}/take`)).status).toBe(404);
    expect((await outside.get(`/inbox/colleagues?contextId=${owner.contextId}`)).status).toBe(404);
    expect((await outside.get(`/inbox/colleagues?contextId=${other}`)).status).toBe(200);
    const stranger = await openTeam();
    expect((await stranger.get(`/inbox/${visitor.id}`)).status).toBe(404);
    expect((await stranger.post(`/inbox/${visitor.id}/take`)).status).toBe(404);
    expect((await stranger.post(`/inbox/${visitor.id}/messages`, { id: randomUUID(), text: 'oi' })).status).toBe(404);
    expect((await stranger.put(`/contexts/${owner.contextId}/handover`, { isOn: false, hours: [] })).status).toBe(404);
  });

  it('let keys read and not reply', async () => {
    const owner = await openTeam();
    const visitor = await visit(owner.contextId);
    await visitor.call();
    const { secret } = (await owner.post('/api-keys', { name: 'Painel', role: 'ADMIN' })).body;
    const byKey = (method: 'GET' | 'POST', path: string) =>
      server.call({ method, url: `/api${path}`, headers: { authorization: `Bearer ${secret}` } });
    expect((await byKey('GET', '/inbox')).body.data).toHaveLength(1);
    expect((await byKey('POST', `/inbox/${visitor.id}/take`)).body.code).toBe('session_required');
  });

  it('give a talk only to the visitor who has its token', async () => {
    const owner = await openTeam();
    const visitor = await visit(owner.contextId);
    await visitor.call();
    const url = `/api/widgets/${owner.contextId}/conversations/${visitor.id}/person/messages`;
    const headers = { 'visitor-token': 'outro-visitante-qualquer' };
    const payload = { id: randomUUID(), text: 'oi' };
    expect((await server.call({ method: 'POST', url, headers, payload })).status).toBe(404);
  });
});
