import { readFileSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { onPage, openBrowser } from '../support/browser.ts';
import { copyTemplateDatabase } from '../support/copy-template-database.ts';
import { type Copy, copyWithResource } from '../support/new-resource.ts';
import { type Program, startProgram } from '../support/program.ts';
import { choose, signIn } from '../walks/steps.ts';

let copy: Copy;
let program: Program;
let browser: Browser;

/** tests/long/new-resource.test.ts runs the project's own tests on such a resource. */
describe('a new resource that is only declared', () => {
  beforeAll(async () => {
    copy = copyWithResource('glossary-terms');
    browser = await openBrowser();
  });
  afterAll(async () => {
    await program?.stop();
    await browser?.close();
    rmSync(copy.folder, { recursive: true, force: true });
  });

  it('takes at most five files and sixty lines, as listed in README.md', () => {
    const files = Object.keys(copy.written);
    expect(files.length).toBeLessThanOrEqual(5);
    expect(Object.values(copy.written).reduce((sum, lines) => sum + lines, 0)).toBeLessThanOrEqual(60);
    const [, steps = ''] = /### Adding a resource([^#]+)/.exec(readFileSync('README.md', 'utf8')) ?? [];
    expect(files.filter((file) => !steps.includes(basename(file)))).toEqual([]);
  });

  it('gets a generated migration and passes the policy checks', () => {
    expect(copy.run('src/server/db/generate.ts', 'glossary')).toMatch(/Wrote \d{4}_glossary\.sql/);
    expect(copy.run('src/server/db/generate.ts', 'again')).toContain('Nothing to generate');
    expect(copy.run('access-control/policy-command.ts', 'lint')).not.toMatch(/:\d+:/);
    expect(copy.run('access-control/policy-command.ts', 'test')).toBeTruthy();
  });

  it('works over HTTP', { timeout: 180_000 }, async () => {
    copyTemplateDatabase(join(copy.folder, 'data'));
    program = await startProgram({ DATA_DIR: join(copy.folder, 'data') }, { cwd: copy.folder });
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
    const newer = { contextId, term: 'Curado', meaning: 'Queijo de mais de 30 dias.', kind: 'jargon' };
    const validFrom = '2026-01-31T03:00:00.000Z';
    const more = { ...newer, validFrom, insteadOf: made.body.id };
    expect(await call('/glossary-terms', more, token)).toMatchObject({ status: 201, body: more });
    const unknown = await call('/glossary-terms', { ...more, term: 'Y', insteadOf: contextId }, token);
    expect(unknown).toMatchObject({
      status: 422,
      body: { errors: [{ field: 'insteadOf', code: 'unknown_reference' }] },
    });
    const successors = `/glossary-terms?contextId=${contextId}&insteadOf=${made.body.id}&validFrom_lte=2026-02-01`;
    expect((await call(successors, undefined, token)).body).toMatchObject({ total: 1, data: [{ term: 'Curado' }] });
    const description = (await call('/openapi.json')).body;
    expect(description.paths['/glossary-terms'].post['x-resource']).toBe('glossary-terms');
  });

  it('can be listed and created in the browser', { timeout: 60_000 }, async () => {
    await onPage(browser, 'new-resource', async (page) => {
      await signIn(page, program.url);
      await page.getByRole('menuitem', { name: 'Base de conhecimento' }).click();
      // Not a click: the link moves while its group is opening.
      await page.getByRole('link', { name: 'Glossário' }).press('Enter');
      await page.getByText('Meia cura').waitFor();
      await page.getByRole('link', { name: 'Adicionar termo' }).click();
      const form = page.getByRole('dialog');
      await form.getByLabel('Termo').fill('SIF');
      await form.getByLabel('Significado').fill('Serviço de Inspeção Federal.');
      await choose(page, form.getByLabel('Tipo'), 'Sigla');
      await form.getByRole('button', { name: 'Adicionar' }).click();
      await page.getByText('Serviço de Inspeção Federal.').waitFor();
      await page.getByRole('button', { name: 'Guia desta tela' }).click();
      await page.getByRole('dialog', { name: 'Glossário' }).getByText('Como uso “Adicionar termo”?').waitFor();
    });
  });
});
