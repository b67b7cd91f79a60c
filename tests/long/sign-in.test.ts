import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BrowserContext, Page } from 'playwright-core';
import PostalMime from 'postal-mime';
import { build } from 'vite';
import { afterAll, describe, expect, it } from 'vitest';
import { onPage } from '../support/browser.ts';
import { CLIENT, type OidcServer, serveOidc } from '../support/oidc.ts';
import { freePort } from '../support/program.ts';
import { until } from '../support/until.ts';
import { signIn } from '../walks/steps.ts';
import { setUpWalk } from '../walks/walk-setup.ts';

const ROOT = join(import.meta.dirname, '../..');

let oidc: OidcServer;
/** A bundle of the console's HTTP client, for calls from within a page. */
let client: string;
const setup = setUpWalk(async () => {
  const port = String(await freePort());
  oidc = await serveOidc(`http://localhost:${port}/api/auth/social/loja/callback`);
  client = await buildClient();
  return {
    PORT: port,
    CRAWL_ALLOW: new URL(oidc.issuer).host,
    OIDC_LOJA_ISSUER: oidc.issuer,
    OIDC_LOJA_CLIENT_ID: CLIENT.id,
    OIDC_LOJA_CLIENT_SECRET: CLIENT.secret,
  };
});
afterAll(() => oidc?.close());

async function buildClient(): Promise<string> {
  const made = await build({
    configFile: false,
    root: ROOT,
    logLevel: 'silent',
    // A library build leaves this to its user, and React asks for it.
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      write: false,
      minify: false,
      lib: { entry: join(ROOT, 'src/console/http/client.ts'), name: 'prosaClient', formats: ['iife'] },
    },
  });
  const [first] = [made].flat() as { output: { code: string }[] }[];
  return first?.output[0]?.code ?? '';
}

const refreshesOf = (context: BrowserContext) => {
  const seen: string[] = [];
  context.on('request', (request) => {
    if (request.url().endsWith('/api/sessions/refresh')) seen.push(request.url());
  });
  return seen;
};
const token = (page: Page, name = 'accessToken') => page.evaluate((key) => localStorage.getItem(key), name);
const spoil = (page: Page, name = 'accessToken') =>
  page.evaluate((key) => {
    const [head, body] = (localStorage.getItem(key) ?? '').split('.');
    localStorage.setItem(key, `${head}.${body}.${'x'.repeat(43)}`);
  }, name);

/** Makes `calls` parallel requests with the console's client and returns how many succeeded. */
const callConcurrently = (page: Page, calls: number) =>
  page.evaluate(async (count) => {
    const { request } = (globalThis as unknown as { prosaClient: { request: (path: string) => Promise<unknown> } })
      .prosaClient;
    const answers = await Promise.allSettled(Array.from({ length: count }, () => request('/users/me')));
    return answers.filter(({ status }) => status === 'fulfilled').length;
  }, calls);
const withClient = async (page: Page) => {
  await page.addScriptTag({ content: client });
  return page;
};

describe('a session with an expired access token', () => {
  it('is refreshed once for twenty parallel requests, which all succeed', async () => {
    await onPage(
      setup.browser,
      'twenty-calls',
      async (page, context) => {
        await signIn(page, setup.url);
        await withClient(page);
        const refreshes = refreshesOf(context);
        const before = await token(page, 'refreshToken');
        await spoil(page);
        expect(await callConcurrently(page, 20)).toBe(20);
        expect(refreshes).toHaveLength(1);
        expect(await token(page, 'refreshToken')).not.toBe(before);
        expect(await callConcurrently(page, 20)).toBe(20);
        expect(refreshes).toHaveLength(1);
      },
      { bypassCSP: true },
    );
  });

  it.each([
    ['with Web Locks', false],
    ['without Web Locks', true],
  ])('survives in two tabs, %s', async (_, hasNoLocks) => {
    await onPage(
      setup.browser,
      'two-tabs',
      async (page, context) => {
        if (hasNoLocks) {
          await context.addInitScript(() => Object.defineProperty(Navigator.prototype, 'locks', { value: undefined }));
        }
        await signIn(page, setup.url);
        const second = await context.newPage();
        await second.goto(`${setup.url}/contexts`);
        await second.getByRole('heading', { level: 1 }).waitFor();
        await Promise.all([withClient(page), withClient(second)]);
        const refreshes = refreshesOf(context);
        for (let round = 1; round <= 4; round++) {
          await spoil(page);
          const answered = await Promise.all([callConcurrently(page, 20), callConcurrently(second, 20)]);
          expect(answered).toEqual([20, 20]);
          // At most one refresh per tab: a tab may not see the other's new token yet, and then both get the same pair.
          expect(refreshes.length).toBeLessThanOrEqual(2 * round);
          expect(refreshes.length).toBeGreaterThanOrEqual(round);
        }
        await Promise.all([page.reload(), second.reload()]);
        await second.getByRole('heading', { level: 1 }).waitFor();
        expect(new URL(second.url()).pathname).toBe('/contexts');
        expect(new URL(page.url()).pathname).not.toBe('/login');
      },
      { bypassCSP: true },
    );
  });

  it('is cleared in every tab when its refresh fails', async () => {
    await onPage(setup.browser, 'refresh-fails', async (page, context) => {
      await signIn(page, setup.url);
      const second = await context.newPage();
      await second.goto(`${setup.url}/contexts`);
      await second.getByRole('heading', { level: 1 }).waitFor();
      await page.evaluate(() => localStorage.setItem('currentContext', 'x'));
      await spoil(page);
      await spoil(page, 'refreshToken');
      await page.reload();
      await Promise.all([page.waitForURL(/\/login/), second.waitForURL(/\/login/)]);
      for (const key of ['accessToken', 'refreshToken', 'plan']) expect(await token(page, key)).toBeNull();
      // Typed texts are put back after signing in, in the context that they belong to.
      expect(await token(page, 'currentContext')).toBe('x');
      await page.getByRole('button', { name: 'Entrar', exact: true }).waitFor();
    });
  });
});

describe('signing in without a password', () => {
  it('works through a provider and leads to the requested page', async () => {
    oidc.person = { sub: 'ana', email: 'ana@loja.com.br', email_verified: true, name: 'Ana Clara' };
    await onPage(setup.browser, 'social', async (page) => {
      await page.goto(`${setup.url}/contexts`);
      await page.getByRole('link', { name: 'Continuar com Loja' }).click();
      await page.waitForURL(/\/contexts/);
      await page.getByRole('heading', { level: 1, name: 'Contextos' }).waitFor();
      expect(await token(page)).not.toBeNull();
    });
  });

  it('shows that the user cancelled at the provider', async () => {
    oidc.person = null;
    await onPage(setup.browser, 'social-no', async (page) => {
      await page.goto(`${setup.url}/login`);
      await page.getByRole('link', { name: 'Continuar com Loja' }).click();
      await page.getByRole('alert').getByText('Você cancelou a entrada').waitFor();
      expect(page.url()).toBe(`${setup.url}/login`);
    });
  });

  it('resets the password through the link in the email', async () => {
    await onPage(setup.browser, 'reset', async (page) => {
      await page.goto(`${setup.url}/forgot-password`);
      await page.getByLabel('E-mail').fill('demo@prosa.local');
      await page.getByRole('button', { name: 'Enviar link' }).click();
      await page.getByRole('heading', { name: 'Veja seu e-mail' }).waitFor();
      const outbox = join(setup.folder, 'outbox');
      const name = await until(
        async () => existsSync(outbox) && readdirSync(outbox).find((one) => one.endsWith('.eml')),
      );
      const { text } = await PostalMime.parse(readFileSync(join(outbox, name)));
      await page.goto(/http\S+#token=\S+/.exec(text ?? '')?.[0] ?? '');
      await page.getByRole('textbox', { name: 'Senha nova' }).fill('Nova#Chave10');
      await page.getByRole('textbox', { name: 'Repita a senha' }).fill('Nova#Chave10');
      await page.getByRole('button', { name: 'Salvar senha' }).click();
      await page.waitForURL(/\/login$/);
      await signIn(page, setup.url, { email: 'demo@prosa.local', password: 'Nova#Chave10' });
    });
  });
});
