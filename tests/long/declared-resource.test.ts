import { spawnSync } from 'node:child_process';
import { appendFileSync, existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { overflowsOf, untilSteady, violationsOf } from '../pictures/examine.ts';
import { onPage, openBrowser } from '../support/browser.ts';
import { copyTemplateDatabase } from '../support/copy-template-database.ts';
import { type Copy, copyWithResources } from '../support/new-resource.ts';
import { PICTURE } from '../support/operations.ts';
import { type Program, startProgram } from '../support/program.ts';
import { choose, signIn } from '../walks/steps.ts';

let copy: Copy;
let program: Program;
let browser: Browser;

beforeAll(async () => {
  copy = copyWithResources();
  browser = await openBrowser();
});
afterAll(async () => {
  await program?.stop();
  await browser?.close();
  rmSync(copy.folder, { recursive: true, force: true });
});

it('takes few files and lines, all of them listed in README.md', () => {
  const files = Object.keys(copy.written);
  expect(files.length).toBeLessThanOrEqual(5);
  expect(Object.values(copy.written).reduce((sum, lines) => sum + lines, 0)).toBeLessThanOrEqual(150);
  const [, steps = ''] = /### Adding a resource([^#]+)/.exec(readFileSync('README.md', 'utf8')) ?? [];
  expect(files.filter((file) => !steps.includes(basename(file)))).toEqual([]);
});

it('ends the start with one sentence, before any build, when it cannot work or has no texts', () => {
  const file = join(copy.folder, 'resources/suppliers.ts');
  const original = readFileSync(file, 'utf8');
  const [right, wrong] = [`search: ['name'],\n    filters`, `search: ['since'],\n    filters`];
  expect(original).toContain(right);
  writeFileSync(file, original.replace(right, wrong));
  const options = { cwd: copy.folder, encoding: 'utf8' } as const;
  const start = () => spawnSync(process.execPath, ['src/server/main.ts'], options);
  const told = (stderr: string) => ({ status: 78, stdout: '', stderr });
  expect(start()).toMatchObject(
    told('The resource suppliers cannot work: list.search: since is a date, not a text.\n'),
  );
  writeFileSync(file, original);
  const texts = join(copy.folder, 'locales/pt-BR/suppliers.json');
  renameSync(texts, `${texts}.later`);
  expect(start()).toMatchObject(
    told('The resource suppliers has no locales/pt-BR/suppliers.json: tests/locales.test.ts names its texts.\n'),
  );
  renameSync(`${texts}.later`, texts);
  expect(existsSync(join(copy.folder, 'dist/console'))).toBe(false);
});

it('gets a generated migration and passes the policy checks', () => {
  expect(copy.run('src/server/db/generate.ts', 'suppliers')).toMatch(/Wrote \d{4}_suppliers\.sql/);
  expect(copy.run('src/server/db/generate.ts', 'again')).toContain('Nothing to generate');
  appendFileSync(join(copy.folder, 'access-control/cases.csv'), copy.run('src/server/policy-command.ts', 'cases'));
  expect(copy.run('access-control/policy-command.ts', 'lint')).not.toMatch(/:\d+:/);
  expect(copy.run('access-control/policy-command.ts', 'test')).toBeTruthy();
});

it('passes the project’s own tests of resources', async () => {
  copy.run('node_modules/typescript-native/bin/tsc', '--noEmit');
  const { failed, output } = await copy.test(
    ...['architecture', 'locales', 'access-control/policy', 'access-control/row-scopes'].map(
      (of) => `tests/${of}.test.ts`,
    ),
    ...['tenancy', 'row-level-security', 'account', 'contract', 'lists'].map((of) => `tests/api/${of}.test.ts`),
    ...['foundation/icons', 'foundation/screens', 'help/guides'].map((of) => `tests/console/${of}.test.ts`),
  );
  expect(failed).toEqual([]);
  expect(output).toMatch(/Tests +\d+ passed/);
});

interface Reply {
  status: number;
  headers: Headers;
  text: string;
  body: any;
}

/** Calls the API as a person who has signed in. */
async function signInto(url: string, email: string) {
  let token = '';
  const call = async (path: string, sent?: object, method = sent ? 'POST' : 'GET'): Promise<Reply> => {
    const isForm = sent instanceof FormData;
    const answer = await fetch(`${url}/api${path}`, {
      method,
      headers: {
        ...(sent && !isForm ? { 'content-type': 'application/json' } : {}),
        authorization: `Bearer ${token}`,
      },
      ...(sent && { body: isForm ? sent : JSON.stringify(sent) }),
    });
    const text = await answer.text();
    const isJson = /json/.test(answer.headers.get('content-type') ?? '') && text !== '';
    return { status: answer.status, headers: answer.headers, text, body: isJson ? JSON.parse(text) : null };
  };
  token = (await call('/auth/login', { email, password: 'Prosa#2026' })).body.accessToken;
  return call;
}

describe('once it runs', () => {
  let call: Awaited<ReturnType<typeof signInto>>;
  beforeAll(async () => {
    copyTemplateDatabase(join(copy.folder, 'data'));
    program = await startProgram({ DATA_DIR: join(copy.folder, 'data') }, { cwd: copy.folder });
    call = await signInto(program.url, 'demo@prosa.local');
  }, 240_000);

  it('works over HTTP', async () => {
    const category = (await call('/supplier-categories', { name: 'Queijos' })).body.id;
    const form = new FormData();
    form.append('field', 'contract');
    form.append('file', new Blob(['%PDF-1.4\n%%EOF']), 'contrato.pdf');
    const contract = (await call('/suppliers/files', form)).body;
    const supplier = {
      ...{ name: 'Laticínios Serra', category, status: 'active', since: '2026-01-31', discount: 7.5 },
      ...{ contacts: [{ name: 'Ana', phone: '41 3333-0000' }], bank: 'Banco 77', contract, logo: null, reason: null },
    };
    const made = await call('/suppliers', supplier);
    expect(made).toMatchObject({ status: 201, body: supplier });
    const path = `/suppliers/${made.body.id}`;
    expect((await call(`/suppliers/files/${contract.id}`)).text).toContain('%PDF');
    expect((await call('/suppliers', supplier)).body).toMatchObject({ code: 'already_exists' });
    expect((await call('/suppliers', { name: 'X' })).body.errors).toMatchObject([{ field: 'category' }]);
    const unknown = await call('/suppliers', { ...supplier, name: 'Y', contract: null, category: made.body.id });
    expect(unknown.body.errors).toMatchObject([{ field: 'category', code: 'unknown_reference' }]);
    const found = (query: string) => call(`/suppliers?${query}`).then(({ body }) => body.total);
    expect(await found(`search=LATICINIOS&status=active&category=${category}&since_gte=2026-01-01`)).toBe(1);
    expect(await found('status=blocked')).toBe(0);
    expect((await call(`/supplier-categories/${category}`, undefined, 'DELETE')).body).toMatchObject({
      code: 'in_use',
    });
    expect(await call(`${path}/block`, {})).toMatchObject({ status: 422, body: { errors: [{ field: 'reason' }] } });
    expect((await call(`${path}/block`, { reason: 'Atrasos' })).status).toBe(204);
    expect((await call(path)).body).toMatchObject({ status: 'blocked', reason: 'Atrasos' });
    const [blocked, created] = (await call(`${path}/history`)).body.data;
    expect(created.action).toBe('suppliers_create');
    expect(blocked).toMatchObject({
      action: 'suppliers_block',
      detail: { before: { status: 'active', reason: null }, after: { status: 'blocked', reason: 'Atrasos' } },
    });
    expect((await call('/suppliers/cards/byStatus')).body).toMatchObject({ data: expect.any(Array) });
    const description = (await call('/openapi.json')).body;
    expect(description.paths['/suppliers/{id}/block'].post['x-action']).toBe('block');
  });

  it('imports what it exports', async () => {
    const csv = (await call('/suppliers/export')).text;
    expect(csv).toContain('Laticínios Serra;Queijos;Bloqueado;Atrasos');
    const rows = [{ name: 'Moinho', category: 'queijos' }];
    const checked = await call('/suppliers/bulk-import', {
      rows: [...rows, { name: 'Z', category: 'Pães' }],
      onlyCheck: true,
    });
    expect(checked.body.errors).toMatchObject([{ field: 'rows.1.category', code: 'unknown_reference' }]);
    expect(await call('/suppliers/bulk-import', { rows })).toMatchObject({ status: 201 });
  });

  it('is used in a browser', async () => {
    const dialogOf = (page: Page) => page.getByRole('dialog').last();
    const rowOf = (page: Page, name: string): Locator => page.getByRole('row', { name });
    await onPage(browser, 'suppliers', async (page) => {
      await signIn(page, program.url);
      // Not a click: the menu may be scrolling.
      await page.getByRole('link', { name: 'Categorias de fornecedores' }).press('Enter');
      await page.getByRole('link', { name: 'Adicionar categoria' }).click();
      await dialogOf(page).getByLabel('Nome').fill('Farinhas');
      await dialogOf(page).getByRole('button', { name: 'Adicionar' }).click();
      await page.getByText('Farinhas', { exact: true }).waitFor();

      await page.getByRole('link', { name: 'Fornecedores', exact: true }).press('Enter');
      await page.getByRole('button', { name: 'Guia desta tela' }).click();
      await page.getByRole('dialog', { name: 'Fornecedores' }).getByText('Como uso “Adicionar fornecedor”?').waitFor();
      await page.keyboard.press('Escape');
      await page.getByRole('link', { name: 'Adicionar fornecedor' }).click();
      const form = dialogOf(page);
      await form.getByLabel('Nome', { exact: true }).fill('Moinho Azul');
      await choose(page, form.getByLabel('Categoria'), 'Farinhas');
      await choose(page, form.getByLabel('Situação'), 'Bloqueado');
      await form.getByLabel('Motivo do bloqueio').waitFor();
      await choose(page, form.getByLabel('Situação'), 'Ativo');
      await form.getByLabel('Motivo do bloqueio').waitFor({ state: 'detached' });
      await form.getByRole('button', { name: 'Adicionar contato' }).click();
      await form.getByLabel('Nome', { exact: true }).last().fill('Ana');
      await form.getByLabel('Dados bancários').fill('Banco 12');
      const logo = { name: 'logo.png', mimeType: 'image/png', buffer: Buffer.from(PICTURE, 'base64') };
      await form.locator('input[type=file]').last().setInputFiles(logo);
      await form.getByText('logo.webp').waitFor();
      await form.getByRole('button', { name: 'Adicionar', exact: true }).click();
      const row = rowOf(page, 'Moinho Azul');
      await row.waitFor();

      // What somebody else adds is there without a reload, long before the list asks again.
      const [category] = (await call('/supplier-categories?search=farinhas')).body.data;
      await call('/suppliers', { name: 'Granja Sol', category: category.id });
      await rowOf(page, 'Granja Sol').waitFor({ timeout: 5_000 });

      await row.getByRole('button', { name: 'Ações de Moinho Azul' }).click();
      await page.getByRole('menuitem', { name: 'Bloquear' }).click();
      const asked = page.getByRole('dialog', { name: 'Bloquear Moinho Azul?' });
      await asked.getByLabel('Motivo').fill('Atrasos');
      await asked.getByRole('button', { name: 'Bloquear' }).click();
      await row.getByText('Bloqueado').waitFor();

      // The figure filters the list, which is then saved as a view.
      await page
        .getByRole('button', { name: /Bloqueado/ })
        .first()
        .click();
      await rowOf(page, 'Granja Sol').waitFor({ state: 'detached' });
      await page.getByRole('button', { name: 'Opções de visualização' }).click();
      await page.getByRole('menuitem', { name: 'Salvar como…' }).click();
      await dialogOf(page).getByLabel('Nome').fill('Bloqueados da casa');
      await dialogOf(page).getByRole('button', { name: 'Salvar' }).click();
      await page.getByText('Bloqueados da casa', { exact: true }).first().waitFor();

      const downloaded = page.waitForEvent('download');
      await page.getByRole('button', { name: 'Exportar' }).click();
      await page.getByRole('menuitem', { name: 'CSV' }).click();
      const table = readFileSync(await (await downloaded).path(), 'utf8').replaceAll('Moinho Azul', 'Moinho Verde');
      await page.getByRole('button', { name: 'Importar' }).click();
      const file = { name: 'fornecedores.csv', mimeType: 'text/csv', buffer: Buffer.from(table) };
      await dialogOf(page).locator('input[type=file]').setInputFiles(file);
      await dialogOf(page)
        .getByRole('button', { name: /^Importar \d/ })
        .click();
      await dialogOf(page)
        .getByText(/^Importamos/)
        .waitFor();
      await page.keyboard.press('Escape');
      await rowOf(page, 'Moinho Verde').getByText('Bloqueado').waitFor();
    });
  });

  it.each([
    [1440, 'dark'],
    [1440, 'light'],
    [390, 'dark'],
    [390, 'light'],
  ])('is drawn well %i px wide in the theme %s', async (width, theme) => {
    const [supplier] = (await call('/suppliers?search=moinho azul')).body.data;
    const screens = [
      '/suppliers',
      `/suppliers/${supplier.id}`,
      '/suppliers/new',
      `/supplier-categories/${supplier.category}`,
    ];
    const options = { viewport: { width, height: 900 } };
    await onPage(
      browser,
      `suppliers-${width}-${theme}`,
      async (page) => {
        await signIn(page, program.url);
        await page.evaluate((name) => localStorage.setItem('theme', name), theme);
        for (const screen of screens) {
          await page.goto(program.url + screen);
          await page
            .getByText(screen.endsWith('new') ? 'Adicionar contato' : 'Moinho Azul')
            .first()
            .waitFor();
          await untilSteady(page);
          const folder = process.env.PICTURES;
          if (folder)
            await page.screenshot({
              path: join(folder, `${width}-${theme}${screen.slice(0, 20).replaceAll('/', '-')}.png`),
            });
          expect([...(await overflowsOf(page)), ...(await violationsOf(page))], screen).toEqual([]);
        }
      },
      options,
    );
  });
});
