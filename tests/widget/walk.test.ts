import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { CHAT_SIZES, initialAppearance, WIDGET_TYPES } from '../../src/shared/appearance.ts';
import type { Source } from '../../src/shared/chat-protocol.ts';
import type { Mounted } from '../../src/widget/panel.ts';
import { LAUNCHER_GAP_PX, LAUNCHER_PX, PANEL_PX } from '../../src/widget/sizes.ts';
import { sharedBrowser } from '../support/browser.ts';
import { HOSTILE_CSS, PATCHED_JS } from './hostile.ts';
import { CONTEXT_ID, type Scene, startTestSite, type TestSite } from './test-site.ts';

let site: TestSite;
let browser: Browser;
let context: BrowserContext | undefined;
let complaints: string[];

const KEY = `prosa:${CONTEXT_ID}`;
const sources: Source[] = [
  {
    contentId: '1',
    title: 'Entregas',
    url: 'https://x.example/entregas',
    heading: 'Prazos',
    excerpt: 'Até 3 dias úteis.',
  },
  { contentId: '2', title: 'manual.pdf', page: 4, excerpt: 'Frete grátis acima de R$ 120.' },
];
const delivery: Scene = {
  kind: 'answer',
  pieces: ['Entregamos em **todo o Bra', 'sil**, com fre', 'te grátis.'],
  sources,
  links: [{ word: 'frete grátis', link: 'https://x.example/frete', caseSensitive: false }],
};

beforeAll(async () => {
  site = await startTestSite();
  browser = await sharedBrowser();
  site.pages.set('/', {});
  site.files.set('/hostile.css', HOSTILE_CSS);
  site.files.set('/patched.js', PATCHED_JS);
});
afterAll(async () => {
  await site?.close();
});
beforeEach(() => {
  complaints = [];
  site.scenes.length = site.questions.length = site.shown.length = site.requests.length = 0;
  site.opinions.length = 0;
  site.panelIsDown = site.feedback = false;
  site.appearance = initialAppearance('Lia', 'Cafeteria Aurora');
});
afterEach(async () => {
  await context?.close();
  context = undefined;
});

async function visit(path = '/', options: BrowserContextOptions = {}, origin = site.site): Promise<Page> {
  context ??= await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options });
  const page = await context.newPage();
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    // Chromium also logs requests that a test blocks or refuses on purpose.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      complaints.push(message.text());
  });
  await page.goto(origin + path);
  return page;
}

const launcher = (page: Page) => page.locator('.launcher');
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Lia' });
const field = (page: Page) => page.getByRole('textbox', { name: 'Escreva sua pergunta' });
const answers = (page: Page) => page.locator('.exchange .answer');
const isFocused = (page: Page, selector: string) =>
  page.locator(selector).evaluate((element) => (element.getRootNode() as ShadowRoot).activeElement === element);

/** Waits until the panel's animations have finished. */
const atRest = (page: Page) =>
  dialog(page).evaluate(async (element) => {
    const moving = () =>
      (element.getRootNode() as ShadowRoot)
        .getAnimations()
        .filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
    // Animations started by the last step begin with the next frame.
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    await Promise.allSettled(moving().map(({ finished }) => finished));
    await new Promise((resolve) => requestAnimationFrame(resolve));
  });

async function open(page: Page): Promise<void> {
  await launcher(page).click();
  await field(page).waitFor();
}
async function ask(page: Page, question: string): Promise<void> {
  await field(page).fill(question);
  await field(page).press('Enter');
}
/** Waits until the answer at `index` is complete and returns its text. */
async function answered(page: Page, index = 0): Promise<string> {
  await page.locator('.exchange').nth(index).locator('.actions').waitFor();
  return (await answers(page).nth(index).innerText()).trim();
}
const storedVisit = (page: Page) => page.evaluate((key) => localStorage.getItem(key), KEY);

describe('the widget on a customer’s page', () => {
  it('opens, answers and shows sources under a strict policy, with one request before the click', async () => {
    const page = await visit();
    await launcher(page).waitFor();
    expect(site.requests).toEqual(['GET /', `GET /w/${CONTEXT_ID}.js`]);
    expect(await storedVisit(page)).toBeNull();

    site.scenes.push(delivery);
    await open(page);
    expect(await storedVisit(page)).toBeNull();
    expect(await page.locator('.welcome').innerText()).toBe('Olá! Como posso ajudar?');
    await ask(page, 'Vocês entregam?');
    expect(await answered(page)).toBe('Entregamos em todo o Brasil, com frete grátis.');
    expect(await answers(page).locator('strong').innerText()).toBe('todo o Brasil');
    expect(await answers(page).locator('a').getAttribute('href')).toBe('https://x.example/frete');
    expect(site.questions[0]).toMatchObject({
      question: 'Vocês entregam?',
      visitorToken: expect.stringMatching(/^[\w-]{43}$/),
    });
    expect(JSON.parse((await storedVisit(page))!)).toMatchObject({ visitorToken: site.questions[0]!.visitorToken });

    const chips = page.getByRole('group', { name: 'Fontes' }).getByRole('button');
    await chips.nth(1).click();
    expect(await page.locator('.card').innerText()).toContain('Página 4');
    expect(await page.locator('.card a').count()).toBe(0);
    await chips.nth(0).click();
    expect(await page.locator('.card').innerText()).toContain('Até 3 dias úteis.');
    expect(await page.locator('.card a').getAttribute('href')).toBe('https://x.example/entregas');
    expect(complaints).toEqual([]);
  });

  it('loads the panel when the pointer is over the launcher', async () => {
    const page = await visit();
    await launcher(page).hover();
    await expect.poll(() => site.requests.filter((each) => each.includes('panel'))).toHaveLength(1);
    await launcher(page).click();
    await field(page).waitFor();
    expect(site.requests.filter((each) => each.includes('panel'))).toHaveLength(1);
  });

  it('causes no layout shift and adds one global', async () => {
    const names = () => Object.getOwnPropertyNames(window);
    site.pages.set('/bare', { scripts: 0 });
    const before = new Set(await (await visit('/bare')).evaluate(names));
    const page = await visit();
    await page.evaluate(() => {
      const shifts: number[] = [];
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) shifts.push((entry as unknown as { value: number }).value);
      }).observe({ type: 'layout-shift', buffered: true });
      Object.assign(document.body, { shifts });
    });
    const size = () => [document.documentElement.scrollWidth, document.documentElement.scrollHeight];
    const box = await page.evaluate(size);
    expect((await page.evaluate(names)).filter((name) => !before.has(name))).toEqual(['Prosa']);
    expect(await page.evaluate(() => Object.keys((window as never)['Prosa']))).toEqual([
      ...[
        'open',
        'close',
        'ask',
        'on',
        'off',
        'identify',
        'setContext',
        'reset',
        'hide',
        'show',
        'destroy',
        'contextId',
      ],
    ]);
    await open(page);
    await atRest(page);
    expect(await page.evaluate(size)).toEqual(box);
    expect(await page.evaluate(() => (document.body as unknown as { shifts: number[] }).shifts)).toEqual([]);
  });

  it('appears once when the snippet is there twice, and offers open and close', async () => {
    site.pages.set('/twice', { scripts: 2, body: '<form id="Prosa"></form>' });
    const page = await visit('/twice');
    expect(await page.locator('prosa-chat').count()).toBe(1);
    await page.evaluate(() => (window as unknown as { Prosa: { open(): void } }).Prosa.open());
    await dialog(page).waitFor();
    await page.evaluate(() => (window as unknown as { Prosa: { close(): void } }).Prosa.close());
    expect(await dialog(page).count()).toBe(0);
  });

  it('looks and works the same next to hostile style sheets', async () => {
    site.pages.set('/hostile', { head: '<link rel="stylesheet" href="/hostile.css">' });
    const launcherStyle = async (page: Page) => {
      await launcher(page).locator('svg').waitFor();
      const box = await launcher(page).boundingBox();
      const colors = await launcher(page).evaluate((element) => {
        const { backgroundColor, opacity, visibility, direction } = getComputedStyle(element);
        return { backgroundColor, opacity, visibility, direction };
      });
      await open(page);
      site.scenes.push(delivery);
      await ask(page, 'Vocês entregam?');
      await answered(page);
      // Away from the text field, because its caret blinks.
      await page.mouse.click(5, 5);
      await atRest(page);
      const part = (await dialog(page).boundingBox())!;
      return { box, colors, part, picture: (await page.screenshot({ clip: part })).toString('base64') };
    };
    const calm = await launcherStyle(await visit());
    await context?.close();
    context = undefined;
    const hostile = await launcherStyle(await visit('/hostile'));
    expect(hostile.box).toEqual(calm.box);
    expect(hostile.colors).toEqual(calm.colors);
    expect(hostile.part).toEqual(calm.part);
    expect(hostile.picture === calm.picture).toBe(true);
    expect(complaints).toEqual([]);
  });

  it('works next to patched prototypes', async () => {
    site.pages.set('/patched', { head: '<script src="/patched.js"></script>' });
    const page = await visit('/patched');
    site.scenes.push({ kind: 'cut', pieces: ['Entre'] }, delivery);
    await open(page);
    await ask(page, 'Vocês entregam?');
    await page.getByRole('button', { name: 'Tentar de novo' }).click();
    expect(await answered(page)).toContain('frete grátis');
    await page.locator('.chip').first().click();
    expect(await page.locator('.card').innerText()).toContain('Até 3 dias úteis.');
    await page.reload();
    await open(page);
    expect(await answered(page)).toContain('frete grátis');
    await page.keyboard.press('Escape');
    expect(await dialog(page).count()).toBe(0);
    expect(complaints).toEqual([]);
  });

  it('works on a page without TLS', async () => {
    site.pages.set('/plain', { csp: false });
    const page = await visit('/plain', {}, site.site.replace('127.0.0.1', 'loja.test'));
    expect(await page.evaluate(() => [isSecureContext, typeof crypto.randomUUID])).toEqual([false, 'undefined']);
    await open(page);
    site.scenes.push(delivery);
    await ask(page, 'Vocês entregam?');
    await answered(page);
    expect(site.questions[0]!.messageId).toMatch(
      /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
    );
    await page.getByRole('button', { name: 'Copiar resposta' }).click();
    await page.getByText('Resposta copiada').waitFor();
  });

  it.each(['top-left', 'top-right', 'bottom-left', 'bottom-right'] as const)(
    'has the configured position in each type and size: %s',
    async (side) => {
      const usual = site.appearance;
      const away = ({ x, y, width, height }: { x: number; y: number; width: number; height: number }) => [
        side.startsWith('top') ? y : 800 - y - height,
        side.endsWith('left') ? x : 1280 - x - width,
      ];
      const page = await visit('/', { reducedMotion: 'reduce' });
      for (const size of CHAT_SIZES) {
        for (const type of WIDGET_TYPES) {
          site.appearance = { ...usual, side, type, size, margin: 24 };
          await page.goto(site.site);
          await launcher(page).locator('svg').waitFor();
          const button = (await launcher(page).boundingBox())!;
          expect(away(button)).toEqual([24, 24]);
          expect(button.height).toBe(LAUNCHER_PX[size]);
          if (type === 'bubble') expect(button.width).toBe(LAUNCHER_PX[size]);
          else expect(await launcher(page).innerText()).toBe('Abrir conversa');
          await open(page);
          await atRest(page);
          const panel = (await dialog(page).boundingBox())!;
          const above = type === 'box' ? 24 : 24 + LAUNCHER_PX[size] + LAUNCHER_GAP_PX;
          expect(away(panel)).toEqual([above, 24]);
          const [width, height] = PANEL_PX[size];
          expect([panel.width, panel.height]).toEqual([width, Math.min(height, 800 - above - 24)]);
        }
      }
    },
  );
});

describe('a conversation', () => {
  it('survives a reload, is shared with a second tab, and is hidden from other visitors', async () => {
    const page = await visit();
    site.scenes.push(delivery);
    await open(page);
    await ask(page, 'Vocês entregam?');
    await answered(page);
    await page.reload();
    await open(page);
    expect(await answered(page)).toBe('Entregamos em todo o Brasil, com frete grátis.');
    expect(await page.locator('.chip').count()).toBe(2);

    const second = await visit();
    await open(second);
    await answered(second);
    await ask(second, 'E trocas?');
    await answered(second, 1);
    expect(site.questions[1]!.conversationId).toBe(JSON.parse((await storedVisit(page))!).conversationId);
    await answers(page).nth(1).waitFor();

    const { conversationId } = JSON.parse((await storedVisit(page))!) as { conversationId: string };
    await context!.close();
    context = undefined;
    const stranger = await visit();
    await stranger.evaluate(
      ([key, id]) => localStorage.setItem(key!, JSON.stringify({ conversationId: id, visitorToken: 'guess' })),
      [KEY, conversationId],
    );
    await open(stranger);
    await expect.poll(() => storedVisit(stranger)).toBeNull();
    expect(await answers(stranger).count()).toBe(0);
  });

  it('shows that an answer was interrupted by leaving the page, and completes it', async () => {
    const page = await visit();
    await open(page);
    site.scenes.push({ kind: 'answer', pieces: Array(50).fill('mais '), pauseMs: 100 });
    await ask(page, 'Conte tudo');
    await page.getByText('mais mais mais').waitFor();
    await page.reload();
    // The server has seen that the visitor left.
    await expect.poll(() => site.interrupted).toContain(site.questions[0]!.messageId);
    await open(page);
    await page.getByText('Resposta interrompida.').waitFor();
    expect(await answers(page).first().innerText()).toMatch(/^(mais ?)+$/);
    expect(await page.locator('.chip').count()).toBe(0);
    site.scenes.push(delivery);
    await page.getByRole('button', { name: 'Tentar de novo' }).click();
    await page.getByText('Resposta interrompida.').waitFor({ state: 'detached' });
    expect(await answered(page)).toContain('frete grátis');
    expect(site.questions.map(({ messageId }) => messageId)).toEqual(Array(2).fill(site.questions[0]!.messageId));
    await page.reload();
    await open(page);
    expect(await answered(page)).toContain('frete grátis');
    expect(await page.locator('.exchange').count()).toBe(1);
  });

  it('shows tables that scroll, line breaks and entities, and copies them', async () => {
    const page = await visit('/', { viewport: { width: 390, height: 844 } });
    await open(page);
    const wide = Array.from({ length: 6 }, (_, at) => `Coluna comprida ${at}`);
    const rows = [wide, wide.map(() => '---'), wide.map((_, at) => `R$&nbsp;${at}<br>~~antes~~`)];
    site.scenes.push({ kind: 'answer', pieces: [rows.map((cells) => `| ${cells.join(' | ')} |`).join('\n')] });
    await ask(page, 'Quanto custa?');
    await answered(page);
    const box = page.locator('.answer .table');
    const [inner, outer, room] = await box.evaluate(({ scrollWidth, clientWidth }) => [
      scrollWidth,
      clientWidth,
      innerWidth,
    ]);
    expect(inner).toBeGreaterThan(outer!);
    expect(outer).toBeLessThan(room!);
    const table = page.getByRole('table');
    expect(await table.getByRole('columnheader').count()).toBe(6);
    expect(await table.getByRole('cell').nth(2).innerText()).toBe('R$\u00a02\nantes');
    expect(await page.locator('.log').evaluate((log) => log.scrollWidth <= log.clientWidth)).toBe(true);
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByRole('button', { name: 'Copiar resposta' }).click();
    await page.getByText('Resposta copiada').waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toContain(
      'Coluna comprida 0\tColuna comprida 1\t',
    );
  });

  it('can be replaced by a new one, reopened and deleted', async () => {
    const page = await visit();
    site.scenes.push(delivery);
    await open(page);
    const past = page.getByRole('button', { name: 'Suas conversas' });
    await ask(page, 'Vocês entregam?');
    await answered(page);
    expect(await past.isVisible()).toBe(false);
    await page.getByRole('button', { name: 'Nova conversa' }).click();
    expect(await answers(page).count()).toBe(0);
    expect(JSON.parse((await storedVisit(page))!)).not.toHaveProperty('conversationId');
    await ask(page, 'Outra coisa?');
    await answered(page);
    expect(site.questions[1]).not.toHaveProperty('conversationId');
    expect(site.questions[1]!.visitorToken).toBe(site.questions[0]!.visitorToken);

    const other = await visit();
    await open(other);
    await other.getByText('Outra coisa?').waitFor();

    await past.click();
    const list = page.getByRole('region', { name: 'Suas conversas' });
    expect(await list.getByRole('listitem').allInnerTexts()).toEqual([
      expect.stringMatching(/^Vocês entregam\?\nHoje,/),
    ]);
    await page.keyboard.press('Escape');
    expect(await list.isVisible()).toBe(false);
    expect(await dialog(page).count()).toBe(1);
    await past.click();
    await list.getByRole('button', { name: 'Vocês entregam?' }).click();
    expect(await answered(page)).toBe('Entregamos em todo o Brasil, com frete grátis.');
    await other.getByText('Vocês entregam?').waitFor();
    expect(await other.getByText('Outra coisa?').count()).toBe(0);
    await ask(page, 'E no sábado?');
    await answered(page, 1);
    expect(site.questions[2]!.conversationId).toBe(JSON.parse((await storedVisit(page))!).conversationId);

    await past.click();
    await page.getByRole('button', { name: 'Apagar deste aparelho' }).click();
    expect(await storedVisit(page)).toBeNull();
    expect(await answers(page).count()).toBe(0);
    expect(await past.isVisible()).toBe(false);
    await expect.poll(() => answers(other).count()).toBe(0);
    expect(complaints).toEqual([]);
  });

  it('collects ratings where enabled, and remembers them', async () => {
    site.feedback = true;
    site.appearance = { ...site.appearance, person: { email: 'oi@aurora.example', whatsapp: '5511999990000' } };
    const page = await visit();
    await page.clock.install();
    site.scenes.push(delivery, { ...delivery, person: { email: 'oi@aurora.example' } } as Scene);
    await open(page);
    await ask(page, 'Vocês entregam & trocam?');
    await answered(page);
    const thumb = (name: string) => page.locator('.exchange').first().getByRole('button', { name });
    await thumb('Resposta ruim').click();
    await expect.poll(() => site.opinions).toEqual([{ rating: 'down' }]);
    expect(await thumb('Resposta ruim').getAttribute('aria-pressed')).toBe('true');
    expect(await thumb('Resposta útil').getAttribute('aria-pressed')).toBe('false');
    const helped = page.getByRole('group', { name: 'Isso ajudou?' });
    expect(await helped.count()).toBe(0);
    await page.clock.fastForward(21_000);
    await helped.waitFor();
    await ask(page, 'Quero falar com alguém');
    await answered(page, 1);
    expect(await helped.count()).toBe(0);

    const mail = await page.locator('.exchange .person a').getAttribute('href');
    const mailLink = new URL(mail!);
    expect(mailLink.pathname).toBe('oi@aurora.example');
    expect(mailLink.searchParams.get('body')).toMatch(
      /Lia[^]*\r\n\r\nPerguntei: Vocês entregam & trocam\?\r\nResposta: Entregamos em todo o Brasil, com frete grátis\./,
    );
    await page.keyboard.press('Escape');
    await launcher(page).click();
    await helped.getByRole('button', { name: 'Não' }).click();
    await expect.poll(() => site.opinions).toEqual([{ rating: 'down' }, { satisfied: false }]);
    const chat = new URL((await helped.getByRole('link', { name: 'Chamar no WhatsApp' }).getAttribute('href'))!);
    expect(chat.origin + chat.pathname).toBe('https://wa.me/5511999990000');
    expect(chat.searchParams.get('text')).toContain('Quero falar com alguém');

    await page.reload();
    await open(page);
    await answered(page, 1);
    expect(await page.locator('.exchange .person a').getAttribute('href')).toBe(mail);
    expect(await thumb('Resposta ruim').getAttribute('aria-pressed')).toBe('true');
    expect(await helped.count()).toBe(0);
    expect(complaints).toEqual([]);
  });

  it('collects no ratings where disabled', async () => {
    const page = await visit();
    await page.clock.install();
    site.scenes.push(delivery);
    await open(page);
    await ask(page, 'Vocês entregam?');
    await answered(page);
    await page.clock.fastForward(60_000);
    await page.keyboard.press('Escape');
    await launcher(page).click();
    expect(await page.getByRole('button', { name: /^Resposta (útil|ruim)$/ }).count()).toBe(0);
    expect(await page.getByText('Isso ajudou?').count()).toBe(0);
  });

  it('shows the notice, the suggestions and the pictures that the owner configured', async () => {
    const id = '0198a1b2-0000-7000-8000-0000000000aa';
    site.appearance = {
      ...site.appearance,
      images: { open: id, ai: id, user: id },
      icons: { open: 'spark', send: 'plane' },
      suggestions: ['Qual é o prazo?', 'Tem frete grátis?'],
      consent: { text: 'Não envie dados pessoais.', url: 'https://aurora.example/privacidade' },
    };
    const page = await visit();
    await launcher(page).locator('img').waitFor();
    expect(await page.locator('.launcher svg').count()).toBe(0);
    // The image request is only sent when the image is rendered.
    await expect.poll(() => site.requests).toEqual(['GET /', `GET /w/${CONTEXT_ID}.js`, `GET /w/images/${id}.webp`]);
    await open(page);
    const consent = page.locator('.consent');
    expect(await consent.innerText()).toBe('Não envie dados pessoais. Política de privacidade');
    expect(await consent.getByRole('link').getAttribute('href')).toBe('https://aurora.example/privacidade');
    expect(await page.locator('header img').evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1);
    site.scenes.push(delivery);
    await page.getByRole('button', { name: 'Qual é o prazo?' }).click();
    await answered(page);
    expect(site.questions[0]!.question).toBe('Qual é o prazo?');
    expect(await consent.isVisible()).toBe(false);
    expect(await page.getByRole('button', { name: 'Tem frete grátis?' }).count()).toBe(0);
    expect(await page.locator('.exchange .avatar img').count()).toBe(2);
    expect(complaints).toEqual([]);
  });

  it('shows errors, and retries with the same message id without losing input', async () => {
    const page = await visit();
    await open(page);
    site.scenes.push(
      { kind: 'refuse', status: 429, code: 'rate_limited', message: 'Muitas perguntas. Espere um minuto.' },
      { kind: 'refuse', status: 503, code: 'unavailable', message: 'x' },
      { kind: 'error', pieces: ['Entre'], code: 'answer_failed', message: 'x' },
      { kind: 'cut', pieces: ['Entregamos'] },
      delivery,
    );
    await ask(page, 'Vocês entregam?');
    await page.getByText('Muitas perguntas. Espere um minuto.').first().waitFor();
    await field(page).fill('um rascunho');
    for (let attempts = 1; attempts < 4; attempts++) {
      await page.getByRole('button', { name: 'Tentar de novo' }).click();
      await expect.poll(() => site.questions.length).toBe(attempts + 1);
      await page.locator('.notice').getByText('Não consegui responder agora. Tente de novo em instantes.').waitFor();
    }
    await page.getByRole('button', { name: 'Tentar de novo' }).click();
    expect(await answered(page)).toBe('Entregamos em todo o Brasil, com frete grátis.');
    expect(await page.locator('.notice').count()).toBe(0);
    expect(await field(page).inputValue()).toBe('um rascunho');
    expect(new Set(site.questions.map(({ messageId, question }) => `${messageId} ${question}`)).size).toBe(1);
  });

  it('offers no retry for permanent errors', async () => {
    const page = await visit();
    await open(page);
    site.scenes.push({
      kind: 'refuse',
      status: 403,
      code: 'forbidden',
      message: 'Este site não está liberado.',
    });
    await ask(page, 'Oi?');
    await page.locator('.bubble').getByText('Este site não está liberado.').waitFor();
    expect(await page.getByRole('button', { name: 'Tentar de novo' }).count()).toBe(0);
    expect(await page.locator('.exchange .person').count()).toBe(0);
  });

  it.each([
    [403, 'chat_deactivated'],
    [429, 'limit_daily'],
    [429, 'limit_monthly'],
    [429, 'limit_credits'],
  ])('offers a person instead of a retry while the chat has stopped (%i, %s)', async (status, code) => {
    const person = { email: 'oi@aurora.example' };
    const page = await visit();
    await open(page);
    site.scenes.push({ kind: 'refuse', status, code, message: 'Volte amanhã, por favor.', person });
    await ask(page, 'Oi?');
    await page.locator('.bubble').getByText('Volte amanhã, por favor.').waitFor();
    expect(await page.getByRole('button', { name: 'Tentar de novo' }).count()).toBe(0);
    const ways = page.getByRole('group', { name: 'Falar com uma pessoa' });
    expect(await ways.getByRole('link').getAttribute('href')).toContain(person.email);
  });

  it('shows that the device is offline, and that the history could not be loaded', async () => {
    const page = await visit();
    await open(page);
    await context!.setOffline(true);
    await ask(page, 'Oi?');
    await page.locator('.notice').getByText('Parece que você está sem internet.').waitFor();
    await context!.setOffline(false);
    await page.getByRole('button', { name: 'Tentar de novo' }).click();
    await answered(page);
    await page.reload();
    await launcher(page).hover();
    await expect.poll(() => site.requests.filter((each) => each.includes('panel')).length).toBeGreaterThan(1);
    await context!.setOffline(true);
    await launcher(page).click();
    await page.getByText('Não consegui carregar sua conversa.').waitFor();
    await context!.setOffline(false);
    await page.getByRole('button', { name: 'Tentar de novo' }).click();
    await answered(page);
  });

  it('stops to show that the past is loading when the visitor asks meanwhile', async () => {
    const page = await visit();
    await open(page);
    await ask(page, 'Oi?');
    await answered(page);
    await page.reload();
    const read = Promise.withResolvers<void>();
    await page.route(/\/conversations\//, async (route) => {
      await read.promise;
      await route.continue();
    });
    await open(page);
    const loading = page.getByRole('status', { name: 'Carregando' });
    await loading.waitFor();
    site.scenes.push({ kind: 'answer', pieces: Array(600).fill('mais '), pauseMs: 60, waitMs: 400 });
    await ask(page, 'Conte tudo');
    read.resolve();
    await loading.waitFor({ state: 'detached' });
  });

  it('starts a new conversation when the server no longer has the old one', async () => {
    const page = await visit();
    await open(page);
    await ask(page, 'Oi?');
    await answered(page);
    site.scenes.push({ kind: 'refuse', status: 404, code: 'not_found', message: 'x' }, delivery);
    await ask(page, 'Vocês entregam?');
    expect(await answered(page, 1)).toContain('todo o Brasil');
    expect(site.questions[2]).not.toHaveProperty('conversationId');
    expect(site.questions[2]!.messageId).toBe(site.questions[1]!.messageId);
  });

  it('shows progress, can be stopped, and announces the complete answer to screen readers', async () => {
    const page = await visit();
    await open(page);
    const status = page.locator('.panel > [role=status]');
    // Long enough to be stopped before it ends, even on a slow machine.
    site.scenes.push({ kind: 'answer', pieces: Array(600).fill('mais '), pauseMs: 60, waitMs: 400 });
    await ask(page, 'Conte tudo');
    await page.getByRole('img', { name: 'Escrevendo a resposta' }).waitFor();
    await page.locator('.caret').waitFor();
    await field(page).fill('e agora?');
    await field(page).press('Enter');
    expect(site.questions).toHaveLength(1);
    expect(await status.textContent()).toBe('');
    await page.getByRole('button', { name: 'Parar resposta' }).click();
    await page.locator('.notice').getByText('Resposta interrompida.').waitFor();
    const stopped = await answers(page).innerText();
    expect(stopped).toMatch(/^(mais )*mais$/);
    await page.waitForTimeout(200);
    expect(await answers(page).innerText()).toBe(stopped);
    site.scenes.push(delivery);
    await field(page).press('Enter');
    await answered(page, 1);
    await expect.poll(() => status.textContent()).toBe('Entregamos em todo o Brasil, com frete grátis.');
    expect(await page.getByRole('log').getAttribute('aria-live')).toBe('off');
  });

  it('limits the length of a question like the server', async () => {
    const page = await visit();
    await open(page);
    expect(await page.locator('.counter').isVisible()).toBe(false);
    await field(page).fill('a'.repeat(1_999));
    expect(await page.locator('.counter').innerText()).toBe('Resta 1 caractere');
    await field(page).press('b');
    await field(page).press('c');
    expect(await field(page).inputValue()).toHaveLength(2_000);
    const height = async () => (await field(page).boundingBox())!.height;
    // The panel grows while it opens.
    await expect.poll(height).toBe(144);
    await field(page).fill('a');
    await expect.poll(height).toBe(36);
    await field(page).press('Shift+Enter');
    await expect.poll(height).toBe(58);
    expect(site.questions).toHaveLength(0);
  });
});

describe('with the keyboard only', () => {
  it('opens, asks, keeps the focus inside, and returns it', async () => {
    site.pages.set('/keys', { body: '<button id="own">Comprar</button>', head: '<script src="/keys.js"></script>' });
    site.files.set(
      '/keys.js',
      `window.recorded = []; addEventListener('keydown', (event) => recorded.push(event.key));`,
    );
    const page = await visit('/keys');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    expect(await isFocused(page, '.launcher')).toBe(true);
    expect(await launcher(page).getAttribute('aria-expanded')).toBe('false');
    await page.keyboard.press('Enter');
    await expect.poll(() => isFocused(page, 'textarea')).toBe(true);
    await page.evaluate(() => ((window as unknown as { recorded: string[] }).recorded.length = 0));
    site.scenes.push(delivery);
    await page.keyboard.type('oi');
    await page.keyboard.press('Enter');
    await answered(page);

    const passed: string[] = [];
    for (let presses = 0; presses < 9; presses++) {
      await page.keyboard.press('Tab');
      passed.push(
        await page.locator('.panel').evaluate((panel) => {
          const active = (panel.getRootNode() as ShadowRoot).activeElement;
          return active?.getAttribute('aria-label') ?? active?.textContent ?? 'outside';
        }),
      );
    }
    expect(passed).toEqual([
      'Enviar pergunta',
      'Nova conversa',
      'Fechar conversa',
      'Mensagens',
      'frete grátis',
      'Entregas',
      'manual.pdf, p. 4',
      'Copiar resposta',
      'Escreva sua pergunta',
    ]);
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Enter');
    expect(await page.locator('.card').isVisible()).toBe(true);
    await page.keyboard.press('Escape');
    expect(await page.locator('.card').isVisible()).toBe(false);
    expect(await dialog(page).count()).toBe(1);
    await page.keyboard.press('Escape');
    expect(await dialog(page).count()).toBe(0);
    expect(await isFocused(page, '.launcher')).toBe(true);
    expect(await page.evaluate(() => (window as unknown as { recorded: string[] }).recorded)).toEqual([]);
  });
});

describe('on a phone', () => {
  it('fills the screen above the keyboard, with large touch targets', async () => {
    const page = await visit('/', { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
    await launcher(page).tap();
    await dialog(page).waitFor();
    expect(await isFocused(page, '.panel')).toBe(true);
    site.scenes.push(delivery);
    await field(page).tap();
    await ask(page, 'Vocês entregam?');
    await answered(page);
    await expect.poll(() => dialog(page).boundingBox()).toEqual({ x: 0, y: 0, width: 390, height: 844 });
    expect(await field(page).evaluate((element) => getComputedStyle(element).fontSize)).toBe('16px');
    const { height } = (await page.getByRole('button', { name: 'Fechar conversa' }).last().boundingBox())!;
    expect(height).toBeGreaterThanOrEqual(44);
    await page.setViewportSize({ width: 390, height: 460 });
    await expect.poll(async () => (await dialog(page).boundingBox())!.height).toBe(460);
    const composer = (await page.locator('.composer').boundingBox())!;
    expect(composer.y + composer.height).toBeLessThanOrEqual(460);
    await page.getByRole('button', { name: 'Fechar conversa' }).last().tap();
    expect(await dialog(page).count()).toBe(0);
  });
});

describe('the panel', () => {
  it('shows when it cannot be loaded, and opens on the next click', async () => {
    const page = await visit();
    site.panelIsDown = true;
    await launcher(page).click();
    await page.getByText('Não consegui responder agora.').waitFor();
    expect(await launcher(page).getAttribute('aria-expanded')).toBe('false');
    site.panelIsDown = false;
    await open(page);
    expect(complaints).toEqual([]);
  });

  it('has no animations with reduced motion', async () => {
    const page = await visit('/', { reducedMotion: 'reduce' });
    await open(page);
    site.scenes.push({ kind: 'answer', pieces: Array(20).fill('mais '), pauseMs: 50 });
    await ask(page, 'Conte');
    await page.locator('.caret').waitFor();
    expect(await page.locator('.panel').evaluate((panel) => panel.getAnimations({ subtree: true }).length)).toBe(0);
  });

  it('can be mounted inline, updated, destroyed and mounted again', async () => {
    site.pages.set('/inline', {
      csp: false,
      scripts: 0,
      body: '<div id="host" style="height:500px;width:400px"></div><script type="module" src="/inline.js"></script>',
    });
    site.files.set(
      '/inline.js',
      `import { mount, renderExchange } from '${site.home}/w/whole.js';
      window.done = [];
      window.draw = (appearance) => {
        const into = document.getElementById('host');
        const options = { into, api: '${site.home}/api', contextId: '${CONTEXT_ID}', appearance, layout: 'inline' };
        mount(options).destroy();
        const headers = () => ({ Authorization: 'Bearer me' });
        const on = ({ event, detail }) => event === 'answer' && window.done.push(detail);
        window.mounted = mount({ ...options, headers, on, remember: false, demo: 'd1' });
      };
      window.tell = (exchange, appearance) => document.body.appendChild(renderExchange(exchange, appearance));`,
    );
    const page = await visit('/inline');
    const call = (name: string, ...given: unknown[]) =>
      page.evaluate(
        ([called, args]) => void (window as unknown as Record<string, (...all: unknown[]) => void>)[called]!(...args),
        [name, given] as const,
      );
    await call('draw', site.appearance);
    const region = page.getByRole('region', { name: 'Lia' });
    expect(await region.boundingBox()).toMatchObject({ width: 400, height: 500 });
    site.scenes.push(delivery);
    await ask(page, 'Vocês entregam?');
    await answered(page);
    expect(site.questions[0]!.demo).toBe('d1');
    expect(site.shown).toEqual(['Bearer me']);
    expect(await storedVisit(page)).toBeNull();
    const done = () => page.evaluate(() => (window as unknown as { done: unknown[] }).done);
    await expect.poll(done).toEqual([
      {
        conversationId: expect.any(String),
        messageId: site.questions[0]!.messageId,
        outcome: 'answered',
        grounded: true,
        sources,
      },
    ]);

    const changed = { ...site.appearance, botName: 'Bia', colors: { ...site.appearance.colors, primary: '#7a1fa2' } };
    await page.evaluate((next) => (window as unknown as { mounted: Mounted }).mounted.update(next), changed);
    await page.getByRole('region', { name: 'Bia' }).waitFor();
    const avatar = page.locator('.exchange .avatar');
    expect(await avatar.innerText()).toBe('B');
    expect(await avatar.evaluate((element) => getComputedStyle(element).backgroundColor)).toBe('rgb(122, 31, 162)');
    expect(await answers(page).count()).toBe(1);

    const exchange = { question: 'E trocas?', answer: 'Em **7 dias**.', grounded: true, sources, links: [] };
    await call('tell', exchange, site.appearance);
    const lastExchange = page.locator('.alone .exchange');
    expect(await lastExchange.locator('.answer').innerText()).toBe('Em 7 dias.');
    await lastExchange.getByRole('button', { name: 'Entregas' }).click();
    expect(await lastExchange.locator('.card').innerText()).toContain('Até 3 dias úteis.');
    expect(complaints).toEqual([]);
  });
});
