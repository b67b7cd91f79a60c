import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { tenant } from '../../src/server/db/tenant.ts';
import { readSearch } from '../../src/server/insight/find-conversations.ts';
import { findPage } from '../../src/server/insight/find-page.ts';
import { type Caller, eventsOf, type SharedServer, sharedServer, until } from '../support/server.ts';
import { watchStatements } from '../support/watch-statements.ts';

let server: SharedServer;
let owner: Caller;
const KNOWN = 'Qual é o prazo de entrega?';
const UNKNOWN = 'Vocês consertam satélites em órbita?';

beforeAll(async () => {
  server = await sharedServer();
  owner = await server.signUp();
  await onPlan(owner, 'business');
  const { contextId } = owner;
  const { id } = (await owner.post('/contents/faq', { contextId, question: KNOWN, answer: 'Entregamos em três dias.' }))
    .body;
  await until(async () => (await owner.get(`/contents/${id}`)).body.status === 'done');
}, 60_000);

const query = async <T = any>(text: string, values: unknown[] = []) =>
  (await server.services.db.pool.query(text, values)).rows as T[];

async function onPlan({ accountId }: Caller, plan: string) {
  await query('update subscriptions set plan_id = $2 where account_id = $1', [accountId, plan]);
  await query('update credit_balances set monthly = 1000000000, granted = 1000000000 where account_id = $1', [
    accountId,
  ]);
}

interface Visit {
  contextId: string;
  conversationId: string;
  messageId: string;
  visitorToken: string;
}

async function ask(contextId: string, question: string, more: Partial<Visit> = {}): Promise<Visit> {
  const { visitorToken = `visitante-${randomUUID()}`, messageId = randomUUID(), conversationId } = more;
  const answer = await server.call({
    method: 'POST',
    url: `/api/widgets/${contextId}/messages`,
    payload: { question, visitorToken, messageId, ...(conversationId && { conversationId }) },
    remoteAddress: `10.1.${Math.floor(Math.random() * 250)}.${Math.floor(Math.random() * 250)}`,
  });
  expect(answer.status, answer.text).toBe(200);
  return { contextId, visitorToken, messageId, conversationId: eventsOf(answer.text)[0]!.data.id };
}

const visit = (at: Visit, path: string, payload: object) =>
  server.call({
    method: 'POST',
    url: `/api/widgets/${at.contextId}/conversations/${at.conversationId}${path}`,
    payload,
    headers: { 'visitor-token': at.visitorToken },
  });
const rate = (visited: Visit, rating: 'up' | 'down') =>
  visit(visited, `/messages/${visited.messageId}/rating`, { rating });
const end = (visited: Visit, satisfied: boolean) => visit(visited, '/end', { satisfied });

const noJobs = (accountId: string) =>
  until(async () => {
    const [row] = await query(
      `select count(*)::int as n from jobs where account_id = $1 and kind = 'label'
      and run_at <= now()`,
      [accountId],
    );
    return row.n === 0;
  });

const DAY = (moment: string) => `to_char(${moment} at time zone 'America/Sao_Paulo', 'YYYY-MM-DD')`;
/** Returns the stored sums, and the same sums counted from the rows. */
async function sums(accountId: string) {
  const figures = await query(
    `select context_id, day, type, conversations, interactions, helped, declined, credits, rated_up, rated_down
     from daily_figures where account_id = $1 and (conversations, interactions, helped, declined, credits, rated_up, rated_down)
       <> (0, 0, 0, 0, 0, 0, 0) order by 1, 2, 3`,
    [accountId],
  );
  const counted = await query(
    `select context_id, day, type, sum(conversations)::int as conversations, sum(interactions)::int as interactions,
       sum(helped)::int as helped, sum(declined)::int as declined, sum(credits)::int as credits, sum(up)::int as rated_up, sum(down)::int as rated_down
     from (
       select context_id, ${DAY('started_at')} as day, type, 1 as conversations, 0 as interactions, 0 as helped, 0 as declined,
         0 as credits, 0 as up, 0 as down from conversations where account_id = $1
       union all
        select c.context_id, ${DAY('m.created_at')}, c.type, 0, (m.outcome <> 'failed')::int,
          (m.outcome = 'answered' or m.chosen_at is not null)::int,
          (m.outcome = 'unknown' or (m.outcome = 'suggested' and m.chosen_at is null))::int, m.cost,
         coalesce(m.rating = 'up', false)::int, coalesce(m.rating = 'down', false)::int
       from messages m join conversations c on c.account_id = m.account_id and c.id = m.conversation_id
       where m.account_id = $1) all_rows
     group by 1, 2, 3 order by 1, 2, 3`,
    [accountId],
  );
  const labels = await query(
    `select context_id, day, type, label, value, count from daily_labels where account_id = $1 and count <> 0
     order by 1, 2, 3, 4, 5`,
    [accountId],
  );
  const countedLabels = await query(
    `select context_id, ${DAY('started_at')} as day, type, label, value, count(*)::int as count
     from conversations cross join lateral (values ('goal', goal), ('sentiment', sentiment),
       ('wantedHuman', wanted_human::text), ('satisfied', satisfied::text), ('labelledBy', labelled_by)) l(label, value)
     where account_id = $1 and value is not null group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5`,
    [accountId],
  );
  return { kept: { figures, labels }, counted: { figures: counted, labels: countedLabels } };
}

describe('the daily sums', () => {
  test('match the counted conversations and messages after any events', async () => {
    const happening = fc.oneof(
      { weight: 4, arbitrary: fc.record({ what: fc.constant('ask' as const), isKnown: fc.boolean() }) },
      { weight: 2, arbitrary: fc.record({ what: fc.constantFrom('go on' as const, 'again' as const), at: fc.nat() }) },
      { weight: 2, arbitrary: fc.record({ what: fc.constant('rate' as const), at: fc.nat(), up: fc.boolean() }) },
      { weight: 2, arbitrary: fc.record({ what: fc.constant('end' as const), at: fc.nat(), up: fc.boolean() }) },
      { weight: 1, arbitrary: fc.record({ what: fc.constant('erase' as const), at: fc.nat() }) },
    );
    await fc.assert(
      fc.asyncProperty(fc.array(happening, { minLength: 8, maxLength: 16 }), async (happenings) => {
        let visits: Visit[] = [await ask(owner.contextId, KNOWN)];
        for (const one of happenings) {
          if (one.what === 'ask') {
            visits.push(await ask(owner.contextId, one.isKnown ? KNOWN : UNKNOWN));
            continue;
          }
          const visited = visits[one.at % visits.length]!;
          if (one.what === 'go on')
            visits.push(await ask(visited.contextId, KNOWN, { ...visited, messageId: randomUUID() }));
          if (one.what === 'again') await ask(visited.contextId, KNOWN, visited);
          if (one.what === 'rate') await rate(visited, one.up ? 'up' : 'down');
          if (one.what === 'end') await end(visited, one.up);
          if (one.what === 'erase') {
            await owner.post(`/conversations/${visited.conversationId}/erase-visitor`);
            visits = [
              ...visits.filter((other) => other.visitorToken !== visited.visitorToken),
              await ask(owner.contextId, KNOWN),
            ];
          }
        }
        // At least one conversation gets labels, whatever happened.
        await end(visits.at(-1)!, true);
        await noJobs(owner.accountId);
        const { kept: stored, counted } = await sums(owner.accountId);
        expect(stored).toEqual(counted);
        expect(counted.figures.length).toBeGreaterThan(0);
      }),
      { numRuns: 4 },
    );
    expect((await sums(owner.accountId)).counted.labels.length).toBeGreaterThan(0);
  }, 120_000);

  test('match after concurrent messages, ratings and labels', async () => {
    const first = await ask(owner.contextId, KNOWN);
    const messageId = randomUUID();
    await Promise.all([
      ...[1, 2, 3].map(() => ask(first.contextId, KNOWN, { ...first, messageId })),
      ...(['up', 'down', 'up'] as const).map((rating) => rate(first, rating)),
      ...[true, false].map((satisfied) => end(first, satisfied)),
    ]);
    await noJobs(owner.accountId);
    const { kept: stored, counted } = await sums(owner.accountId);
    expect(stored).toEqual(counted);
  });
});

describe('the reasons of an answer', () => {
  test('are shown to users of the account and never to visitors', async () => {
    await owner.put('/sessions/me/limits', {
      ...(await owner.get(`/sessions/me/limits?contextId=${owner.contextId}`)).body,
      contextId: owner.contextId,
      daily: 5_000,
    });
    const conversation = await ask(owner.contextId, KNOWN);
    const unknown = await ask(owner.contextId, UNKNOWN);
    const { body } = await owner.get(`/conversations/${conversation.conversationId}`);
    const [exchange] = body.exchanges;
    expect(exchange.reasons.confidence).toBeGreaterThan(0.5);
    expect(exchange.reasons.passages[0]).toMatchObject({
      title: KNOWN,
      used: true,
      excerpt: 'Entregamos em três dias.',
    });
    expect(exchange.reasons.system).toBe('');
    expect(exchange.reasons.limits).toEqual([{ limit: 'daily', used: expect.any(Number), of: 5_000 }]);
    expect(exchange.cost).toBe(0.2);
    const lost = (await owner.get(`/conversations/${unknown.conversationId}`)).body.exchanges[0];
    expect(lost.outcome).toBe('unknown');
    expect(lost.reasons.passages.every(({ used }: { used: boolean }) => !used)).toBe(true);
    const transcript = await server.call({
      method: 'GET',
      url: `/api/widgets/${conversation.contextId}/conversations/${conversation.conversationId}`,
      headers: { 'visitor-token': conversation.visitorToken },
    });
    expect(transcript.status).toBe(200);
    expect(transcript.text).not.toMatch(/reasons|confidence|"model"|"cost"/);
  });
});

describe('the dashboard', () => {
  test('counts website conversations (previews on request) and compares with the previous period', async () => {
    const one = await server.signUp();
    const { contextId, accountId } = one;
    const fresh = (await one.get('/dashboard')).body;
    expect(fresh.isEmpty).toBe(true);
    expect(fresh.byDay).toHaveLength(30);
    expect(fresh.counts.contexts).toEqual({ active: 0, pending: 1 });
    expect(fresh.counts.invitations).toEqual({ pending: 0, expired: 0, accepted: 0 });
    const today = fresh.period.to as string;
    const row = (day: string, type: string, interactions: number) =>
      query(
        `insert into daily_figures (account_id, context_id, day, type, conversations, interactions, helped, declined, credits)
         values ($1, $2, $3, $4, 1, $5, 3, 1, 1500)`,
        [accountId, contextId, day, type, interactions],
      );
    await row(today, 'widget', 5);
    await row(today, 'preview', 7);
    await row(fresh.period.from, 'widget', 11);
    await row(fresh.period.before.to, 'widget', 13);
    await row(fresh.period.before.from, 'widget', 17);
    await row(fresh.period.from, 'whatsapp', 3);
    const { body } = await one.get('/dashboard');
    expect(body).toMatchObject({
      isEmpty: false,
      figures: { interactions: 19, conversations: 3, helped: 9, declined: 3, credits: 4.5 },
      before: { interactions: 30 },
      today: { interactions: 5 },
      byContext: [{ contextId, interactions: 19, before: 30 }],
      byChannel: [
        { type: 'widget', interactions: 16, before: 30 },
        { type: 'whatsapp', interactions: 3, before: 0 },
      ],
    });
    // Each day is compared with the day at the same position of the previous period.
    expect([body.byDay[0].before, body.byDay.at(-1).before]).toEqual([17, 13]);
    expect(body.counts.contexts).toEqual({ active: 1, pending: 0 });
    expect((await one.get('/dashboard?types=widget&types=preview')).body.figures.interactions).toBe(23);
    const alone = (await one.get('/dashboard?days=today')).body;
    expect(alone).toMatchObject({ figures: { interactions: 5 }, before: { interactions: 0 } });
    expect((await one.get(`/dashboard?contextId=${randomUUID()}`)).body.figures.interactions).toBe(0);
    expect((await one.get('/dashboard?days=367')).status).toBe(422);
  });

  test("shows only the user's own contexts, and invitations only to those who may see them", async () => {
    const sub = (await owner.post('/contexts', { name: 'Filial', parentId: owner.contextId })).body.id;
    await ask(sub, KNOWN);
    const reader = await server.as(owner, 'READER', [sub]);
    for (const path of ['/dashboard', `/dashboard?contextId=${owner.contextId}&contextId=${sub}`]) {
      const { body } = await reader.get(path);
      expect(body.byContext.map((row: { contextId: string }) => row.contextId)).toEqual([sub]);
      expect(body.figures.interactions).toBe(1);
      expect(body.counts.invitations).toBeNull();
    }
    const { body } = await reader.get('/interaction-monitoring');
    expect(body.byContext.map((row: { contextId: string }) => row.contextId)).toEqual([sub]);
    const all = await reader.get(`/conversations?search=prazo&contextId=${sub}&contextId=${owner.contextId}`);
    expect(all.body.total).toBe(1);
  });
});

describe('what waits for somebody', () => {
  const NOTHING = { count: 0, since: null, contextId: null };
  test('is listed with where it is mended, and only of contexts that the caller may see', async () => {
    const one = await server.signUp();
    const { contextId, accountId } = one;
    const none = { count: 0, data: [] };
    const calm = { stops: [], conversations: NOTHING, messages: NOTHING, gaps: [], credits: null };
    expect((await one.get('/dashboard/to-do')).body).toEqual({ ...calm, failed: none, held: none, changed: none });

    const sub = (await one.post('/contexts', { name: 'Filial', parentId: contextId })).body.id as string;
    const add = async (question: string) =>
      (await one.post('/contents/faq', { contextId, question, answer: 'Sim.' })).body.id as string;
    const failed = await add('Tem estacionamento?');
    const changed = await add('Abrem no domingo?');
    await until(async () => (await one.get(`/contents?contextId=${contextId}&status=done`)).body.total === 2);
    await query("update contents set status = 'error', reason = 'empty' where id = $1", [failed]);
    await query("update contents set type = 'LINK', weekly_sync = true where id = $1", [changed]);
    await query("insert into content_syncs (account_id, id, content_id, outcome) values ($1, $2, $3, 'changed')", [
      ...[accountId, randomUUID(), changed],
    ]);
    await query(
      `insert into held_changes (account_id, content_id, context_id, version, state, trained)
       values ($1, $2, $3, 2, 'held', '{"title": "", "words": 1}')`,
      [accountId, changed, contextId],
    );
    const unused = await add('Tem wi-fi?');
    await until(async () => (await one.get(`/contents/${unused}`)).body.status === 'done');
    await query("update contents set status = 'error', reason = 'empty', enabled = false where id = $1", [unused]);
    expect((await one.get('/dashboard')).body.counts.contents).toMatchObject({ error: 2, failed: 1 });
    const visited = await ask(contextId, UNKNOWN);
    await ask(contextId, UNKNOWN, { visitorToken: visited.visitorToken });
    await ask(contextId, 'Tem aula de violino?');
    await ask(contextId, 'Tem aula de violino?');
    await until(async () => (await one.get('/dashboard/to-do')).body.gaps.length === 2);
    await query(
      `insert into handovers (account_id, id, conversation_id, context_id, state, reason, protocol)
       values ($1, $2, $3, $4, 'waiting', 'asked', 'A1')`,
      [accountId, randomUUID(), visited.conversationId, contextId],
    );
    await query(
      `insert into visitor_messages (account_id, id, context_id, visitor_hash, type, question, name, consent_text, consent_version)
       values ($1, $2, $3, 'x', 'widget', 'Oi', 'Rita', 'Sim', '1')`,
      [accountId, randomUUID(), contextId],
    );
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString();
    await query(
      `insert into context_limits (account_id, context_id, per_minute, messages, notify, deactivated_until)
       values ($1, $2, 30, '{}', true, $3)`,
      [accountId, contextId, tomorrow],
    );
    // Ten days of a month have used more than half of the credits.
    await query(
      "update subscriptions set period_start = now() - interval '10 days', renews_at = now() + interval '1 month' where account_id = $1",
      [accountId],
    );
    await query('update credit_balances set monthly = 1000, lasting = 0 where account_id = $1', [accountId]);
    await query("insert into credit_entries (account_id, cause, amount) values ($1, 'answer:x', -2000)", [accountId]);

    const { body } = await one.get('/dashboard/to-do');
    expect(body).toMatchObject({
      stops: [{ limit: 'deactivated', contextId, period: tomorrow }],
      conversations: { count: 1, contextId },
      messages: { count: 1, contextId },
      // Two visitors come before two questions of one.
      gaps: [
        { question: 'Tem aula de violino?', visitors: 2 },
        { question: UNKNOWN, visitors: 1 },
      ],
      failed: { count: 1, data: [{ contentId: failed }] },
      held: { count: 1, data: [{ contentId: changed }] },
      changed: { count: 1, data: [{ contentId: changed }] },
    });
    expect(body.credits.endsOn < body.credits.until).toBe(true);

    const reader = await server.as(one, 'READER', [sub]);
    // Only the owner sees the plan.
    expect((await reader.get('/dashboard/to-do')).body).toEqual({ ...calm, failed: none, held: none, changed: none });
  });
});

describe('interaction monitoring', () => {
  test('tells of refused visitors and of the next labels, only in contexts that the user may see', async () => {
    const one = await server.signUp();
    const { contextId, accountId } = one;
    await onPlan(one, 'business');
    await one.post('/contents/faq', { contextId, question: KNOWN, answer: 'Entregamos em três dias.' });
    await until(async () => (await one.get(`/contents?contextId=${contextId}&status=done`)).body.total === 1);
    for (const question of [KNOWN, KNOWN, UNKNOWN, 'bom dia']) await ask(contextId, question);
    const { appearance } = (await server.call({ method: 'GET', url: `/api/widgets/${contextId}` })).body;
    expect(appearance.suggestions, 'what is asked most and answered').toEqual([KNOWN]);
    const notice = randomUUID();
    await query(
      `insert into limit_notices (account_id, id, context_id, "limit", level, period) values ($1, $2, $3, 'daily', 100, 'x')`,
      [accountId, notice, contextId],
    );
    await query(
      `insert into usage_counters (account_id, context_id, kind, bucket, used, expires_at)
       values ($1, $2, 'unserved', $3, 4, now() + interval '1 day')`,
      [accountId, contextId, notice],
    );
    const { labels, refused, nextLabelsAt } = (await one.get('/interaction-monitoring')).body;
    expect(refused).toEqual([{ limit: 'daily', visitors: 4 }]);
    expect(Date.parse(nextLabelsAt)).toBeGreaterThan(Date.now());
    const { helped } = labels;
    expect(helped).toBe(2);

    const sub = (await one.post('/contexts', { name: 'Filial', parentId: contextId })).body.id as string;
    const reader = await server.as(one, 'READER', [sub]);
    const narrow = (await reader.get('/interaction-monitoring')).body;
    expect([narrow.refused, narrow.nextLabelsAt]).toEqual([[], null]);
  });

  test('counts labels by day and context, and visitor feedback only if the plan includes it', async () => {
    const one = await server.signUp();
    const { accountId, contextId } = one;
    const { period } = (await one.get('/interaction-monitoring')).body;
    const row = (label: string, value: string, count: number, day = period.to) =>
      query('insert into daily_labels values ($1, $2, $3, $4, $5, $6, $7)', [
        ...[accountId, contextId, day, 'widget', label, value, count],
      ]);
    await row('goal', 'complaint', 3);
    await row('goal', 'praise', 2, period.before.from);
    await row('wantedHuman', 'true', 1);
    await row('satisfied', 'true', 2);
    await row('labelledBy', 'classifier', 3);
    const free = (await one.get('/interaction-monitoring?days=7')).body;
    expect(free.labels).toMatchObject({ goal: { complaint: 3, praise: 0 }, wantedHuman: { yes: 1, no: 0 } });
    expect(free.labels).toMatchObject({ satisfied: null, ratings: null, labelled: 3, estimated: 3 });
    expect(free.byDay.at(-1).goal.complaint).toBe(3);
    expect(free.byDay).toHaveLength(7);
    await onPlan(one, 'business');
    const paid = (await one.get('/interaction-monitoring')).body;
    expect(paid.labels.satisfied).toEqual({ yes: 2, no: 0 });
    expect(paid.before.goal.praise).toBe(2);
    expect(paid.seo).toEqual({ score: null, pages: 0, worst: [] });
  });

  const checksWorth = (score: number) => [
    { id: 'indexable', weight: score, outcome: 'pass', found: '' },
    { id: 'title', weight: 100 - score, outcome: 'fail', found: '' },
  ];

  test('uses the latest evaluation of each page', async () => {
    const one = await server.signUp();
    const { accountId, contextId } = one;
    const page = async (title: string, scores: number[]) => {
      const id = randomUUID();
      await query(
        `insert into contents (account_id, id, context_id, title, type, format, status, url)
         values ($1, $2, $3, $4, 'LINK', 'html', 'done', 'https://a.com.br')`,
        [accountId, id, contextId, title],
      );
      for (const [at, score] of scores.entries()) {
        await query(
          `insert into seo_evaluations (account_id, id, content_id, at, score, checks)
           values ($1, $2, $3, now() - make_interval(days => $4), $5, $6)`,
          [accountId, randomUUID(), id, scores.length - at, score, JSON.stringify(checksWorth(score))],
        );
      }
    };
    await page('Boa', [10, 90]);
    await page('Ruim', [99, 40]);
    const { seo } = (await one.get('/interaction-monitoring')).body;
    expect(seo).toMatchObject({
      score: 65,
      pages: 2,
      worst: [
        { title: 'Ruim', score: 40 },
        { title: 'Boa', score: 90 },
      ],
    });
  });
});

describe('conversations', () => {
  let one: Caller;
  const found = async (search: string) =>
    (
      await one.get(`/conversations?contextId=${one.contextId}&search=${encodeURIComponent(search)}&sort=startedAt`)
    ).body.data.map((row: { firstQuestion: string }) => row.firstQuestion);
  const HOURS = 'Que horas a loja abre no feriado?';
  const DELIVERY = 'A entrga demora para Florianópolis?';
  const ORDER = '=HYPERLINK("http://mau.com"); pedido 48213';
  beforeAll(async () => {
    one = await server.signUp();
    for (const question of [HOURS, DELIVERY, ORDER]) await ask(one.contextId, question);
  });

  test('are found by words of questions and answers, ignoring accents and typos', async () => {
    expect(await found('florianopolis')).toEqual([DELIVERY]);
    expect(await found('Florianópolis')).toEqual([DELIVERY]);
    expect(await found('florianoplis')).toEqual([DELIVERY]);
    expect(await found('entrega')).toEqual([DELIVERY]);
    expect(await found('feriados')).toEqual([HOURS]);
    expect(await found('feria')).toEqual([HOURS]);
    expect(await found('loja feriado')).toEqual([HOURS]);
    expect(await found('feriado loja demora')).toEqual([]);
    expect(await found('48213')).toEqual([ORDER]);
    expect(await found('48214')).toEqual([]);
    expect(await found(`'; drop table messages --`)).toEqual([]);
    expect(await found('!!')).toEqual([]);
  });

  test('of another account are never found', async () => {
    const other = await server.signUp();
    expect((await other.get(`/conversations?contextId=${other.contextId}&search=florianopolis`)).body.total).toBe(0);
  });

  test('are filtered by type, labels and date', async () => {
    await query(
      `update conversations set goal = 'complaint', wanted_human = true where account_id = $1 and first_question = $2`,
      [one.accountId, HOURS],
    );
    const total = async (filter: string) =>
      (await one.get(`/conversations?contextId=${one.contextId}&${filter}`)).body.total;
    expect(await total('goal=complaint')).toBe(1);
    expect(await total('wantedHuman=true&goal=praise')).toBe(0);
    expect(await total('type=preview')).toBe(0);
    expect(await total(`startedAt_lte=${new Date(Date.now() - 86_400_000).toISOString()}`)).toBe(0);
  });

  test('are filtered by several contexts, of those that the user may see', async () => {
    const many = await server.signUp();
    const add = async (name: string) => (await many.post('/contexts', { name, parentId: many.contextId })).body.id;
    const [north, south] = [await add('Norte'), await add('Sul')];
    await ask(many.contextId, HOURS);
    await ask(north, DELIVERY);
    await ask(south, ORDER);
    const query = `contextId=${many.contextId}&context=${north}&context=${south}&sort=startedAt`;
    const questionsOf = (body: { data: { firstQuestion: string }[] }) => body.data.map((row) => row.firstQuestion);
    expect(questionsOf((await many.get(`/conversations?${query}`)).body)).toEqual([DELIVERY, ORDER]);
    const exported = await many.get(`/conversations/export?${query}&format=jsonl`);
    expect(exported.text.trim().split('\n')).toHaveLength(2);
    const seller = await server.as(many, 'READER', [south]);
    expect(questionsOf((await seller.get(`/conversations?${query}`)).body)).toEqual([ORDER]);
  });

  test('are exported without formulas, only for administrators', async () => {
    const csv = await one.get(`/conversations/export?contextId=${one.contextId}&format=csv`);
    expect(csv.headers['content-type']).toContain('text/csv');
    expect(csv.text).toContain(`"'=HYPERLINK(""http://mau.com""); pedido 48213"`);
    expect(csv.text.trim().split('\r\n')).toHaveLength(4);
    expect(csv.text).toContain(';Prosa (trechos da sua base);');
    const lines = (await one.get(`/conversations/export?contextId=${one.contextId}&format=jsonl&search=feriado`)).text
      .trim()
      .split('\n');
    expect(lines.map((line) => JSON.parse(line).exchanges[0].question)).toEqual([HOURS]);
    expect((await (await server.as(one, 'WRITER')).get('/conversations/export')).status).toBe(403);
  });

  test('with a common word are listed by page, newest first, in any search range', async () => {
    const many = await server.signUp();
    const { accountId, contextId } = many;
    await query(
      `insert into conversations (account_id, id, context_id, type, first_question, goal, started_at)
       select $1, gen_random_uuid(), $2, 'widget', 'Frete ' || n, case when n % 3 = 0 then 'complaint' else 'other' end,
         now() - make_interval(days => n * n) from generate_series(1, 30) n`,
      [accountId, contextId],
    );
    await query(
      `insert into messages (account_id, conversation_id, id, question, answer, grounded, model, created_at)
       select c.account_id, c.id, gen_random_uuid(), c.first_question, case when later = 0 then 'Sai amanhã.' else 'De novo.' end,
         true, 'embedded', c.started_at + make_interval(days => later * 40)
       from conversations c cross join generate_series(0, 1) later where c.account_id = $1`,
      [accountId],
    );
    const who = tenant(accountId, 'all');
    const wanted = (await readSearch(server.services.db, who, 'frete'))!;
    const exact = Array.from({ length: 30 }, (_, at) => `Frete ${at + 1}`);
    const nameOf = new Map(
      (await query('select id, first_question as name from conversations where account_id = $1', [accountId])).map(
        ({ id, name }) => [id, name],
      ),
    );
    const filter = { limit: 4, search: '', contextIds: [contextId], filters: [] };
    const sort = { field: 'startedAt', descending: true };
    for (let page = 1; page <= 9; page++) {
      const found = await findPage(server.services.db, who, wanted, { ...filter, sort, page }, 5);
      expect(found.ids.map((id) => nameOf.get(id))).toEqual(exact.slice(4 * (page - 1), 4 * page));
      if (!found.isTotalLeast) expect(found.total).toBe(30);
      // The total at least shows that there is a next page.
      else expect([found.total > 4 * page, found.total < 30]).toEqual([true, true]);
    }
    const first = await findPage(server.services.db, who, wanted, { ...filter, sort, page: 1 }, 5);
    expect(first.isTotalLeast).toBe(true);
    const oldest = { ...filter, sort: { field: 'startedAt', descending: false }, page: 1 };
    expect(await findPage(server.services.db, who, wanted, oldest, 5)).toMatchObject({
      total: 30,
      isTotalLeast: false,
    });
    const complaints = [{ field: 'goal', operator: 'in' as const, value: ['complaint'] }];
    const some = await findPage(server.services.db, who, wanted, { ...filter, sort, page: 1, filters: complaints }, 5);
    expect(some.ids.map((id) => nameOf.get(id))).toEqual(['Frete 3', 'Frete 6', 'Frete 9', 'Frete 12']);
    // A search since a moment never reads the whole history, in any order.
    const watched = watchStatements(server.services.db);
    const since = new Date(Date.now() - 300 * 86_400_000).toISOString();
    const recent = [{ field: 'startedAt', operator: 'gte' as const, value: since }];
    for (const order of [sort, { field: 'totalTokens', descending: true }]) {
      const query = { ...filter, sort: order, page: 1, filters: recent };
      expect(await findPage(watched.db, who, wanted, query, 5_000)).toMatchObject({ isTotalLeast: false });
    }
    expect(watched.sent.join()).toContain('find_talks_since(');
    expect(watched.sent.join()).not.toContain('find_talks(');
    // The same list through the API.
    const { body } = await many.get(`/conversations?contextId=${contextId}&search=frete&limit=20`);
    expect(body).toMatchObject({ total: 30, isTotalLeast: false });
    expect(body.data.map((row: { firstQuestion: string }) => row.firstQuestion)).toEqual(exact.slice(0, 20));
  });

  test('of an erased visitor leave no words in the search index', async () => {
    const name = 'Zuleicamar';
    const conversation = await ask(one.contextId, `Meu nome é ${name}, a loja abre?`);
    const words = async () =>
      (await query('select word from conversation_words where account_id = $1', [one.accountId])).map(
        ({ word }) => word,
      );
    expect(await words()).toContain(name.toLowerCase());
    await one.post(`/conversations/${conversation.conversationId}/erase-visitor`);
    expect(await words()).not.toContain(name.toLowerCase());
    expect(await words()).toContain('loja');
  });
});
