import { randomUUID } from 'node:crypto';
import type { Email } from 'postal-mime';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeHtml, writeText } from '../../src/server/mail/blocks.ts';
import { inertText } from '../../src/server/mail/inert-text.ts';
import { PASSWORD, startServer, type TestServer, until } from '../support/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer({ env: { TRUST_PROXY: '127.0.0.1' } });
});
afterAll(() => server.close());

const BAIT = 'Ganhe já\r\n\r\nem https://evil.example/x, www.evil.example ou EVIL.com.br (a@evil.net)';
const address = () => `pessoa-${randomUUID().slice(0, 8)}@empresa.com.br`;
const mailTo = (email: string, subject: string): Promise<Email> =>
  until(async () => (await server.mailsTo(email)).find((mail) => mail.subject?.includes(subject)));
const login = (email: string, ip: string) =>
  server.call({
    method: 'POST',
    url: '/api/auth/login',
    payload: { email, password: PASSWORD },
    headers: { 'x-forwarded-for': ip },
  });

/** Expects only our own links in an email and no line break from a name. */
function expectHarmless({ subject = '', text = '', html = '' }: Email) {
  const links = [...html.matchAll(/href="([^"]*)"/g)].map(([, href]) => href);
  for (const link of links) expect(link).toMatch(/^http:\/\/prosa\.test\//);
  for (const part of [subject, text.replaceAll(/http:\/\/prosa\.test\S*/g, '')]) {
    expect(part).not.toMatch(/:\/\/|www\.|[\p{L}\p{N}]\.\p{L}{2}/u);
  }
  expect(subject).not.toMatch(/[\r\n]/);
  expect(text).toMatch(/Ganhe já em/);
}

describe('names in emails', () => {
  it('create no links and no line breaks', async () => {
    const email = address();
    const person = { name: BAIT, email, website: 'www.x.com.br', password: PASSWORD };
    await server.call({ method: 'POST', url: '/api/auth/register', payload: person });
    const code = await mailTo(email, 'é o seu código');
    // Anybody can enter the address of somebody else.
    expect(`${code.subject} ${code.text}`).not.toContain('Ganhe');

    const owner = await server.signUp({ name: BAIT });
    const invited = address();
    await owner.post('/users', { email: invited, role: 'READER', contextIds: [] });
    const invitation = await mailTo(invited, 'Convite para uma conta');
    expectHarmless(invitation);
    expect(invitation.text).toMatch(/^Olá!\n\nVocê recebeu um convite/);
    expect(invitation.subject).toMatch(/^Convite/);
  });

  it.each([
    ['Ana Lima', 'Ana Lima'],
    ['J. R. Prado e Filhos Ltda.', 'J. R. Prado e Filhos Ltda.'],
    ['Padaria S.A., de 1.250 pães', 'Padaria S.A., de 1.250 pães'],
    ['Loja 24h.com', 'Loja 24h·com'],
    ['a\u200B.\u202Ecom\u2028b', 'a·com b'],
    ['evil。com evil．com evil｡com evil․com', 'evil·com evil·com evil·com evil·com'],
    ['HTTPS://EVIL.COM/x Ana', 'Ana'],
    ['ftp://x javascript:alert(1) mailto:a@b.co', 'alert(1) a@b·co'],
    ['10.0.0.1/entrar', '10·0·0·1/entrar'],
    ['Horário e data: hoje', 'Horário e data: hoje'],
    ['Time 👩‍💻', 'Time 👩‍💻'],
  ])('%j is written as %j', (typed, written) => expect(inertText(typed)).toBe(written));

  it('create no links in emails built from blocks', () => {
    const blocks = [
      { kind: 'text', text: `Olá, ${BAIT}!`, url: 'http://prosa.test/' },
      { kind: 'list', items: [{ text: BAIT, note: BAIT, url: 'http://prosa.test/a' }] },
      { kind: 'heading', text: BAIT },
    ] as const;
    const text = writeText(blocks as never);
    const html = writeHtml(blocks as never);
    expect(`${text} ${html}`.replaceAll(/http:\/\/prosa\.test\S*/g, '')).not.toMatch(/evil\.|:\/\/|www\./i);
  });
});

describe('a user is informed by email', () => {
  it('when the password changes, in the console or by a link', async () => {
    const caller = await server.signUp();
    const body = { current: PASSWORD, password: 'Nova#Chave10' };
    expect((await caller.put('/users/me/password', body)).status).toBe(204);
    expect((await mailTo(caller.email, 'A senha da sua conta')).text).toContain('http://prosa.test/forgot-password');

    const other = await server.signUp();
    await server.call({ method: 'POST', url: '/api/auth/forgot-password', payload: { email: other.email } });
    const token = /#token=(\S+)/.exec((await mailTo(other.email, 'Crie uma nova senha')).text ?? '')?.[1];
    const payload = { token, password: 'Nova#Chave10' };
    expect((await server.call({ method: 'POST', url: '/api/auth/reset-password', payload })).status).toBe(204);
    await mailTo(other.email, 'A senha da sua conta');
  });

  it('once about a sign-in from a new device, but not from a known one', async () => {
    const { email } = await server.signUp();
    const newPlaceMails = async () =>
      (await server.mailsTo(email)).filter(({ subject }) => subject?.includes('lugar novo'));
    const isQuiet = () =>
      until(async () => {
        const { rows } = await server.services.db.pool.query(`select 1 from jobs where kind = 'mail'`);
        return rows.length === 0;
      });
    const home = await login(email, '127.0.0.1');
    await isQuiet();
    expect(await newPlaceMails()).toEqual([]);
    const cookie = String(home.headers['set-cookie']).split(';')[0] ?? '';
    const payload = { email, password: PASSWORD };
    // The same browser with another IP address is not a new device.
    const headers = { cookie, 'x-forwarded-for': '203.0.113.7' };
    expect((await server.call({ method: 'POST', url: '/api/auth/login', payload, headers })).status).toBe(200);
    await isQuiet();
    expect(await newPlaceMails()).toEqual([]);
    for (let times = 0; times < 2; times++) expect((await login(email, '203.0.113.9')).status).toBe(200);
    await isQuiet();
    expect(await newPlaceMails()).toHaveLength(1);
  });
});
