import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { choice, date, money, text, toggle } from '../../resources/kit/field.ts';
import { defineResource, type Resource } from '../../resources/kit/resource.ts';
import { dayOf } from '../../src/server/runtime/calendar.ts';
import { type Caller, startServer, type TestServer } from '../support/server.ts';

const orders = defineResource({
  name: 'test-orders',
  scope: 'context',
  storage: 'derived',
  title: 'name',
  fields: {
    name: text(),
    status: choice(['open', 'paid', 'lost'], { initial: 'open' }),
    isGift: toggle({ initial: false }),
    amount: money({ max: 100_000_000 }),
    on: date(),
  },
  list: { columns: ['name'], search: ['name'], filters: ['status', 'isGift'], sort: 'name' },
  form: ['name', 'status', 'isGift', 'amount', 'on'],
  cards: {
    byStatus: { measure: 'count', by: 'status' },
    gifts: { measure: 'count', by: 'isGift' },
    worth: { measure: 'sum', of: 'amount', by: 'status' },
    perDay: { measure: 'count', by: 'on', days: 3 },
    newest: { measure: 'sum', of: 'amount', by: 'on', days: 2 },
  },
  actions: ['list', 'create'],
}) as unknown as Resource;

const DAY_MS = 86_400_000;
const day = (ago: number) => dayOf(new Date(Date.now() - ago * DAY_MS));

let server: TestServer;
let owner: Caller;
let other: string;
beforeAll(async () => {
  server = await startServer({ resources: [orders] });
  owner = await server.signUp();
  other = (await owner.post('/contexts', { name: 'Outra' })).body.id;
  const add = (contextId: string, values: object) =>
    owner.post('/test-orders', { contextId, name: 'Pedido', amount: 1_000, on: day(0), ...values });
  await add(owner.contextId, { name: 'Vela' });
  await add(owner.contextId, { amount: 90_000_000, status: 'paid', isGift: true, on: day(1) });
  await add(owner.contextId, { amount: 90_000_000, status: 'paid', on: day(2) });
  await add(other, { status: 'lost', on: day(30) });
  const stranger = await server.signUp();
  await stranger.post('/test-orders', { contextId: stranger.contextId, name: 'X', amount: 7, on: day(0) });
});
afterAll(() => server.close());

/** Returns a card as pairs, of the owner's first context by default. */
async function card(caller: Caller, name: string, query = `contextId=${owner.contextId}`) {
  const { status, body } = await caller.get(`/test-orders/cards/${name}?${query}`);
  expect(status).toBe(200);
  return body.data.map(({ value, figure }: { value: string; figure: number }) => [value, figure]);
}

describe('the figures of a card', () => {
  it('are of every value, in the order of the declaration', async () => {
    expect(await card(owner, 'byStatus')).toEqual([
      ['open', 1],
      ['paid', 2],
      ['lost', 0],
    ]);
    expect(await card(owner, 'gifts')).toEqual([
      ['true', 1],
      ['false', 2],
    ]);
  });

  it('are sums, beyond the largest number of a column', async () => {
    for (let count = 0; count < 23; count += 1)
      await owner.post('/test-orders', {
        ...{ contextId: other, name: 'Grande', status: 'paid', amount: 100_000_000, on: day(40) },
      });
    expect(await card(owner, 'worth', `contextId=${other}`)).toEqual([
      ['open', 0],
      ['paid', 2_300_000_000],
      ['lost', 1_000],
    ]);
  });

  it('are of every one of the last days', async () => {
    expect(await card(owner, 'perDay')).toEqual([
      [day(2), 1],
      [day(1), 1],
      [day(0), 1],
    ]);
    expect(await card(owner, 'newest')).toEqual([
      [day(1), 90_000_000],
      [day(0), 1_000],
    ]);
  });

  it('follow the filters and the search of the list', async () => {
    const query = `contextId=${owner.contextId}`;
    expect(await card(owner, 'byStatus', `${query}&isGift=true`)).toEqual([
      ['open', 0],
      ['paid', 1],
      ['lost', 0],
    ]);
    expect((await card(owner, 'byStatus', `${query}&search=vela`))[0]).toEqual(['open', 1]);
  });
});

describe('the figures of a card are only of rows', () => {
  it('of the own account', async () => {
    const stranger = await server.signUp();
    const figures = await card(stranger, 'byStatus', `contextId=${owner.contextId}`);
    expect(figures.map(([, figure]: [string, number]) => figure)).toEqual([0, 0, 0]);
  });

  it('in the contexts that a person sees', async () => {
    const limited = await server.as(owner, 'READER', [other]);
    const both = `contextId=${owner.contextId}&contextId=${other}`;
    expect((await card(limited, 'byStatus', both))[0]).toEqual(['open', 0]);
    expect((await card(owner, 'byStatus', both))[0]).toEqual(['open', 1]);
  });

  it('that the role may list', async () => {
    const member = await server.as(owner, 'MEMBER' as never);
    expect((await member.get(`/test-orders/cards/byStatus?contextId=${owner.contextId}`)).status).toBe(403);
  });
});

it('refuses a card that is not declared', async () => {
  expect((await owner.get(`/test-orders/cards/other?contextId=${owner.contextId}`)).status).toBe(404);
});

it('counts the days of a moment in the time zone of the business, for those who see the rows', async () => {
  const body = { name: 'CRM', url: 'https://exemplo.com.br', events: ['message.left'] };
  const { id } = (await owner.post('/outgoing-webhooks', body)).body;
  for (const seconds of [-1, 1, 2])
    await server.services.db.pool.query(
      `insert into webhook_deliveries (account_id, id, webhook_id, event_id, event, cause, data, state, created_at)
       values ($1, gen_random_uuid(), $2, gen_random_uuid(), 'message.left', $3, '{}', 'delivered',
         $4::date::timestamp at time zone 'America/Sao_Paulo' + make_interval(secs => $3::text::int))`,
      [owner.accountId, id, String(seconds), day(0)],
    );
  const { body: shown } = await owner.get('/webhook-deliveries/cards/perDay');
  expect(shown.data).toHaveLength(30);
  expect(shown.data.slice(-2)).toEqual([
    { value: day(1), figure: 1 },
    { value: day(0), figure: 2 },
  ]);
  const limited = await server.as(owner, 'ADMIN', [other]);
  const { body: hidden } = await limited.get('/webhook-deliveries/cards/byState');
  expect(hidden.data.map(({ figure }: { figure: number }) => figure)).toEqual([0, 0, 0]);
});
