import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Subscription } from '../../src/shared/billing.ts';
import type { Dashboard } from '../../src/shared/insight.ts';
import type { LimitsRecord } from '../../src/shared/limits.ts';
import type { SessionPlan } from '../../src/shared/session.ts';
import { copyTemplateDatabase } from '../support/copy-template-database.ts';
import { freePort, type Program, startProgram } from '../support/program.ts';
import { buildOnce } from '../walks/build-once.ts';

const KNOWN = { 'demo@prosa.local': 'Prosa#2026', 'equipe@prosa.local': 'Equipe#2026' };
const EMAILS = Object.keys(KNOWN) as (keyof typeof KNOWN)[];

let folder: string;
/** The one started last, which also serves the next tests. */
let program: Program | undefined;
let api = '';
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'prosa-demo-'));
  await buildOnce();
}, 300_000);
afterAll(async () => {
  await program?.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Stops the one that runs. Starts one with a migrated, empty database, or with that of an earlier start with this name. */
async function start(name: string, env: Record<string, string>): Promise<Program> {
  await program?.stop();
  const DATA_DIR = join(folder, name);
  if (!existsSync(DATA_DIR)) copyTemplateDatabase(DATA_DIR);
  const PORT = String(await freePort());
  api = `http://127.0.0.1:${PORT}/api`;
  program = await startProgram({ DATA_DIR, PORT, ...env });
  return program;
}

const login = (email: string, password: string) =>
  fetch(`${api}/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });
const signIn = async (email: string, password: string) => (await login(email, password)).status;
const signInAsKnown = () => Promise.all(EMAILS.map((email) => signIn(email, KNOWN[email])));
const printedPassword = (running: Program, email: string) =>
  new RegExp(`${email}, senha (\\S+)`).exec(running.output())?.[1];

const PUBLIC: [string, Record<string, string>][] = [
  ['HOST is every address', { HOST: '0.0.0.0' }],
  ['NODE_ENV is production', { NODE_ENV: 'production' }],
  ['PUBLIC_URL is another host', { PUBLIC_URL: 'https://prosa.example' }],
];

// Most tests start programs, some of them twice.
describe('the demo', { timeout: 240_000 }, () => {
  it('is seeded on loopback with the published passwords, also after a restart', async () => {
    for (let times = 0; times < 2; times++) {
      const running = await start('loopback', {});
      expect(printedPassword(running, 'equipe@prosa.local')).toBe('Equipe#2026');
      expect(await signInAsKnown()).toEqual([200, 200]);
    }
  });

  it('shows as many used credits on the plan card as its conversations cost in the billing period', async () => {
    const { accessToken } = (await (await login(EMAILS[0]!, KNOWN[EMAILS[0]!])).json()) as { accessToken: string };
    const headers = { authorization: `Bearer ${accessToken}` };
    const get = async <T>(path: string) => (await (await fetch(api + path, { headers })).json()) as T;
    const { usage } = await get<Subscription>('/subscription');
    const { creditsUsed } = await get<SessionPlan>('/sessions/me/plan');
    const { byDay } = await get<Dashboard>(`/dashboard?days=${usage.byDay.length}`);
    // Rounded as the API does: sums of fractions differ in their last digit with the order.
    const sum = (days: Dashboard['byDay']) =>
      Number(days.reduce((total, { credits }) => total + credits, 0).toFixed(3));
    const inside = sum(byDay.slice(1));
    // The billing period begins during its first day.
    expect(creditsUsed).toBeGreaterThanOrEqual(inside);
    expect(creditsUsed).toBeLessThanOrEqual(sum(byDay));
    expect(inside).toBeGreaterThan(10);
    expect(usage.used).toBe(creditsUsed);
    const { data: contexts } = await get<{ data: { id: string }[] }>('/contexts');
    const limits = contexts.map(({ id }) => get<LimitsRecord>(`/sessions/me/limits?contextId=${id}`));
    const used = (await Promise.all(limits)).map(({ use }) => use.credits.used);
    // The usage of the root context includes its subcontexts.
    expect(Math.max(...used)).toBeCloseTo(usage.used, 3);
  });

  it('loses the published passwords and sessions when the server becomes public', async () => {
    const { accessToken } = (await (await login(EMAILS[1]!, KNOWN[EMAILS[1]!])).json()) as { accessToken: string };
    const open = await start('loopback', { HOST: '0.0.0.0' });
    expect(await signInAsKnown()).toEqual([401, 401]);
    const headers = { authorization: `Bearer ${accessToken}` };
    expect((await fetch(`${api}/users/me`, { headers })).status).toBe(401);
    expect(await signIn(EMAILS[1]!, printedPassword(open, EMAILS[1]!) ?? '')).toBe(200);
  });

  it('is not seeded with DEMO=off', async () => {
    const running = await start('empty', { DEMO: 'off' });
    expect(running.output()).not.toContain('prosa.local, senha');
    expect(await signInAsKnown()).toEqual([401, 401]);
  });

  it.each(PUBLIC)('is not seeded by default when %s', async (_, env) => {
    const running = await start('empty', env);
    expect(running.output()).not.toContain('prosa.local, senha');
    expect(await signInAsKnown()).toEqual([401, 401]);
  });

  it('has random passwords on a public server, which are printed once', async () => {
    const env = { HOST: '0.0.0.0', DEMO: 'on' };
    const first = await start('asked', env);
    const passwords = EMAILS.map((email) => printedPassword(first, email) ?? '');
    for (const password of passwords) expect(password.length).toBeGreaterThan(15);
    expect(await signInAsKnown()).toEqual([401, 401]);
    for (const [at, email] of EMAILS.entries()) expect(await signIn(email, passwords[at]!)).toBe(200);
    const second = await start('asked', env);
    expect(second.output()).not.toContain('prosa.local, senha');
    expect(await signIn(EMAILS[1]!, passwords[1]!)).toBe(200);
  });
});
