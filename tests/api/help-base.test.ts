import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { helpTexts, shippedHelp } from '../../src/server/chat/help-base/help-texts.ts';
import { updateHelpBase } from '../../src/server/chat/help-base/update-help-base.ts';
import { isEmpty } from '../../src/server/db/platform.ts';
import { HELP_ACCOUNT_ID, HELP_CONTEXT_ID, STAFF_HELP_CONTEXT_ID } from '../../src/shared/help.ts';
import { type Caller, eventsOf, startServer, type TestServer, textOf, until } from '../support/server.ts';
import { createStaff } from '../support/staff.ts';

const ORIGIN = 'https://prosa.example';
const shipped = helpTexts(shippedHelp);
/** Also four plans, all plans, the packs and the support. */
const TEXTS = shipped.length + 7;

let server: TestServer;
let customer: Caller;
const query = async (text: string, values: unknown[] = []) => (await server.services.db.pool.query(text, values)).rows;
const mine = `account_id = '${HELP_ACCOUNT_ID}'`;
const isTrained = async () =>
  (await query(`select 1 from contents where ${mine} and (status <> 'done' or trained_version <> version)`)).length ===
  0;

const ask = (question: string, { contextId = HELP_CONTEXT_ID, origin = ORIGIN, headers = {} } = {}) =>
  server.call({
    method: 'POST',
    url: `/api/widgets/${contextId}/messages`,
    headers: { origin, ...headers },
    payload: { question },
  });
const sourcesIn = (text: string): { title: string; url: string }[] =>
  eventsOf(text).find(({ event }) => event === 'sources')?.data ?? [];

beforeAll(async () => {
  server = await startServer({ env: { PUBLIC_URL: ORIGIN, STAFF_SECOND_FACTOR: 'optional' } });
  expect(await isEmpty(server.services.db)).toBe(true);
  // Several processes at the same time, as with a shared database.
  const made = await Promise.all([1, 2, 3].map(() => updateHelpBase(server.services)));
  expect(made.map(({ added }) => added).sort((a, b) => a - b)).toEqual([0, 0, TEXTS]);
  customer = await server.signUp();
  await until(isTrained, 60_000);
}, 120_000);
afterAll(() => server?.close());

describe('the help base', () => {
  it('is created once by the normal queue, without users', async () => {
    const [{ count, distinct }] = await query(
      `select count(*)::int, count(distinct (context_id, question))::int as distinct from contents where ${mine}`,
    );
    expect([count, distinct]).toEqual([TEXTS, TEXTS]);
    expect(await updateHelpBase(server.services)).toEqual({ added: 0, reworded: 0, moved: 0, removed: 0 });
    expect(await query(`select 1 from users where ${mine}`)).toEqual([]);
    expect(await query(`select 1 from jobs where ${mine}`)).toEqual([]);
  });

  it.each([
    ['como coloco o chat no meu site?', '/chat/setup'],
    ['que arquivos posso mandar?', '/knowledge-base/content/upload'],
    ['quero convidar mais uma pessoa para a conta', '/users'],
    ['como faço para cancelar o plano?', '/plan'],
    ['o que é um subcontexto?', '/contexts'],
    ['o chat aparece mas não responde no meu site', '/chat/setup'],
    ['como exportar as conversas', '/conversations'],
    ['como pausar o atendimento?', '/settings/usage'],
  ])('answers "%s" with the screen %s', async (question, path) => {
    const answer = await ask(question);
    expect(answer.status).toBe(200);
    expect(eventsOf(answer.text).at(-1)?.data).toMatchObject({ grounded: true });
    expect(sourcesIn(answer.text).map(({ url }) => url)).toContain(ORIGIN + path);
    expect(shipped.some(({ answer: one }) => textOf(answer).includes(one.slice(0, 30)))).toBe(true);
  });

  it('says that it does not know the answer when the question is not about a screen', async () => {
    const answer = await ask('qual é a capital da França?');
    expect(eventsOf(answer.text).at(-1)?.data).toMatchObject({ grounded: false });
    expect(textOf(answer)).toBe(shippedHelp.base.declined);
  });

  it('separates the answers for staff from those for customers', async () => {
    const question = 'Como adiciono um modelo de linguagem?';
    const forStaff = sourcesIn((await ask(question, { contextId: STAFF_HELP_CONTEXT_ID })).text);
    expect(forStaff.map(({ url }) => url)).toContain(`${ORIGIN}/admin/chatbot`);
    expect(sourcesIn((await ask(question)).text).filter(({ url }) => url.includes('/admin'))).toEqual([]);
    // Staff also ask about the screens of customers.
    const shared = sourcesIn((await ask('O que é um contexto?', { contextId: STAFF_HELP_CONTEXT_ID })).text);
    expect(shared.map(({ url }) => url)).toContain(`${ORIGIN}/contexts`);
  });

  it('only answers at our own origin', async () => {
    const strange = await ask('Como instalo o chat no meu site?', { origin: 'https://outro.example' });
    expect(strange.status).toBe(403);
    expect(strange.body.code).toBe('origin_not_allowed');
    expect(strange.headers['access-control-allow-origin']).toBeUndefined();
  });

  it('costs customers nothing, and its own balance matches its ledger', async () => {
    const before = await customer.get('/sessions/me/plan');
    const sumOf = (accountId: string) =>
      query(`select coalesce(sum(used), 0)::int as used from usage_counters where account_id = $1`, [accountId]);
    const own = await sumOf(customer.accountId);
    await ask('Como crio um contexto?');
    expect((await customer.get('/sessions/me/plan')).body).toEqual(before.body);
    expect(await sumOf(customer.accountId)).toEqual(own);
    const [{ balance, ledger }] = await query(
      `select (select monthly + lasting from credit_balances where ${mine}) as balance,
         (select sum(amount)::int from credit_entries where ${mine}) as ledger`,
    );
    expect(balance).toBe(ledger);
    const figures = await query(`select distinct account_id from daily_figures`);
    expect(figures.map((row) => row.account_id)).toEqual([HELP_ACCOUNT_ID]);
  });

  it('is hidden from staff and customers', async () => {
    const staff = await createStaff(server);
    const listed = await staff.get('/admin/accounts?limit=100');
    expect(listed.body.data.map(({ id }: { id: string }) => id)).toEqual([customer.accountId]);
    expect((await staff.post('/admin/login', { accountId: HELP_ACCOUNT_ID, reason: 'Ajuda' })).status).toBe(404);
    expect((await staff.get(`/admin/accounts/${HELP_ACCOUNT_ID}`)).status).toBe(404);
    const [content] = await query(`select id from contents where ${mine} limit 1`);
    const [conversation] = await query(`select id from conversations where ${mine} limit 1`);
    for (const { tokens } of [customer, staff]) {
      const call = (method: 'GET' | 'POST' | 'DELETE', path: string, payload?: object) =>
        server.call({
          method,
          url: `/api${path}`,
          ...(payload ? { payload } : {}),
          headers: { authorization: `Bearer ${tokens.accessToken}`, origin: ORIGIN },
        });
      expect((await call('GET', `/contexts/${HELP_CONTEXT_ID}`)).status).toBe(404);
      expect((await call('GET', `/contents/${content.id}`)).status).toBe(404);
      expect((await call('DELETE', `/contents/${content.id}`)).status).toBe(404);
      expect((await call('GET', `/conversations/${conversation.id}`)).status).toBe(404);
      const list = await call('GET', `/contents?contextId=${HELP_CONTEXT_ID}`);
      expect(list.status === 404 || list.body.total === 0).toBe(true);
      // A preview needs a context of the caller's own account.
      const trial = await call('POST', `/widgets/${HELP_CONTEXT_ID}/messages`, { question: 'Oi' });
      expect(trial.status).toBe(404);
    }
  });

  it('tells the plans, prices and support address of now', async () => {
    const staff = await createStaff(server);
    expect(textOf(await ask('quanto custa o plano essencial?'))).toContain('R$ 99,00 por mês ou R$ 990,00 por ano');
    expect(textOf(await ask('como falo com o suporte da Prosa?'))).not.toContain('@');
    await staff.put('/admin/plans/essential', { monthlyPrice: 11_100 });
    await staff.put('/admin/general', { supportEmail: 'socorro@prosa.example' });
    // Asking until it is so would reach the limit per minute.
    const isTold = async (text: string) =>
      (await query(`select 1 from contents where ${mine} and answer like $1`, [`%${text}%`])).length > 0;
    await until(async () => (await isTold('R$ 111,00 por mês ou')) && (await isTold('socorro@prosa.example')));
    await until(isTrained, 30_000);
    expect(textOf(await ask('quanto custa o plano essencial?'))).toContain('R$ 111,00 por mês');
  });

  it('updates when texts are added, changed or removed, and when the public URL changes', async () => {
    const [first, ...rest] = Object.entries(shippedHelp.screens);
    const [path, guide] = first!;
    const [, second, ...others] = guide.questions;
    const changed = {
      ...guide,
      questions: [
        { ...second!, a: 'Agora é com a lua cheia.' },
        { q: 'Onde mora o saci?', a: 'No bambuzal.' },
        ...others,
      ],
    };
    const help = { ...shippedHelp, screens: Object.fromEntries([[path, changed], ...rest]) };
    const before = await query(`select id from contents where ${mine} and question = $1`, [second!.q]);
    expect(await updateHelpBase(server.services, help)).toEqual({ added: 1, reworded: 1, moved: 0, removed: 1 });
    await until(isTrained, 30_000);
    expect(textOf(await ask(second!.q))).toContain('lua cheia');
    expect(textOf(await ask('Onde mora o saci?'))).toContain('bambuzal');
    expect(await query(`select id from contents where ${mine} and question = $1`, [second!.q])).toEqual(before);

    const elsewhere = { ...server.services, publicUrl: () => 'https://nova.example' };
    const moved = await updateHelpBase(elsewhere);
    expect(moved).toMatchObject({ added: 1, reworded: 1, removed: 1 });
    expect(moved.moved).toBe(TEXTS - 2);
    const [found] = sourcesIn((await ask('Como convido uma pessoa para a conta?')).text);
    expect(found?.url).toBe('https://nova.example/users');
  });
});
