import { randomUUID } from 'node:crypto';
import type { Page, Route } from 'playwright-core';

/**
 * The states in which a screen is photographed. `seeded`: with the demo data; `empty`: a new account on the free plan.
 */
export const STATES = [
  'seeded',
  'empty',
  'loading',
  'error',
  'one-row',
  'many-rows',
  'long-names',
  'denied-by-role',
  'denied-by-plan',
] as const;
export type State = (typeof STATES)[number];

/** In the states `loading` and `error`, requests of the layout are unchanged: only the screen itself waits or fails. */
const OF_FRAME = /\/api\/(auth|sessions|users\/me|account$|limits\/notices)/;
const LONG_NAME =
  'Associação Beneficente dos Produtores Artesanais de Queijo da Serra da Canastra e Região do Alto São Francisco';
const LONG_WORD = 'https://www.emporio-serra-azul.com.br/produtos/queijos/artesanais/'.concat(
  'canastra-meia-cura-'.repeat(6),
);
const NAMES = /^(name|title|question|word|label|companyName|user|account|description|topic)$/;
const ADDRESSES = /^(url|link|website|email|file|fileName)$/;

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/** Returns the response with very long names. */
function lengthen(value: Json, key = ''): Json {
  if (Array.isArray(value)) return value.map((one) => lengthen(one, key));
  if (value !== null && typeof value === 'object') {
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, lengthen(one, name)]));
  }
  if (typeof value !== 'string' || value === '') return value;
  if (NAMES.test(key)) return `${value} ${LONG_NAME}`;
  if (ADDRESSES.test(key)) return key === 'email' ? `${'contato.comercial.'.repeat(4)}${value}` : LONG_WORD;
  return value;
}

/** Returns the response with at most one row in each list. */
function keepOne(value: Json): Json {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return value;
  const { data, total } = value;
  if (!Array.isArray(data)) return value;
  return { ...value, data: data.slice(0, 1), ...(typeof total === 'number' ? { total: Math.min(total, 1) } : {}) };
}

const MANY = 10_000;

/** Returns the response with a full page of a list with ten thousand rows. */
function fillUp(value: Json, wantedRows: number): Json {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return value;
  const { data, total } = value;
  if (!Array.isArray(data) || data.length === 0 || typeof total !== 'number') return value;
  const again = (at: number) => {
    const row = data[at % data.length] as Json;
    const isRow = at >= data.length && row !== null && typeof row === 'object' && 'id' in row;
    return isRow ? { ...(row as object), id: randomUUID() } : row;
  };
  return {
    ...value,
    data: Array.from({ length: Math.max(wantedRows, data.length) }, (_, at) => again(at)),
    total: MANY,
  };
}

const asRole = (value: Json, role: string): Json => ({ ...(value as object), role });
const withoutFlags = (value: Json): Json => ({ ...(value as object), flags: [] });

async function change(route: Route, by: (value: Json) => Json): Promise<void> {
  const response = await route.fetch().catch(() => null);
  if (!response) return route.abort().catch(() => undefined);
  const isJson = response.headers()['content-type']?.includes('application/json');
  if (!isJson || !response.ok()) return route.fulfill({ response });
  await route.fulfill({ response, json: by((await response.json()) as Json) });
}

const failure = {
  status: 500,
  contentType: 'application/problem+json',
  body: JSON.stringify({
    type: 'about:blank',
    title: 'internal',
    status: 500,
    code: 'internal',
    requestId: 'req-1',
    message: 'Ocorreu um erro! Tente novamente mais tarde.',
  }),
};

/** Changes API responses so that a page's screen shows a state. Returns a function that restores them. */
export async function overrideResponses(page: Page, state: State, isStaff: boolean): Promise<() => Promise<void>> {
  const pendingRoutes: Route[] = [];
  const role = isStaff ? 'WM_FINANCIAL' : 'READER';
  const isMe = (url: string) => new URL(url).pathname === '/api/users/me';
  const bend: Partial<Record<State, (route: Route, url: string) => unknown>> = {
    loading: (route, url) => (OF_FRAME.test(url) ? route.continue() : pendingRoutes.push(route)),
    error: (route, url) => (OF_FRAME.test(url) ? route.continue() : route.fulfill(failure)),
    'one-row': (route) => change(route, keepOne),
    'many-rows': (route, url) =>
      change(route, (value) => fillUp(value, Number(new URL(url).searchParams.get('limit')))),
    'long-names': (route) => change(route, (value) => lengthen(value)),
    'denied-by-role': (route, url) => (isMe(url) ? change(route, (me) => asRole(me, role)) : route.continue()),
    'denied-by-plan': (route, url) =>
      /\/(users\/me|sessions\/me\/plan)$/.test(url) ? change(route, withoutFlags) : route.continue(),
  };
  const handler = bend[state];
  if (!handler) return async () => undefined;
  const isCall = ({ pathname }: URL) => pathname.startsWith('/api/');
  await page.route(isCall, (route) => {
    // Only reads are changed.
    if (route.request().method() !== 'GET') return void route.continue();
    return void handler(route, route.request().url());
  });
  return async () => {
    await page.unroute(isCall);
    await Promise.all(pendingRoutes.map((route) => route.abort().catch(() => undefined)));
  };
}
