import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { run } from 'axe-core';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { initialAppearance, type WidgetAppearance } from '../../src/shared/appearance.ts';
import type { Preview, PreviewScene } from '../../src/widget/preview.ts';
import { sharedBrowser } from '../support/browser.ts';
import { type Scene, startTestSite, type TestSite } from './test-site.ts';

let site: TestSite;
let browser: Browser;
let axe: string;

const PICTURE = '0198a1b2-0000-7000-8000-0000000000aa';
const DARK: WidgetAppearance['colors'] = {
  primary: '#2CCB98',
  onPrimary: '#06261D',
  ground: '#1A2028',
  text: '#E9EEF3',
  botBubble: '#222A34',
  userBubble: '#2CCB98',
  onUserBubble: '#06261D',
};
const full = (): WidgetAppearance => ({
  ...initialAppearance('Lia', 'Cafeteria Aurora'),
  person: { email: 'oi@aurora.example', whatsapp: '5511999990000' },
  exampleQuestion: 'Qual é o prazo?',
  exampleAnswer: 'De 2 a 5 dias úteis.',
  suggestions: ['Vocês abrem aos domingos?', 'Tem frete grátis?'],
  consent: { text: 'Não envie dados pessoais.', url: 'https://aurora.example/privacidade' },
});
const richAnswer: Scene = {
  kind: 'answer',
  pieces: ['Sim:\n\n- *2* dias\n- `AURORA`\n\n```\nCEP\n```\n\n[veja](https://x.example/e)'],
  sources: [{ contentId: '1', title: 'Entregas', url: 'https://x.example/e', excerpt: 'Até 3 dias úteis.' }],
  person: { email: 'oi@aurora.example' },
};

beforeAll(async () => {
  site = await startTestSite();
  browser = await sharedBrowser();
  axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
  site.feedback = true;
  site.pages.set('/', { csp: false });
  site.pages.set('/preview', {
    csp: false,
    scripts: 0,
    body: '<main><h1>Loja</h1><input aria-label="Nome"><div id="box" style="width:600px;height:700px"></div></main><script type="module" src="/preview.js"></script>',
  });
  site.files.set(
    '/preview.js',
    `import { mountPreview } from '${site.home}/w/whole.js';
    window.draw = (options) => (window.preview = mountPreview({ into: document.getElementById('box'), host: '${site.home}', ...options }));`,
  );
});
afterAll(async () => {
  await site?.close();
});

/** Opens a page, runs `walk` on it and closes it. */
async function visiting(path: string, walk: (page: Page) => Promise<void>, options: BrowserContextOptions = {}) {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 900 },
    reducedMotion: 'reduce',
    ...options,
  });
  const page = await context.newPage();
  await page.goto(site.site + path);
  await walk(page);
  await context.close();
}

/** Returns the serious and critical violations that axe finds, with their elements. */
async function violationsOf(page: Page): Promise<string[]> {
  await page.evaluate(axe);
  return page.evaluate(async () => {
    const { run: runAxe } = (window as unknown as { axe: { run: typeof run } }).axe;
    const { violations } = await runAxe(document);
    return violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`));
  });
}

const ask = async (page: Page, question: string) => {
  await page.locator('textarea').fill(question);
  await page.locator('textarea').press('Enter');
};

describe('has no serious accessibility violations', () => {
  it.each([
    ['light, on a desk', {}, {}],
    ['dark, on a phone', { colors: DARK }, { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }],
    ['as a box, with pictures', { type: 'box', images: { open: PICTURE, ai: PICTURE, user: PICTURE } }, {}],
  ] as [string, Partial<WidgetAppearance>, BrowserContextOptions][])('%s', async (_, overrides, options) => {
    site.appearance = { ...full(), ...overrides };
    await visiting(
      '/',
      async (page) => {
        const violations: string[] = [];
        const check = async (state: string) => {
          for (const fault of await violationsOf(page)) violations.push(`${state}: ${fault}`);
        };
        await page.locator('.launcher').waitFor();
        await check('closed');
        await page.locator('.launcher').click();
        await page.locator('textarea').waitFor();
        await check('empty');
        site.scenes.push(richAnswer, { kind: 'answer', pieces: Array(40).fill('mais '), pauseMs: 100 });
        await ask(page, 'Vocês entregam?');
        await page.locator('.thumb').first().click();
        await page.locator('.chip').click();
        await check('in conversation');
        await ask(page, 'E agora?');
        await page.locator('.caret').waitFor();
        await check('answering');
        await page.getByRole('button', { name: 'Parar resposta' }).click();
        site.scenes.push({ kind: 'refuse', status: 503, code: 'unavailable', message: 'x' });
        await ask(page, 'E então?');
        await page.locator('.notice').last().waitFor();
        await check('failed');
        await page.getByRole('button', { name: 'Nova conversa' }).click();
        await page.getByRole('button', { name: 'Suas conversas' }).click();
        await check('past');
        await page.getByRole('listitem').getByRole('button').click();
        await page.getByText('Resposta interrompida.').waitFor();
        await check('interrupted');
        // Only a conversation that ends with a whole answer is asked about.
        await page.getByRole('button', { name: 'Tentar de novo' }).click();
        await page.getByRole('status').getByText('Olá, tudo bem.').waitFor();
        await page.keyboard.press('Escape');
        await page.locator('.launcher').click();
        await page.getByRole('group', { name: 'Isso ajudou?' }).getByRole('button', { name: 'Não' }).click();
        await check('not helped');
        expect(violations).toEqual([]);
      },
      options,
    );
  });
});

describe('the preview', () => {
  const draw = (page: Page, scene: PreviewScene, more: object = {}) =>
    page.evaluate((options) => void (window as unknown as { draw(options: object): void }).draw(options), {
      appearance: full(),
      scene,
      ...more,
    });
  const change = (page: Page, appearance: WidgetAppearance) =>
    page.evaluate((next) => (window as unknown as { preview: Preview }).preview.update(next), appearance);

  it('shows every scene within its box, without requests, storage or focus changes', async () => {
    await visiting('/preview', async (page) => {
      await page.waitForFunction('window.draw');
      site.requests.length = 0;
      const box = (await page.locator('#box').boundingBox())!;
      const saying: Partial<Record<PreviewScene, string>> = {
        error: 'Não consegui responder agora. Tente de novo em instantes.',
        offline: 'Parece que você está sem internet.',
        deactivated: 'Voltamos na segunda.',
      };
      await page.locator('input').focus();
      for (const phone of [false, true]) {
        for (const scene of ['closed', 'empty', 'conversation', 'error', 'offline', 'deactivated'] as const) {
          await draw(page, scene, { phone, sentence: 'Voltamos na segunda.', feedback: true });
          const panel = page.locator('.panel');
          expect(await panel.isVisible()).toBe(scene !== 'closed');
          if (scene === 'conversation') await page.getByRole('button', { name: 'Resposta útil' }).waitFor();
          if (saying[scene]) await page.locator('.below').getByText(saying[scene]).waitFor();
          const shown = (await (scene === 'closed' ? page.locator('.launcher') : panel).boundingBox())!;
          expect(shown.x >= box.x && shown.y >= box.y).toBe(true);
          expect(shown.x + shown.width <= box.x + box.width && shown.y + shown.height <= box.y + box.height).toBe(true);
          if (phone && scene !== 'closed') expect(shown).toEqual(box);
          // The form next to the preview stays accessible.
          expect(await panel.getAttribute('aria-modal')).toBeNull();
          expect(await page.evaluate(() => document.activeElement?.nodeName)).toBe('INPUT');
        }
      }
      expect(site.requests).toEqual([]);
      expect(await page.evaluate(() => localStorage.length)).toBe(0);
    });
  });

  it('names the company in the header unless the assistant has its name', async () => {
    await visiting('/preview', async (page) => {
      await page.waitForFunction('window.draw');
      await draw(page, 'empty');
      await page.getByText('Assistente virtual · Cafeteria Aurora').waitFor();
      await change(page, { ...full(), botName: 'Cafeteria Aurora' });
      await page.getByText('Assistente virtual', { exact: true }).waitFor();
    });
  });

  it('updates in place while typing, and answers with the example', async () => {
    await visiting('/preview', async (page) => {
      await page.waitForFunction('window.draw');
      await draw(page, 'conversation');
      await page.locator('.exchange .actions').waitFor();
      const appearance = { ...full(), botName: 'Bia', exampleAnswer: 'Amanhã.' };
      await change(page, {
        ...appearance,
        side: 'top-left',
        type: 'box',
        colors: DARK,
        images: { open: null, ai: PICTURE, user: null },
      });
      await page.getByRole('dialog', { name: 'Bia' }).waitFor();
      expect(await page.locator('.exchange').count()).toBe(1);
      expect(await page.locator('.exchange img').count()).toBe(1);
      expect(await page.locator('.panel').evaluate((panel) => getComputedStyle(panel).backgroundColor)).toBe(
        'rgb(26, 32, 40)',
      );
      await ask(page, 'Quando chega?');
      await page.locator('.exchange').nth(1).getByText('Amanhã.').waitFor();
      await page.getByRole('button', { name: 'Fechar conversa' }).last().click();
      expect(await page.locator('.panel').isVisible()).toBe(false);
      await change(page, {
        ...appearance,
        type: 'box',
        messages: { ...appearance.messages, open: 'Fale com a gente' },
      });
      expect(await page.locator('.launcher').innerText()).toBe('Fale com a gente');
      await page.locator('.launcher').click();
      expect(await page.locator('.panel').isVisible()).toBe(true);
      await page.evaluate(() => (window as unknown as { preview: Preview }).preview.destroy());
      expect(await page.locator('.launcher').count()).toBe(0);
    });
  });
});
