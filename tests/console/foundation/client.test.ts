// @vitest-environment happy-dom
import { beforeEach, describe, expect, test } from 'vitest';
import { HttpError, request, upload } from '../../../src/console/http/client.ts';
import { download } from '../../../src/console/http/download.ts';
import { acceptLanguage } from '../../../src/console/http/headers.ts';
import { accessToken, clearSession, endedBy, refreshToken, storeTokens } from '../../../src/console/state/store.ts';
import { problem, tokenOf, useLoopback } from './loopback.ts';

const server = useLoopback();
const stale = tokenOf('ana', 1);
const fresh = tokenOf('ana', 2);

/** Answers 401 to the stale token and 200 to the fresh one. */
function expectFresh(path: string) {
  server.on(`GET ${path}`, ({ headers, query }) =>
    headers.authorization === `Bearer ${fresh}`
      ? { body: { path, n: query.get('n') } }
      : { status: 401, body: problem('session_expired') },
  );
}
const refreshing = (status = 200, ms = 50) =>
  server.on('GET /sessions/refresh', () => ({
    status,
    body: status === 200 ? { accessToken: fresh, refreshToken: 'second' } : problem('session_expired'),
    after: new Promise((resolve) => setTimeout(resolve, ms)),
  }));

beforeEach(() => storeTokens({ accessToken: stale, refreshToken: 'first' }));

describe('every request', () => {
  test('sends the token, the weighted languages and the current language', async () => {
    server.on('GET /users/me', { body: {} });
    await request('/users/me');
    localStorage.setItem('i18nextLng', 'en');
    await request('/users/me');
    const [first, second] = server.to('/users/me').map(({ headers }) => headers);
    expect(first).toMatchObject({
      authorization: `Bearer ${stale}`,
      'accept-language': 'pt-BR,en-US;q=0.9,es;q=0.8',
      'current-language': 'pt-BR',
    });
    expect(second).toMatchObject({ 'accept-language': 'en-US,pt-BR;q=0.9,es;q=0.8', 'current-language': 'en' });
    expect(acceptLanguage('es')).toBe('es,pt-BR;q=0.9,en-US;q=0.8');
  });

  test.each([
    ['none', undefined, undefined],
    ['an object', { id: 'c' }, 'application/json'],
  ])('sets the content type for the body: %s', async (_, body, type) => {
    server.on('POST /contents', { status: 201, body: {} });
    await request('/contents', { method: 'POST', body });
    expect(server.to('/contents')[0]?.headers['content-type']?.split(';')[0]).toBe(type);
  });

  test('repeats list parameters in the query and omits undefined and null', async () => {
    server.on('GET /contents', { body: {} });
    await request('/contents', { query: { contextId: ['a', 'b'], page: 1, search: undefined, sort: null } });
    expect(server.to('/contents')[0]?.query.toString()).toBe('contextId=a&contextId=b&page=1');
  });

  test.each([200, 201, 204, 302, 399])('resolves with status %i', async (status) => {
    server.on('POST /contexts', { status, body: status === 204 ? undefined : { id: 'c' } });
    const answer = await request('/contexts', { method: 'POST', body: { name: 'Loja' } });
    expect(answer).toEqual(status === 204 ? undefined : { id: 'c' });
    expect(JSON.parse(server.to('/contexts')[0]?.body ?? '')).toEqual({ name: 'Loja' });
  });

  test('rejects from status 400 on, with the code and message of the server', async () => {
    const errors = [{ field: 'name', code: 'required', message: 'Obrigatório' }];
    server.on('POST /contexts', { status: 422, body: problem('invalid_input', 'Confira os campos.', { errors }) });
    const failure = await request('/contexts', { method: 'POST', body: {} }).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(HttpError);
    expect(failure).toMatchObject({
      status: 422,
      statusCode: 422,
      code: 'invalid_input',
      message: 'Confira os campos.',
      errors: { name: ['Obrigatório'] },
    });
  });

  test('has an empty message when the server sends no body', async () => {
    server.on('GET /contexts', { status: 500 });
    const failure = await request('/contexts').catch((error: unknown) => error);
    expect(failure).toMatchObject({ status: 500, code: 'internal', message: '' });
  });
});

test('rejects an aborted request with the abort reason instead of an HttpError', async () => {
  server.on('GET /contexts', { body: [] });
  const controller = new AbortController();
  controller.abort(new Error('gone'));
  await expect(request('/contexts', { signal: controller.signal })).rejects.toThrow('gone');
});

test('rejects a failed download with the message of the server', async () => {
  server.on('GET /invoices/1/receipt', { status: 404, body: problem('not_found', 'Não encontramos o recibo.') });
  const failure = await download('/invoices/1/receipt', 'recibo.pdf').catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(HttpError);
  expect(failure).toMatchObject({ status: 404, code: 'not_found', message: 'Não encontramos o recibo.' });
});

describe('a 401 response', () => {
  test('to 20 parallel requests causes one refresh, and all of them are repeated', async () => {
    expectFresh('/contexts');
    refreshing();
    const calls = Array.from({ length: 20 }, (_, n) => request<{ n: string }>('/contexts', { query: { n } }));
    const answers = await Promise.all(calls);
    expect(answers.map(({ n }) => n)).toEqual(Array.from({ length: 20 }, (_, n) => String(n)));
    expect(server.to('/sessions/refresh')).toHaveLength(1);
    expect(server.to('/sessions/refresh')[0]?.headers['refresh-token']).toBe('first');
    expect(server.to('/contexts')).toHaveLength(40);
    expect([accessToken(), refreshToken()]).toEqual([fresh, 'second']);
  });

  test('that arrives after the refresh is repeated with the new token', async () => {
    expectFresh('/contexts');
    refreshing(200, 0);
    let letGo = () => undefined as void;
    const released = new Promise<void>((resolve) => (letGo = resolve));
    server.on('GET /slow', ({ headers }) =>
      headers.authorization === `Bearer ${fresh}` ? { body: 'ok' } : { status: 401, body: {}, after: released },
    );
    const slow = request('/slow');
    await request('/contexts');
    letGo();
    expect(await slow).toBe('ok');
    expect(server.to('/sessions/refresh')).toHaveLength(1);
  });

  test('clears the session for all waiting requests when the refresh fails', async () => {
    expectFresh('/contexts');
    refreshing(401);
    localStorage.setItem('plan', '{}');
    const calls = await Promise.allSettled(Array.from({ length: 5 }, () => request('/contexts')));
    expect(calls.every(({ status }) => status === 'rejected')).toBe(true);
    expect(server.to('/sessions/refresh')).toHaveLength(1);
    expect(localStorage.getItem('accessToken')).toBeNull();
    expect(localStorage.getItem('refreshToken')).toBeNull();
    expect(localStorage.getItem('plan')).toBeNull();
    expect(endedBy()).toBe('expired');
  });

  test.each([503, 429, 408, 'lost'] as const)(
    'keeps the session when the refresh gets no decision: %s',
    async (why) => {
      expectFresh('/contexts');
      if (why === 'lost') server.on('GET /sessions/refresh', { isLost: true });
      else refreshing(why);
      await expect(request('/contexts')).rejects.toMatchObject({ status: why === 'lost' ? 0 : why });
      expect([accessToken(), refreshToken()]).toEqual([stale, 'first']);
      refreshing();
      expect(await request('/contexts')).toMatchObject({ path: '/contexts' });
      expect(accessToken()).toBe(fresh);
    },
  );

  test('after a refresh causes no second refresh', async () => {
    server.on('GET /contexts', { status: 401, body: problem('session_expired') });
    refreshing();
    await expect(request('/contexts')).rejects.toMatchObject({ status: 401 });
    expect(server.to('/sessions/refresh')).toHaveLength(1);
    expect(server.to('/contexts')).toHaveLength(2);
    expect(accessToken()).toBe(fresh);
  });

  test('of the sign-in or of the refresh itself is passed on', async () => {
    server.on('POST /auth/login', { status: 401, body: problem('wrong_credentials') });
    refreshing(401);
    await expect(request('/auth/login', { method: 'POST', body: {} })).rejects.toMatchObject({
      code: 'wrong_credentials',
    });
    await expect(request('/sessions/refresh')).rejects.toMatchObject({ status: 401 });
    expect(server.to('/sessions/refresh')).toHaveLength(1);
    expect(accessToken()).toBe(stale);
  });

  test('causes no refresh when another tab has renewed the session', async () => {
    server.on('GET /contexts', ({ headers }) => {
      localStorage.setItem('accessToken', fresh);
      return headers.authorization === `Bearer ${fresh}` ? { body: 'ok' } : { status: 401, body: {} };
    });
    refreshing();
    expect(await request('/contexts')).toBe('ok');
    expect(server.to('/sessions/refresh')).toHaveLength(0);
  });

  test('takes over the tokens of another tab that refreshed first', async () => {
    expectFresh('/contexts');
    server.on('GET /sessions/refresh', () => {
      localStorage.setItem('refreshToken', 'of the other tab');
      localStorage.setItem('accessToken', fresh);
      return { status: 401, body: problem('session_expired') };
    });
    expect(await request('/contexts')).toMatchObject({ path: '/contexts' });
    expect(accessToken()).toBe(fresh);
  });

  test('is not repeated after somebody else has signed in', async () => {
    const other = tokenOf('bia');
    server.on('GET /contexts', () => {
      storeTokens({ accessToken: other, refreshToken: 'hers' });
      return { status: 401, body: {} };
    });
    refreshing(401);
    await expect(request('/contexts')).rejects.toMatchObject({ status: 401 });
    expect(server.to('/contexts')).toHaveLength(1);
    expect([accessToken(), refreshToken()]).toEqual([other, 'hers']);
  });

  test('does not restore the session after a sign-out during the refresh', async () => {
    expectFresh('/contexts');
    server.on('GET /sessions/refresh', () => {
      clearSession('logout');
      return { body: { accessToken: fresh, refreshToken: 'second' } };
    });
    await expect(request('/contexts')).rejects.toMatchObject({ status: 401 });
    expect(accessToken()).toBeNull();
  });
});

test('refreshes and repeats an upload too', async () => {
  server.on('POST /contents/file', ({ headers }) =>
    headers.authorization === `Bearer ${fresh}` ? { status: 201, body: { id: 'f' } } : { status: 401, body: {} },
  );
  refreshing();
  const form = new FormData();
  form.set('contextId', 'c');
  expect(await upload('/contents/file', form)).toEqual({ id: 'f' });
  expect(server.to('/sessions/refresh')).toHaveLength(1);
  expect(server.to('/contents/file')[1]?.body).toContain('name="contextId"');
});
