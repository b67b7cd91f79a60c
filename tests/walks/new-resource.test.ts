import { execFileSync } from 'node:child_process';
import { appendFileSync, cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { onPage, openBrowser } from '../support/browser.ts';
import { layDatabase } from '../support/lay-database.ts';
import { type Program, startProgram } from '../support/program.ts';
import { choose, signIn } from './steps.ts';

const ROOT = join(import.meta.dirname, '../..');
const FIXTURE = join(ROOT, 'tests/fixtures/glossary-terms');
const LEFT_OUT = ['node_modules', '.git', 'data', 'dist', 'tests'];

let house: string;
let program: Program;
let browser: Browser;

/** Another house, with the resource added as the README tells: one file, a line, policy, cases, words, a migration. */
function addResource(): void {
  house = mkdtempSync(join(tmpdir(), 'prosa-house-'));
  cpSync(ROOT, house, {
    recursive: true,
    filter: (path) => !LEFT_OUT.some((name) => path === join(ROOT, name)),
  });
  symlinkSync(join(ROOT, 'node_modules'), join(house, 'node_modules'));
  cpSync(join(FIXTURE, 'glossary-terms.ts.txt'), join(house, 'resources/glossary-terms.ts'));
  cpSync(join(FIXTURE, 'glossary-terms.json'), join(house, 'locales/pt-BR/glossary-terms.json'));
  for (const file of ['policy.csv', 'cases.csv']) {
    appendFileSync(join(house, 'access-control', file), readFileSync(join(FIXTURE, file)));
  }
  const index = join(house, 'resources/index.ts');
  const list = readFileSync(index, 'utf8')
    .replace('import { hyperlinks }', "import { glossaryTerms } from './glossary-terms.ts';\nimport { hyperlinks }")
    .replace('  hyperlinks,\n', '  hyperlinks,\n  glossaryTerms,\n');
  writeFileSync(index, list);
}
const run = (...args: string[]) => execFileSync(process.execPath, args, { cwd: house, encoding: 'utf8' });

describe('a new resource, by configuration alone', () => {
  beforeAll(async () => {
    addResource();
    browser = await openBrowser();
  });
  afterAll(async () => {
    await program?.stop();
    await browser?.close();
    rmSync(house, { recursive: true, force: true });
  });

  it('is declared in forty lines or fewer', () => {
    const lines = readFileSync(join(house, 'resources/glossary-terms.ts'), 'utf8').trimEnd().split('\n');
    expect(lines.length).toBeLessThanOrEqual(40);
  });

  it('has its migration generated and its policy accepted', () => {
    expect(run('src/server/db/generate.ts', 'glossary')).toMatch(/Wrote \d{4}_glossary\.sql/);
    expect(run('src/server/db/generate.ts', 'again')).toContain('Nothing to generate');
    expect(run('access-control/policy-command.ts', 'lint')).not.toMatch(/:\d+:/);
    expect(run('access-control/policy-command.ts', 'test')).toBeTruthy();
  });

  it('answers over HTTP', { timeout: 180_000 }, async () => {
    layDatabase(join(house, 'data'));
    program = await startProgram({ DATA_DIR: join(house, 'data') }, house);
    const call = async (path: string, body?: unknown, token = '', method = body ? 'POST' : 'GET') => {
      const answer = await fetch(`${program.url}/api${path}`, {
        method,
        headers: { ...(body ? { 'content-type': 'application/json' } : {}), authorization: `Bearer ${token}` },
        ...(body ? { body: JSON.stringify(body) } : {}),
      });
      return { status: answer.status, body: answer.status === 204 ? null : await answer.json() };
    };
    const signedIn = await call('/auth/login', { email: 'demo@prosa.local', password: 'Prosa#2026' });
    const token = signedIn.body.accessToken as string;
    const contextId = (await call('/sessions/me/contexts', undefined, token)).body[0].id;
    const term = { contextId, term: 'Meia cura', meaning: 'Queijo de 15 a 30 dias.', kind: 'jargon' };
    const made = await call('/glossary-terms', term, token);
    expect(made).toMatchObject({ status: 201, body: { ...term, caseSensitive: false } });
    expect((await call('/glossary-terms', term, token)).body).toMatchObject({ code: 'already_exists' });
    expect((await call('/glossary-terms', { contextId, term: 'X' }, token)).body.errors).toMatchObject([
      { field: 'meaning', message: 'Obrigatório' },
      { field: 'kind' },
    ]);
    const listed = await call(`/glossary-terms?contextId=${contextId}&kind=jargon&search=MEÍA`, undefined, token);
    expect(listed.body).toMatchObject({ total: 1, data: [{ term: 'Meia cura' }] });
    expect((await call(`/glossary-terms?contextId=${contextId}&kind=acronym`, undefined, token)).body.total).toBe(0);
    const description = (await call('/openapi.json')).body;
    expect(description.paths['/glossary-terms'].post['x-thing']).toBe('glossary-terms');
  });

  it('is listed and filled in by the browser', { timeout: 60_000 }, async () => {
    await onPage(browser, 'new-resource', async (page) => {
      await signIn(page, program.url);
      await page.getByRole('button', { name: 'Base de conhecimento' }).click();
      await page.getByRole('link', { name: 'Glossário' }).click();
      await page.getByText('Meia cura').waitFor();
      await page.getByRole('link', { name: 'Adicionar termo' }).click();
      const form = page.getByRole('dialog');
      await form.getByLabel('Termo').fill('SIF');
      await form.getByLabel('Significado').fill('Serviço de Inspeção Federal.');
      await choose(page, form.getByLabel('Tipo'), 'Sigla');
      await form.getByRole('button', { name: 'Adicionar' }).click();
      await page.getByText('Serviço de Inspeção Federal.').waitFor();
    });
  });
});
