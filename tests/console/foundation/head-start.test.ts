// @vitest-environment happy-dom
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { resources } from '../../../resources/index.ts';
import { takeBegun } from '../../../src/console/http/head-start.ts';
import { dataProvider } from '../../../src/console/providers/data.ts';
import { firstRows, isAskedAhead } from '../../../src/console/resource/first-rows.ts';
import { callOf } from '../../../src/console/resource/list-call.ts';
import { readView } from '../../../src/console/resource/view.ts';
import { storeTokens } from '../../../src/console/session/store.ts';
import { setAddress, tokenOf, useLoopback } from './loopback.ts';

const START = readFileSync(join(import.meta.dirname, '../../../src/console/start.js'), 'utf8');
const LISTS = { '/knowledge-base/links': '/hyperlinks?page=1&limit=20&contextId=', '/users': '/users?page=1' };
const [FIRST, OTHER] = ['018f0000-0000-7000-8000-000000000001', '018f0000-0000-7000-8000-000000000002'];
const server = useLoopback();
const token = tokenOf('person');

/** Runs the page's own script, as the page does before any module is there. */
function start(address: string): void {
  setAddress(server.origin + address);
  const script = document.createElement('script');
  script.dataset.pieces = '/assets/frame.js';
  script.dataset.lists = JSON.stringify(LISTS);
  Object.defineProperty(document, 'currentScript', { value: script, configurable: true });
  new Function(START)();
}
const calls = () => (window.headStart ?? []).map(({ address }) => address.slice(`${server.origin}/api`.length));
const FRAME = ['/users/me', '/sessions/me/contexts', '/sessions/me/plan'];

// happy-dom's copy of an answer that is still arriving is empty: here an answer is whole before it is handed over.
const { fetch } = window;
beforeEach(() => {
  vi.spyOn(window, 'fetch').mockImplementation(async (...asked) => {
    const answer = await fetch(...asked);
    return new Response(await answer.text(), { status: answer.status });
  });
  storeTokens({ accessToken: token, refreshToken: 'refresh' });
  server.on('GET /sessions/me/contexts', { body: [{ id: FIRST }, { id: OTHER }] });
});
afterEach(() => {
  vi.restoreAllMocks();
  Reflect.deleteProperty(document, 'currentScript');
  window.headStart = undefined;
});

describe('the page’s own script', () => {
  it('asks for what every screen is drawn by, and at a list for its first rows', () => {
    start('/users');
    expect(calls()).toEqual([...FRAME, '/users?page=1']);
    start('/plan');
    expect(calls()).toEqual(FRAME);
  });

  it('asks for the rows of the context named, the one chosen last, or the first', async () => {
    localStorage.setItem('currentContext', OTHER!);
    start('/knowledge-base/links');
    expect(calls().at(-1)).toBe(LISTS['/knowledge-base/links'] + OTHER);
    start(`/knowledge-base/links?contextId=${FIRST}`);
    expect(calls().at(-1)).toBe(LISTS['/knowledge-base/links'] + FIRST);
    localStorage.removeItem('currentContext');
    start('/knowledge-base/links');
    await vi.waitFor(() => expect(calls()).toEqual([...FRAME, LISTS['/knowledge-base/links'] + FIRST]));
  });

  it('leaves a list that is narrowed to the list itself', () => {
    start(`/knowledge-base/links?contextId=${FIRST}&search=frete`);
    expect(calls()).toEqual(FRAME);
  });

  it('asks for no rows once the program is there to ask for them', async () => {
    start('/knowledge-base/links');
    const contexts = takeBegun(`${server.origin}/api/sessions/me/contexts`, token);
    await contexts;
    await new Promise((resolve) => setTimeout(resolve));
    expect(calls()).toEqual(FRAME.filter((path) => path !== '/sessions/me/contexts'));
  });
});

describe('a list’s first rows', () => {
  it.each(resources.filter(isAskedAhead).map((one) => [one.name, one] as const))(
    '%s: are asked for ahead as the list asks for them',
    async (name, resource) => {
      const call = callOf(resource, readView(resource, new URLSearchParams()), FIRST);
      await dataProvider.getList({ resource: name, ...call }).catch(() => undefined);
      const { path, query } = server.asked.at(-1)!;
      const isOfContext = resource.scope === 'context';
      expect(`${path}?${query}`).toBe(firstRows(resource) + (isOfContext ? FIRST : ''));
    },
  );
});
