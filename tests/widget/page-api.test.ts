import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sharedBrowser } from '../support/browser.ts';
import { CONTEXT_ID, startTestSite, type TestSite } from './test-site.ts';

let site: TestSite;
let browser: Browser;

const STUB = 'window.Prosa=window.Prosa||function(){(Prosa.q=Prosa.q||[]).push(arguments)};';
const SUGGESTIONS = [{ contentId: '1', ordinal: 0, label: 'Frete grátis', excerpt: 'Acima de R$ 100.' }];

beforeAll(async () => {
  site = await startTestSite();
  browser = await sharedBrowser();
  site.pages.set('/', { body: '<main><h1>Loja</h1></main>' });
});
afterAll(async () => {
  await site?.close();
});

async function visit(path = '/'): Promise<Page> {
  const context = await browser.newContext({ reducedMotion: 'reduce' });
  const page = await context.newPage();
  site.questions.length = site.identified.length = 0;
  await page.goto(site.site + path);
  await page.locator('.launcher').waitFor();
  return page;
}
const prosa = (page: Page, name: string, ...rest: unknown[]) =>
  page.evaluate(
    async ([called, args]) => {
      const api = (window as unknown as { Prosa: Record<string, (...given: unknown[]) => unknown> }).Prosa;
      try {
        return await (api[called as string]!(...(args as unknown[])) as Promise<unknown>);
      } catch (error) {
        return { code: (error as { code?: string }).code ?? String(error) };
      }
    },
    [name, rest] as const,
  );
/** Records all events of the page. */
const listen = (page: Page) =>
  page.evaluate(() => {
    const api = (window as unknown as { Prosa: { on(name: string, handler: (detail: object) => void): void } }).Prosa;
    const recorded: unknown[] = [];
    Object.assign(window, { recorded });
    for (const name of ['opened', 'closed', 'question', 'answer', 'suggestion', 'message']) {
      api.on(name, (detail) => recorded.push([name, detail]));
    }
  });
const recorded = (page: Page) => page.evaluate(() => (window as unknown as { recorded: [string, any][] }).recorded);
const answered = (page: Page, count = 1) =>
  expect
    .poll(() => page.locator('.exchange .actions, .exchange .near').count(), { timeout: 20_000 })
    .toBeGreaterThanOrEqual(count);

describe('the widget’s JavaScript API', () => {
  it('opens, asks, sends events to the page, and closes', async () => {
    const page = await visit();
    await listen(page);
    await prosa(page, 'ask', '  Vocês entregam?  ');
    await answered(page);
    site.scenes.push({ kind: 'answer', pieces: ['Talvez:'], grounded: false, suggestions: SUGGESTIONS });
    await prosa(page, 'ask', 'E o frete?');
    await page.locator('.near button').click();
    await expect.poll(async () => (await recorded(page)).length, { timeout: 20_000 }).toBe(7);
    await prosa(page, 'close');
    await prosa(page, 'close');
    expect(await page.locator('.panel').isVisible()).toBe(false);
    const events = await recorded(page);
    expect(events.map(([name]) => name)).toEqual([
      ...['opened', 'question', 'answer', 'question', 'answer', 'suggestion', 'answer', 'closed'],
    ]);
    expect(events[1]![1]).toEqual({ question: 'Vocês entregam?' });
    expect(events[2]![1]).toMatchObject({ outcome: 'answered', grounded: true, conversationId: 'conversa-1' });
    expect(events[4]![1]).toMatchObject({ outcome: 'suggested', grounded: false });
    expect(events[5]![1]).toEqual({ label: 'Frete grátis' });
    expect(site.questions[0]).not.toHaveProperty('identity');
    expect(site.questions[0]).not.toHaveProperty('data');
    await page.context().close();
  });

  it('ignores empty questions, truncates long ones, and asks one at a time', async () => {
    const page = await visit();
    await prosa(page, 'ask', '   ');
    expect(await page.locator('.panel').count()).toBe(0);
    site.scenes.push({ kind: 'answer', pieces: Array(20).fill('mais '), pauseMs: 50 });
    await prosa(page, 'ask', 'x'.repeat(3_000));
    await page.locator('.caret').waitFor();
    await prosa(page, 'ask', 'E agora?');
    await answered(page);
    expect(site.questions.map(({ question }) => question?.length)).toEqual([2_000]);
    await page.context().close();
  });

  it('runs the calls that a stub collected, in order, and ignores invalid ones', async () => {
    site.files.set(
      '/stub.js',
      `${STUB}window.recorded=[];Prosa('on','opened',()=>recorded.push('opened'));Prosa('constructor','x');Prosa('nada');
       Prosa('__proto__');Prosa();Prosa('on','opened',()=>{throw new Error('mine')});
       Prosa('on','answer',({outcome})=>recorded.push(outcome));Prosa('setContext',{plano:'Anual'});Prosa('ask','Cedo?');`,
    );
    site.pages.set('/stub', { head: '<script src="/stub.js"></script>' });
    const context = await browser.newContext({ reducedMotion: 'reduce' });
    const page = await context.newPage();
    const errors: string[] = [];
    page.on('pageerror', (error) => errors.push(error.message));
    site.questions.length = 0;
    await page.goto(`${site.site}/stub`);
    await answered(page);
    expect(await page.evaluate(() => (window as unknown as { recorded: string[] }).recorded)).toEqual([
      'opened',
      'answered',
    ]);
    expect(site.questions).toMatchObject([{ question: 'Cedo?', data: { plano: 'Anual' } }]);
    expect(errors).toEqual([]);
    await context.close();
  });

  it('sends no events to a removed handler', async () => {
    const page = await visit();
    const counts = await page.evaluate(async () => {
      const api = (window as unknown as { Prosa: any }).Prosa;
      const counts = { kept: 0, off: 0, returned: 0 };
      const handler = () => counts.off++;
      api.on('opened', () => counts.kept++);
      api.on('opened', handler);
      const stop = api.on('opened', () => counts.returned++);
      api.off('opened', handler);
      stop();
      // Handlers run in the order in which they were added.
      const opened = new Promise((resolve) => api.on('opened', resolve));
      api.open();
      await opened;
      return counts;
    });
    expect(counts).toEqual({ kept: 1, off: 0, returned: 0 });
    await page.context().close();
  });

  it('sends an accepted identity with questions, and never a refused one', async () => {
    const page = await visit();
    const ana = { email: 'ana@cliente.com.br', name: 'Ana', signature: 'good' };
    expect(await prosa(page, 'identify', ana)).toBeUndefined();
    await prosa(page, 'ask', 'Vocês entregam?');
    await answered(page);
    expect(site.questions[0]).toMatchObject({ identity: ana });
    expect(await prosa(page, 'identify', { ...ana, name: 'Diretora', signature: 'bad' })).toEqual({
      code: 'identity_refused',
    });
    await prosa(page, 'ask', 'E agora?');
    await answered(page, 2);
    expect(site.questions[1]).not.toHaveProperty('identity');
    expect(await prosa(page, 'identify', undefined)).toEqual({ code: 'identity_refused' });
    expect(site.identified.at(-1)).toEqual({ email: '', name: '' });
    await page.route('**/identify', (route) => route.abort());
    expect(await prosa(page, 'identify', ana)).toEqual({ code: 'unreachable' });
    await page.context().close();
  });

  it('prefills the form to leave a message with the identity', async () => {
    site.message = { text: 'Concordo.', url: '', version: 'v1' };
    const page = await visit();
    await listen(page);
    await prosa(page, 'identify', { email: 'ana@cliente.com.br', name: 'Ana', signature: 'good' });
    site.scenes.push({ kind: 'answer', pieces: ['Não sei.'], grounded: false });
    await prosa(page, 'ask', 'Consertam?');
    await page.getByRole('button', { name: 'Deixar um recado' }).click();
    const form = page.getByRole('form', { name: 'Deixar um recado' });
    expect(await form.getByLabel('Nome').inputValue()).toBe('Ana');
    expect(await form.getByLabel('E-mail').inputValue()).toBe('ana@cliente.com.br');
    await form.getByRole('checkbox').check();
    await form.getByRole('button', { name: 'Enviar recado' }).click();
    await page.getByText('Recado enviado.').first().waitFor();
    expect((await recorded(page)).at(-1)).toEqual(['message', { messageId: site.left.at(-1)?.messageId }]);
    site.message = null;
    await page.context().close();
  });

  it('keeps up to 20 short texts, numbers and booleans, whatever the page passes', async () => {
    const page = await visit();
    await page.evaluate(() => {
      const api = (window as unknown as { Prosa: any }).Prosa;
      const data = JSON.parse('{"__proto__":{"hit":1},"constructor":"x","prototype":"y","ok":"sim","n":1,"b":false}');
      Object.assign(data, { 'não <b>': 1, longo: 'x'.repeat(201), lista: [1], f: () => 1, infinito: 1 / 0 });
      for (let at = 0; at < 30; at++) data[`k${at}`] = at;
      api.setContext(data);
    });
    await prosa(page, 'ask', 'Oi?');
    await answered(page);
    const { data } = site.questions[0] as { data: Record<string, unknown> };
    expect(Object.keys(data)).toHaveLength(20);
    expect(data).toMatchObject({ ok: 'sim', n: 1, b: false });
    expect(Object.keys(data).every((name) => /^(ok|n|b|k\d+)$/.test(name))).toBe(true);
    expect(await page.evaluate(() => ({}) as { hit?: number })).toEqual({});
    for (const nothing of [null, undefined, 'texto', 7, []]) await prosa(page, 'setContext', nothing);
    await prosa(page, 'ask', 'De novo?');
    await answered(page, 2);
    expect(site.questions[1]).not.toHaveProperty('data');
    await page.context().close();
  });

  it('forgets the visitor, their conversation and their data', async () => {
    const page = await visit();
    await prosa(page, 'identify', { email: 'ana@cliente.com.br', name: 'Ana', signature: 'good' });
    await prosa(page, 'setContext', { plano: 'Anual' });
    await prosa(page, 'ask', 'Vocês entregam?');
    await answered(page);
    const key = `prosa:${CONTEXT_ID}`;
    expect(await page.evaluate((name) => localStorage.getItem(name), key)).not.toBeNull();
    await prosa(page, 'reset');
    expect(await page.evaluate((name) => localStorage.getItem(name), key)).toBeNull();
    expect(await page.locator('.panel').count()).toBe(0);
    await prosa(page, 'ask', 'E agora?');
    await answered(page);
    expect(await page.locator('.exchange').count()).toBe(1);
    expect(site.questions[1]!.visitorToken).not.toBe(site.questions[0]!.visitorToken);
    for (const name of ['identity', 'data', 'conversationId']) expect(site.questions[1]).not.toHaveProperty(name);
    await page.context().close();
  });
});
