import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { run } from 'axe-core';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { initialAppearance, type WidgetAppearance } from '../../src/shared/appearance.ts';
import { sharedBrowser } from '../support/browser.ts';
import { type Scene, startTestSite, type TestSite } from './test-site.ts';

let site: TestSite;
let browser: Browser;
let axe: string;

const DARK: WidgetAppearance['colors'] = {
  primary: '#2CCB98',
  onPrimary: '#06261D',
  ground: '#1A2028',
  text: '#E9EEF3',
  botBubble: '#222A34',
  userBubble: '#2CCB98',
  onUserBubble: '#06261D',
};
const TERMS = { text: 'Concordo que a Cafeteria use estes dados.', url: 'https://aurora.example/lgpd', version: 'v1' };
const unknown: Scene = { kind: 'answer', pieces: ['Isso eu não sei.'], grounded: false };
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

beforeAll(async () => {
  site = await startTestSite();
  browser = await sharedBrowser();
  axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
  site.pages.set('/', {});
});
afterAll(async () => {
  await site?.close();
});

/** Opens the chat, asks a question that the assistant cannot answer, and runs `walk`. */
async function asking(
  walk: (page: Page) => Promise<void>,
  options: BrowserContextOptions = {},
  scene: Scene = unknown,
) {
  site.message = TERMS;
  site.left.length = 0;
  site.scenes.push(scene);
  // Axe is added to the page, which a content security policy would refuse.
  const context = await browser.newContext({ reducedMotion: 'reduce', bypassCSP: true, ...options });
  const page = await context.newPage();
  await page.goto(site.site);
  await page.locator('.launcher').click();
  await page.locator('textarea').fill('Vocês consertam bicicletas?');
  await page.locator('textarea').press('Enter');
  await page.locator('.exchange').waitFor();
  await walk(page);
  await context.close();
}

const opener = (page: Page) => page.getByRole('button', { name: 'Deixar um recado' });
const form = (page: Page) => page.getByRole('form', { name: 'Deixar um recado' });
const field = (page: Page, name: string) => form(page).getByLabel(name, { exact: true });
const send = (page: Page) => form(page).getByRole('button', { name: 'Enviar recado' });
const focused = (page: Page) =>
  page.evaluate(() => {
    let active = document.activeElement;
    while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement;
    return active?.id.replace(/^recado-\d+-/, '') || active?.className || active?.nodeName;
  });

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

describe('the form to leave a message', () => {
  it('loads on demand, and sends the message and the consent', async () => {
    site.requests.length = 0;
    await asking(async (page) => {
      await opener(page).waitFor();
      expect(site.requests.some((request) => request.includes('message-form'))).toBe(false);
      await opener(page).click();
      await form(page).waitFor();
      expect(await focused(page)).toBe('name');
      expect(await field(page, 'Recado').inputValue()).toBe('Vocês consertam bicicletas?');
      expect(await form(page).getByRole('checkbox').isChecked()).toBe(false);
      expect(await form(page).getByRole('link').getAttribute('href')).toBe(TERMS.url);
      await field(page, 'Nome').fill('Ana');
      await field(page, 'E-mail').fill(' ana@visitante.com.br ');
      await form(page).getByRole('checkbox').check();
      await field(page, 'Nome').press('Enter');
      await page.getByText('Recado enviado.').first().waitFor();
      expect(await focused(page)).toBe('sent');
      expect(await form(page).count()).toBe(0);
      expect(await opener(page).count()).toBe(0);
    });
    const [message] = site.left;
    expect(site.left).toHaveLength(1);
    expect(message).toMatchObject({
      name: 'Ana',
      email: 'ana@visitante.com.br',
      question: 'Vocês consertam bicicletas?',
      consentVersion: 'v1',
      website: '',
      conversationId: expect.stringMatching(/^conversa-/),
      visitorToken: site.questions.at(-1)?.visitorToken,
    });
    expect(message).not.toHaveProperty('whatsapp');
    expect(message?.messageId).toMatch(/^[\da-f-]{36}$/);
  });

  it('opens with the contact that the visitor has left, without consent', async () => {
    const contact = { name: 'Ana Paula', whatsapp: '84999990000' };
    const scene: Scene = { kind: 'answer', pieces: ['Confira seus dados:'], grounded: false, person: {}, contact };
    await asking(
      async (page) => {
        await form(page).waitFor();
        expect(await field(page, 'Nome').inputValue()).toBe(contact.name);
        expect(await field(page, 'WhatsApp').inputValue()).toBe(contact.whatsapp);
        expect(await form(page).getByRole('checkbox').isChecked()).toBe(false);
        expect(site.left).toEqual([]);
      },
      {},
      scene,
    );
  });

  it('shows at each field what is missing or was refused by the server', async () => {
    await asking(async (page) => {
      await opener(page).click();
      await send(page).click();
      expect(await focused(page)).toBe('name');
      const errors = () => form(page).locator('.entry .fault:not(:empty)').allInnerTexts();
      expect(await errors()).toEqual(['Informe seu nome', 'Informe um e-mail ou WhatsApp', 'Marque para enviar']);
      expect(await field(page, 'Nome').getAttribute('aria-invalid')).toBe('true');
      const described = await field(page, 'Nome').getAttribute('aria-describedby');
      expect(await form(page).locator(`#${described}`).innerText()).toBe('Informe seu nome');
      expect(site.left).toEqual([]);

      await field(page, 'Nome').fill('Ana');
      await field(page, 'WhatsApp').fill('12');
      await form(page).getByRole('checkbox').check();
      site.refusal = {
        code: 'invalid_input',
        message: 'Confira os campos.',
        errors: [{ field: 'whatsapp', code: 'invalid_whatsapp', message: 'Informe o número com DDD' }],
      };
      await send(page).click();
      await form(page).getByText('Informe o número com DDD').waitFor();
      expect(await errors()).toEqual(['Informe o número com DDD']);
      expect(await focused(page)).toBe('whatsapp');

      site.refusal = { code: 'rate_limited', message: 'Espere um pouco.' };
      await send(page).click();
      await form(page).getByRole('alert').getByText('Espere um pouco.').waitFor();

      const current = { text: 'Concordo com o novo texto.', url: '', version: 'v2' };
      site.refusal = { code: 'consent_changed', message: 'O texto mudou.', current };
      await send(page).click();
      await form(page).getByText('Concordo com o novo texto.').waitFor();
      expect(await form(page).getByRole('checkbox').isChecked()).toBe(false);
      expect(await form(page).getByRole('link').count()).toBe(0);
      await form(page).getByRole('checkbox').check();
      await send(page).click();
      await page.getByText('Recado enviado.').first().waitFor();
      expect(site.left.at(-1)).toMatchObject({ consentVersion: 'v2' });
      // Each attempt has the same message id.
      expect(new Set(site.left.map(({ messageId }) => messageId)).size).toBe(1);
    });
  });

  it('works with the keyboard only, keeps the focus in the panel, and hides its honeypot field', async () => {
    await asking(async (page) => {
      await opener(page).focus();
      await page.keyboard.press('Enter');
      await form(page).waitFor();
      const seen: (string | undefined)[] = [];
      for (let n = 0; n < 8; n++) {
        seen.push(await focused(page));
        await page.keyboard.press('Tab');
      }
      expect(seen).toEqual(expect.arrayContaining(['name', 'email', 'whatsapp', 'question', 'consent', 'main']));
      expect(seen).not.toContain('website');
      expect(await form(page).getByRole('textbox', { name: 'Site' }).count()).toBe(0);
      for (let n = 0; n < 20; n++) {
        await page.keyboard.press('Tab');
        expect(await page.evaluate(() => document.activeElement?.nodeName)).toBe('PROSA-CHAT');
      }
      await form(page).getByRole('button', { name: 'Cancelar' }).focus();
      await page.keyboard.press('Enter');
      expect(await form(page).count()).toBe(0);
      expect(await focused(page)).toBe('text-button');
    });
  });

  it.each([
    ['light, on a desk', {}, {}],
    ['dark, on a phone', { colors: DARK }, PHONE],
  ] as [string, Partial<WidgetAppearance>, BrowserContextOptions][])(
    'has no serious accessibility violations and fits: %s',
    async (_, overrides, options) => {
      site.appearance = { ...initialAppearance('Lia', 'Cafeteria Aurora'), ...overrides };
      await asking(async (page) => {
        await opener(page).click();
        await send(page).click();
        await form(page).getByText('Informe seu nome').waitFor();
        expect(await violationsOf(page)).toEqual([]);
        const panel = (await page.locator('.panel').boundingBox())!;
        const drawn = (await form(page).boundingBox())!;
        expect(drawn.x).toBeGreaterThanOrEqual(panel.x);
        expect(drawn.x + drawn.width).toBeLessThanOrEqual(panel.x + panel.width);
        expect(drawn.width).toBeGreaterThan(240);
        if (process.env.PICTURES)
          await page.screenshot({ path: `${process.env.PICTURES}/form-${'colors' in overrides}.png` });
      }, options);
    },
  );
});

describe('the button that opens it', () => {
  it('is also shown when an answer fails or the visitor wants a person, but not when messages are off', async () => {
    const failed: Scene = { kind: 'refuse', status: 429, code: 'limit_daily', message: 'Chega por hoje.' };
    await asking(
      async (page) => {
        await page.getByText('Chega por hoje.').first().waitFor();
        await opener(page).click();
        await field(page, 'Nome').fill('Ana');
        await field(page, 'WhatsApp').fill('11912345678');
        await form(page).getByRole('checkbox').check();
        await send(page).click();
        await page.getByText('Recado enviado.').first().waitFor();
        expect(site.left[0]).not.toHaveProperty('conversationId');
      },
      {},
      failed,
    );
    await asking(
      (page) => opener(page).waitFor(),
      {},
      { kind: 'answer', pieces: ['Claro!'], grounded: false, person: {} },
    );
    const known: Scene = { kind: 'answer', pieces: ['Sim.'] };
    await asking(
      async (page) => {
        await page.locator('.actions').waitFor();
        expect(await opener(page).count()).toBe(0);
      },
      {},
      known,
    );
    const expired: Scene = { kind: 'refuse', status: 410, code: 'link_expired', message: 'Este link expirou.' };
    await asking(
      async (page) => {
        await page.getByText('Este link expirou.').first().waitFor();
        expect(await opener(page).count()).toBe(0);
      },
      {},
      expired,
    );
    site.message = null;
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.goto(site.site);
    site.scenes.push(unknown);
    await page.locator('.launcher').click();
    await page.locator('textarea').fill('Oi?');
    await page.locator('textarea').press('Enter');
    await page.locator('.exchange .actions').waitFor();
    expect(await opener(page).count()).toBe(0);
    await context.close();
  });

  it('and a call for a person are offered again on the next page', async () => {
    const scene: Scene = { ...unknown, person: {}, handover: 'offered' };
    const ways = async (page: Page) => {
      await opener(page).waitFor();
      return page.getByRole('group', { name: 'Falar com uma pessoa' }).getByRole('button').allTextContents();
    };
    await asking(
      async (page) => {
        const offered = await ways(page);
        expect(offered).toContain('Falar com uma pessoa');
        await page.reload();
        await page.locator('.launcher').click();
        expect(await ways(page)).toEqual(offered);
      },
      {},
      scene,
    );
  });

  it('can be pressed again after the form failed to load', async () => {
    site.formIsDown = true;
    await asking(async (page) => {
      await opener(page).click();
      const again = page.getByRole('group', { name: 'Falar com uma pessoa' }).getByRole('button');
      await again.getByText('Tentar de novo').waitFor();
      site.formIsDown = false;
      await again.click();
      await form(page).waitFor();
    });
  });

  it('never renders the owner’s texts as HTML', async () => {
    await asking(async (page) => {
      const text = '<img src=x onerror="window.hit=1"><b>oi</b>';
      site.refusal = {
        code: 'consent_changed',
        message: text,
        current: { text, url: 'javascript:hit=1', version: '2' },
      };
      await opener(page).click();
      await field(page, 'Nome').fill(text);
      await field(page, 'E-mail').fill('a@b.example');
      await form(page).getByRole('checkbox').check();
      await send(page).click();
      await form(page).getByText('<b>oi</b>').first().waitFor();
      expect(await form(page).locator('img, b, a').count()).toBe(0);
      expect(await page.evaluate('window.hit')).toBeUndefined();
    });
  });
});
