import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { run } from 'axe-core';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { initialAppearance, type WidgetAppearance } from '../../src/shared/appearance.ts';
import type { Preview, PreviewScene } from '../../src/widget/preview.ts';
import { launchChromium } from './browser.ts';
import { type Scene, setStage, type Stage } from './stage.ts';

let stage: Stage;
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
const told: Scene = {
  kind: 'answer',
  pieces: ['Sim:\n\n- *2* dias\n- `AURORA`\n\n```\nCEP\n```\n\n[veja](https://x.example/e)'],
  sources: [{ contentId: '1', title: 'Entregas', url: 'https://x.example/e', excerpt: 'Até 3 dias úteis.' }],
  person: { email: 'oi@aurora.example' },
};

beforeAll(async () => {
  stage = await setStage();
  browser = await launchChromium();
  axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
  stage.feedback = true;
  stage.pages.set('/', { csp: false });
  stage.pages.set('/preview', {
    csp: false,
    scripts: 0,
    body: '<main><h1>Loja</h1><input aria-label="Nome"><div id="box" style="width:600px;height:700px"></div></main><script type="module" src="/preview.js"></script>',
  });
  stage.files.set(
    '/preview.js',
    `import { mountPreview } from '${stage.home}/w/whole.js';
    window.draw = (options) => (window.preview = mountPreview({ into: document.getElementById('box'), host: '${stage.home}', ...options }));`,
  );
});
afterAll(async () => {
  await browser?.close();
  await stage?.close();
});

/** Opens a page, runs `walk` on it and closes it. */
async function visiting(path: string, walk: (page: Page) => Promise<void>, options: BrowserContextOptions = {}) {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 900 },
    reducedMotion: 'reduce',
    ...options,
  });
  const page = await context.newPage();
  await page.goto(stage.site + path);
  await walk(page);
  await context.close();
}

/** Returns the serious and critical violations that axe finds, with their elements. */
async function faultsOf(page: Page): Promise<string[]> {
  await page.evaluate(axe);
  return page.evaluate(async () => {
    const { run: look } = (window as unknown as { axe: { run: typeof run } }).axe;
    const { violations } = await look(document);
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
  ] as [string, Partial<WidgetAppearance>, BrowserContextOptions][])('%s', async (_, looks, options) => {
    stage.appearance = { ...full(), ...looks };
    await visiting(
      '/',
      async (page) => {
        const faults: string[] = [];
        const look = async (state: string) => {
          for (const fault of await faultsOf(page)) faults.push(`${state}: ${fault}`);
        };
        await page.locator('.launcher').waitFor();
        await look('closed');
        await page.locator('.launcher').click();
        await page.locator('textarea').waitFor();
        await look('empty');
        stage.scenes.push(told, { kind: 'answer', pieces: Array(40).fill('mais '), pauseMs: 100 });
        await ask(page, 'Vocês entregam?');
        await page.locator('.thumb').first().click();
        await page.locator('.chip').click();
        await look('in conversation');
        await ask(page, 'E agora?');
        await page.locator('.caret').waitFor();
        await look('answering');
        await page.getByRole('button', { name: 'Parar resposta' }).click();
        stage.scenes.push({ kind: 'refuse', status: 503, code: 'unavailable', message: 'x' });
        await ask(page, 'E então?');
        await page.locator('.notice').last().waitFor();
        await look('failed');
        await page.getByRole('button', { name: 'Nova conversa' }).click();
        await page.getByRole('button', { name: 'Suas conversas' }).click();
        await look('past');
        await page.getByRole('listitem').getByRole('button').click();
        await page.getByRole('group', { name: 'Isso ajudou?' }).getByRole('button', { name: 'Não' }).click();
        await look('not helped');
        expect(faults).toEqual([]);
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
      stage.requests.length = 0;
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
          if (saying[scene]) await page.locator('.notice').getByText(saying[scene]).waitFor();
          const shown = (await (scene === 'closed' ? page.locator('.launcher') : panel).boundingBox())!;
          expect(shown.x >= box.x && shown.y >= box.y).toBe(true);
          expect(shown.x + shown.width <= box.x + box.width && shown.y + shown.height <= box.y + box.height).toBe(true);
          if (phone && scene !== 'closed') expect(shown).toEqual(box);
          // The form next to the preview stays accessible.
          expect(await panel.getAttribute('aria-modal')).toBeNull();
          expect(await page.evaluate(() => document.activeElement?.nodeName)).toBe('INPUT');
        }
      }
      expect(stage.requests).toEqual([]);
      expect(await page.evaluate(() => localStorage.length)).toBe(0);
    });
  });

  it('updates in place while typing, and answers with the example', async () => {
    await visiting('/preview', async (page) => {
      await page.waitForFunction('window.draw');
      await draw(page, 'conversation');
      await page.locator('.exchange .actions').waitFor();
      const looks = { ...full(), botName: 'Bia', exampleAnswer: 'Amanhã.' };
      await change(page, {
        ...looks,
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
      await change(page, { ...looks, type: 'box', messages: { ...looks.messages, open: 'Fale com a gente' } });
      expect(await page.locator('.launcher').innerText()).toBe('Fale com a gente');
      await page.locator('.launcher').click();
      expect(await page.locator('.panel').isVisible()).toBe(true);
      await page.evaluate(() => (window as unknown as { preview: Preview }).preview.destroy());
      expect(await page.locator('.launcher').count()).toBe(0);
    });
  });
});
