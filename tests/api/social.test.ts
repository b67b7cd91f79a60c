import { randomUUID } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import words from '../../locales/pt-BR/social.json' with { type: 'json' };
import { readEnv } from '../../src/server/runtime/env.ts';
import { SOCIAL_FAILURES } from '../../src/shared/social.ts';
import {
  CLIENT,
  GOOGLE,
  MICROSOFT,
  type Mint,
  mintAt,
  type OidcServer,
  passThrough,
  serveOidc,
} from '../support/oidc.ts';
import { freePort } from '../support/program.ts';
import { type Answer, PASSWORD, startServer, type TestServer } from '../support/server.ts';

const HOME = 'http://prosa.test';
const TENANT = '11111111-2222-4333-8444-555555555555';

let oidc: OidcServer;
/** A provider that responds but is not on the outbound allowlist. */
let inner: OidcServer;
let server: TestServer;
let google: Mint;
let microsoft: Mint;
beforeAll(async () => {
  [oidc, inner] = (await Promise.all(
    ['loja-azul', 'inner'].map((id) => serveOidc(`${HOME}/api/auth/social/${id}/callback`)),
  )) as [OidcServer, OidcServer];
  const secrets = { CLIENT_ID: CLIENT.id, CLIENT_SECRET: CLIENT.secret };
  const given = (prefix: string) =>
    Object.fromEntries(Object.entries(secrets).map(([name, value]) => [`${prefix}_${name}`, value]));
  const unreachable = `http://127.0.0.1:${await freePort()}`;
  server = await startServer({
    env: {
      CRAWL_ALLOW: [new URL(oidc.issuer).host, new URL(unreachable).host].join(','),
      OIDC_LOJA_AZUL_ISSUER: oidc.issuer,
      OIDC_GONE_ISSUER: unreachable,
      OIDC_INNER_ISSUER: inner.issuer,
      ...given('OIDC_LOJA_AZUL'),
      ...given('OIDC_GONE'),
      ...given('OIDC_INNER'),
      ...given('GOOGLE'),
      ...given('MICROSOFT'),
    },
  });
  const { outbound } = server.services;
  google = await mintAt(GOOGLE.at, GOOGLE.metadata, outbound.webFetch);
  microsoft = await mintAt(MICROSOFT.at, MICROSOFT.metadata, google.fetch);
  Object.assign(outbound, { webFetch: microsoft.fetch });
});
afterAll(async () => {
  await server.close();
  oidc.close();
  inner.close();
});

const email = () => `pessoa-${randomUUID().slice(0, 8)}@loja.com.br`;
const location = (answer: Answer) => String(answer.headers.location);
const failureOf = (answer: Answer) => /^http:\/\/prosa\.test\/login#error=(\w+)$/.exec(location(answer))?.[1];
const codeOf = (answer: Answer) => /#code=(\S+)$/.exec(location(answer))?.[1] ?? '';

/** Starts a sign-in at a provider. Returns the redirect target and the browser's cookie. */
async function begin(provider: string, returnTo?: string) {
  const query = returnTo === undefined ? '' : `?returnTo=${encodeURIComponent(returnTo)}`;
  const answer = await server.call({ method: 'GET', url: `/api/auth/social/${provider}${query}` });
  return { answer, to: location(answer), cookie: String(answer.headers['set-cookie'] ?? '').split(';')[0] ?? '' };
}
const comeBack = (address: string, cookie: string) =>
  server.call({ method: 'GET', url: address.slice(HOME.length), headers: { cookie } });
const exchange = (code: string, cookie: string) =>
  server.call({ method: 'POST', url: '/api/auth/social/code', payload: { code }, headers: { cookie } });
const me = ({ body }: Answer) =>
  server.call({ method: 'GET', url: '/api/users/me', headers: { authorization: `Bearer ${body.accessToken}` } });

/** Runs the complete sign-in through the local provider. */
async function signInAt(person: OidcServer['person'], returnTo?: string) {
  oidc.person = person;
  const { to, cookie } = await begin('loja-azul', returnTo);
  const back = await passThrough(to, HOME);
  return { answer: await comeBack(back, cookie), cookie, back };
}
/** Runs the sign-in through a provider that is simulated from its published metadata. */
async function signInBy(mint: Mint, provider: string) {
  const { to, cookie } = await begin(provider);
  return { answer: await comeBack(mint.comeBack(to), cookie), cookie, to };
}
async function sessionOf({ answer, cookie }: { answer: Answer; cookie: string }) {
  const pair = await exchange(codeOf(answer), cookie);
  expect(pair.status).toBe(200);
  return me(pair);
}
const rows = async (query: string, values: unknown[] = []) => (await server.services.db.pool.query(query, values)).rows;

describe('signing in with a provider', () => {
  it('lists the configured providers', async () => {
    const { body } = await server.call({ method: 'GET', url: '/api/auth/social' });
    expect(body.data).toEqual([
      { id: 'google', name: 'Google' },
      { id: 'microsoft', name: 'Microsoft' },
      { id: 'gone', name: 'Gone' },
      { id: 'inner', name: 'Inner' },
      { id: 'loja-azul', name: 'Loja Azul' },
    ]);
  });

  it('is only the first step of a user with a second factor', async () => {
    const person = { sub: randomUUID(), email: email(), email_verified: true, name: 'Ana Clara' };
    const first = await signInAt(person);
    const { accessToken } = (await exchange(codeOf(first.answer), first.cookie)).body;
    const headers = { authorization: `Bearer ${accessToken}` };
    const add = (path: string, payload?: object) =>
      server.call({
        method: 'POST',
        url: `/api/users/me/second-factor/totp${path}`,
        headers,
        ...(payload && { payload }),
      });
    const totp = new TOTP({ secret: Secret.fromBase32((await add('')).body.key) });
    const { recoveryCodes } = (await add('/confirm', { code: totp.generate() })).body;
    const again = await signInAt(person);
    const waiting = await exchange(codeOf(again.answer), again.cookie);
    expect(Object.keys(waiting.body)).toEqual(['secondFactor']);
    const payload = { ticket: waiting.body.secondFactor.ticket, proof: { code: recoveryCodes[0] } };
    const done = await server.call({ method: 'POST', url: '/api/auth/factor', payload });
    expect((await me(done)).body).toMatchObject({ email: person.email });
  });

  it('creates an account for a verified address and finds it again', async () => {
    const person = { sub: randomUUID(), email: email().toUpperCase(), email_verified: true, name: 'Ana Clara' };
    const first = await sessionOf(await signInAt(person));
    expect(first.body).toMatchObject({
      name: 'Ana Clara',
      email: person.email.toLowerCase(),
      role: 'OWNER',
      website: null,
    });
    // After that, the provider's subject identifies the user, even with another address.
    const again = await sessionOf(await signInAt({ ...person, email: email(), email_verified: false }));
    expect(again.body.id).toBe(first.body.id);
    const entries = await rows(`select detail from audit_entries where user_id = $1 and action = 'sign_in'`, [
      first.body.id,
    ]);
    expect(entries).toEqual([{ detail: { way: 'loja-azul' } }, { detail: { way: 'loja-azul' } }]);
  });

  it('signs in to the existing account only when the provider has verified the address', async () => {
    const owner = await server.signUp();
    const person = { sub: randomUUID(), email: owner.email, email_verified: false };
    expect(failureOf((await signInAt(person)).answer)).toBe('unverified');
    expect(failureOf((await signInAt({ sub: person.sub })).answer)).toBe('unverified');
    const session = await sessionOf(await signInAt({ ...person, email_verified: true }));
    expect(session.body.id).toBe(owner.userId);
    // The user's password still works.
    const login = { email: owner.email, password: PASSWORD };
    expect((await server.call({ method: 'POST', url: '/api/auth/login', payload: login })).status).toBe(200);
  });

  it('replaces an unconfirmed sign-up with the same address', async () => {
    const person = { sub: randomUUID(), email: email(), email_verified: true, name: 'A dona' };
    const payload = { name: 'Um estranho', email: person.email, website: 'www.x.com.br', password: PASSWORD };
    await server.call({ method: 'POST', url: '/api/auth/register', payload });
    expect((await sessionOf(await signInAt(person))).status).toBe(200);
    const login = { email: person.email, password: PASSWORD };
    const strange = await server.call({ method: 'POST', url: '/api/auth/login', payload: login });
    expect(strange.body.code).toBe('wrong_credentials');
  });

  it('redirects an invited user without an account to the invitation', async () => {
    const owner = await server.signUp();
    const person = { sub: randomUUID(), email: email(), email_verified: true };
    await owner.post('/users', { email: person.email, role: 'READER', contextIds: [] });
    expect(failureOf((await signInAt(person)).answer)).toBe('invited');
  });

  it('refuses an inactive user', async () => {
    const [status, failure] = ['INACTIVE', 'inactive'];
    const owner = await server.signUp();
    const person = { sub: randomUUID(), email: owner.email, email_verified: true };
    await rows('update users set status = $2 where id = $1', [owner.userId, status]);
    expect(failureOf((await signInAt(person)).answer)).toBe(failure);
    await rows(`update users set status = 'ACTIVE' where id = $1`, [owner.userId]);
    await sessionOf(await signInAt(person));
    await rows('update users set status = $2 where id = $1', [owner.userId, status]);
    expect(failureOf((await signInAt(person)).answer)).toBe(failure);
  });

  it('creates no account while sign-ups are closed', async () => {
    await rows(`insert into platform_settings (id, sign_ups_open) values ('platform', false)
      on conflict (id) do update set sign_ups_open = false`);
    try {
      const person = { sub: randomUUID(), email: email(), email_verified: true };
      expect(failureOf((await signInAt(person)).answer)).toBe('closed');
      expect(await rows('select 1 from logins where email = $1', [person.email])).toEqual([]);
      const payload = { name: 'Ana Lima', email: person.email, website: 'www.x.com.br', password: PASSWORD };
      const registered = await server.call({ method: 'POST', url: '/api/auth/register', payload });
      expect(registered).toMatchObject({ status: 403, body: { code: 'sign_ups_closed' } });
    } finally {
      await rows('update platform_settings set sign_ups_open = true');
    }
  });

  it('creates one account for concurrent sign-ins of a new user', async () => {
    oidc.person = { sub: randomUUID(), email: email(), email_verified: true };
    const starts = await Promise.all([begin('loja-azul'), begin('loja-azul')]);
    const backs = await Promise.all(starts.map(({ to }) => passThrough(to, HOME)));
    const answers = await Promise.all(backs.map((back, at) => comeBack(back, starts[at]!.cookie)));
    const people = await Promise.all(answers.map((answer, at) => sessionOf({ answer, cookie: starts[at]!.cookie })));
    expect(people[0]!.body.id).toBe(people[1]!.body.id);
  });
});

describe('a sign-in in progress', () => {
  const person = () => ({ sub: randomUUID(), email: email(), email_verified: true });

  it('uses state, nonce, PKCE and an HttpOnly cookie, and stores only hashes', async () => {
    const { answer, to, cookie } = await begin('loja-azul');
    expect(answer.status).toBe(302);
    const parameters = Object.fromEntries(new URL(to).searchParams);
    expect(parameters).toMatchObject({
      response_type: 'code',
      code_challenge_method: 'S256',
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
      state: expect.stringMatching(/^[\w-]{43}$/),
    });
    expect(answer.headers['set-cookie']).toMatch(
      /^prosa_sign_in_[\w-]{6}=[\w-]{43}; Max-Age=600; Path=\/api\/auth\/social; HttpOnly; SameSite=Lax$/,
    );
    const stored = JSON.stringify(await rows('select * from sign_in_secrets'));
    for (const secret of [parameters.state, parameters.nonce, cookie.split('=')[1]])
      expect(stored).not.toContain(secret);
  });

  it('completes once, within ten minutes, in the same browser and with the same provider', async () => {
    oidc.person = person();
    const { to, cookie } = await begin('loja-azul');
    const other = await begin('loja-azul');
    const back = await passThrough(to, HOME);
    expect(failureOf(await comeBack(back, other.cookie))).toBe('expired');
    // The attempt in the other browser has already used it up.
    expect(failureOf(await comeBack(back, cookie))).toBe('expired');
    expect(failureOf(await comeBack(`${HOME}/api/auth/social/loja-azul/callback?code=x&state=x`, cookie))).toBe(
      'expired',
    );
    const elsewhere = await begin('loja-azul');
    const address = (await passThrough(elsewhere.to, HOME)).replace('/loja-azul/', '/google/');
    expect(failureOf(await comeBack(address, elsewhere.cookie))).toBe('expired');
    const late = await begin('loja-azul');
    const lateBack = await passThrough(late.to, HOME);
    await rows(`update sign_in_secrets set expires_at = now() - interval '1 second' where purpose = 'state'`);
    expect(failureOf(await comeBack(lateBack, late.cookie))).toBe('expired');
  });

  it('returns a code that works once, within a minute and in the same browser', async () => {
    const first = await signInAt(person());
    expect(location(first.answer)).toMatch(/^http:\/\/prosa\.test\/login\/social#code=[\w-]{43}$/);
    expect((await exchange(codeOf(first.answer), 'prosa_sign_in_x=another')).body.code).toBe('code_expired');
    expect((await exchange(codeOf(first.answer), first.cookie)).body.code).toBe('code_expired');
    const second = await signInAt(person());
    expect((await exchange(codeOf(second.answer), second.cookie)).status).toBe(200);
    expect((await exchange(codeOf(second.answer), second.cookie)).body.code).toBe('code_expired');
    const late = await signInAt(person());
    const [{ left }] = await rows(
      `select max(extract(epoch from expires_at - now()))::float as left from sign_in_secrets where purpose = 'code'`,
    );
    expect(left).toBeLessThanOrEqual(60);
    await rows(`update sign_in_secrets set expires_at = now() - interval '1 second' where purpose = 'code'`);
    expect((await exchange(codeOf(late.answer), late.cookie)).body.code).toBe('code_expired');
  });

  it.each([
    ['/knowledge-base/links?page=2', '?to=%2Fknowledge-base%2Flinks%3Fpage%3D2'],
    ['//evil.example', ''],
    ['/\\evil.example', ''],
    ['https://evil.example', ''],
    ['javascript:alert(1)', ''],
  ])('returns to %s as %s', async (returnTo, query) => {
    const { answer } = await signInAt(person(), returnTo);
    expect(location(answer).replace(/#.*/, '')).toBe(`http://prosa.test/login/social${query}`);
  });

  it('reports each failure with a message', async () => {
    expect(failureOf((await signInAt(null)).answer)).toBe('cancelled');
    for (const provider of ['nobody', 'gone', 'inner']) {
      expect(failureOf((await begin(provider)).answer), provider).toBe('unavailable');
    }
    expect(Object.keys(words.failures).sort()).toEqual([...SOCIAL_FAILURES].sort());
  });
});

const tamperings: [string, Mint['tampering']][] = [
  ['of another issuer', { claims: { iss: 'https://evil.example' } }],
  ['for another audience', { claims: { aud: 'another-client' } }],
  ['with another nonce', { claims: { nonce: 'another' } }],
  ['without a nonce', { claims: { nonce: undefined } }],
  ['that is too old', { claims: { iat: 1_700_000_000, exp: 1_700_000_300 } }],
  ['signed by another key', { signedBy: 'another key' }],
  ['without a signature', { signedBy: 'nobody' }],
];

describe('Google, from its published metadata', () => {
  beforeEach(() => {
    google.claims = {
      iss: 'https://accounts.google.com',
      sub: randomUUID(),
      email: email(),
      email_verified: true,
      name: 'Rui Prado',
    };
  });
  afterEach(() => (google.tampering = {}));

  it('signs in', async () => {
    const started = await signInBy(google, 'google');
    expect(started.to).toMatch(/^https:\/\/accounts\.google\.com\/o\/oauth2\/v2\/auth\?/);
    expect((await sessionOf(started)).body).toMatchObject({ name: 'Rui Prado', email: google.claims.email });
    expect(google.lastForm.get('redirect_uri')).toBe(`${HOME}/api/auth/social/google/callback`);
    expect(google.lastForm.get('client_secret')).toBe(CLIENT.secret);
  });

  it.each(tamperings)('rejects a token %s', async (_, tampering) => {
    google.tampering = tampering;
    expect(failureOf((await signInBy(google, 'google')).answer)).toBe('refused');
    expect(await rows('select 1 from logins where email = $1', [google.claims.email])).toEqual([]);
  });

  it('rejects a code from another sign-in', async () => {
    const [own, other] = [await begin('google'), await begin('google')];
    const back = new URL(google.comeBack(own.to));
    back.searchParams.set('code', new URL(google.comeBack(other.to)).searchParams.get('code') ?? '');
    expect(failureOf(await comeBack(back.href, own.cookie))).toBe('refused');
  });
});

describe('Microsoft, from its published metadata', () => {
  beforeEach(() => {
    microsoft.claims = {
      iss: `https://login.microsoftonline.com/${TENANT}/v2.0`,
      tid: TENANT,
      sub: randomUUID(),
      email: email(),
      xms_edov: true,
      name: 'Rui Prado',
    };
  });
  afterEach(() => (microsoft.tampering = {}));

  it('signs in users of any directory, with the directory as issuer', async () => {
    const started = await signInBy(microsoft, 'microsoft');
    expect(started.to).toMatch(/^https:\/\/login\.microsoftonline\.com\/common\/oauth2\/v2\.0\/authorize\?/);
    const { body } = await sessionOf(started);
    expect(await rows('select issuer from identities where user_id = $1', [body.id])).toEqual([
      { issuer: `https://login.microsoftonline.com/${TENANT}/v2.0` },
    ]);
  });

  it('rejects an address that Microsoft has not verified', async () => {
    for (const xms_edov of [undefined, false, 0, '0']) {
      microsoft.tampering = { claims: { xms_edov } };
      expect(failureOf((await signInBy(microsoft, 'microsoft')).answer)).toBe('unverified');
    }
  });

  it.each([
    ...tamperings,
    ['of one directory with the issuer of another', { claims: { tid: '99999999-2222-4333-8444-555555555555' } }],
    ['of no directory', { claims: { tid: undefined, iss: 'https://login.microsoftonline.com/undefined/v2.0' } }],
    ['with the issuer template as its issuer', { claims: { tid: '{tenantid}', iss: MICROSOFT.metadata.issuer } }],
  ] as [string, Mint['tampering']][])('rejects a token %s', async (_, tampering) => {
    microsoft.tampering = tampering;
    expect(failureOf((await signInBy(microsoft, 'microsoft')).answer)).toBe('refused');
  });
});

describe('the environment', () => {
  const issuer = (url: string) => ({ OIDC_A_ISSUER: url, OIDC_A_CLIENT_ID: 'a', OIDC_A_CLIENT_SECRET: 'b' });

  it.each([
    [{ GOOGLE_CLIENT_ID: 'a' }, 'GOOGLE_CLIENT_SECRET'],
    [{ MICROSOFT_CLIENT_SECRET: 'a' }, 'MICROSOFT_CLIENT_ID'],
    [{ OIDC_A_ISSUER: 'https://a.example' }, 'OIDC_<NOME>_ISSUER'],
    [issuer('http://a.example'), 'OIDC_<NOME>_ISSUER'],
    [issuer('ftp://a.example'), 'OIDC_<NOME>_ISSUER'],
  ])('rejects %j and names %s', (variables, name) => {
    expect(() => readEnv(variables)).toThrow(name);
  });

  it('configures one provider per name', () => {
    expect(readEnv(issuer('https://a.example')).OIDC).toMatchObject([{ id: 'a', issuer: 'https://a.example' }]);
    expect(readEnv({}).OIDC).toEqual([]);
  });
});
