import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { onPage } from '../support/browser.ts';
import { signIn } from '../walks/steps.ts';
import { setUpWalk } from '../walks/walk-setup.ts';

const setup = setUpWalk();
const PHONE = { viewport: { width: 390, height: 844 } };
const QUESTION = 'Vocês alugam trajes de mergulho?';
const ANSWER = 'Sim, alugamos por R$ 40 o dia.';

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const text = (page: Page, said: string | RegExp) => page.getByText(said).filter({ visible: true }).first();

async function write(page: Page, said: string): Promise<void> {
  const field = page.getByRole('textbox').filter({ visible: true }).last();
  await field.fill(said);
  await field.press('Enter');
}

/** Whether everything fits the width of the page. */
const fits = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth);

/** Opens a page with the assistant, in a window of its own. */
async function visit(page: Page, contextId: string): Promise<void> {
  const html = `<!doctype html><html lang="pt-BR"><meta name="viewport" content="width=device-width"><title>Loja</title>
    <h1>Loja</h1><script src="${setup.url}/w/${contextId}.js" async></script></html>`;
  await page.route('**/visita', (route) => route.fulfill({ contentType: 'text/html', body: html }));
  await page.goto(`${setup.url}/visita`);
  await button(page, 'Abrir conversa').click();
}

it('brings a visitor and a person together on two phones', { timeout: 240_000 }, async () => {
  await onPage(
    setup.browser,
    'handover',
    async (person) => {
      const errors: string[] = [];
      person.on('pageerror', (error) => errors.push(error.message));
      await signIn(person, setup.url);
      await person.goto(`${setup.url}/inbox`);
      await button(person, 'Ligar atendimento').click();
      await button(person, 'Salvar').click();
      await text(person, 'Atendimento salvo.').waitFor();
      await text(person, 'Ninguém na fila').waitFor();
      const contextId = await person.evaluate(
        async () =>
          (
            await (
              await fetch('/api/sessions/me/contexts', {
                headers: { authorization: `Bearer ${localStorage.getItem('accessToken')}` },
              })
            ).json()
          )[0].id as string,
      );

      const away = await setup.browser.newContext({ ...PHONE, locale: 'pt-BR', reducedMotion: 'reduce' });
      const visitor = await away.newPage();
      visitor.on('pageerror', (error) => errors.push(error.message));
      await visit(visitor, contextId);
      await write(visitor, QUESTION);
      await visitor.locator('.exchange .actions').first().waitFor();
      await write(visitor, 'Quero falar com um atendente');
      await text(visitor, /Você é o próximo/).waitFor();

      await expect.poll(() => person.title()).toMatch(/^\(1\) /);
      await person.getByRole('list', { name: 'Conversas' }).getByRole('button').first().click();
      await button(person, 'Ver resumo').click();
      const brief = person.getByRole('complementary', { name: 'Resumo' });
      await brief.locator('strong', { hasText: QUESTION }).waitFor();
      expect(await fits(person)).toBe(true);
      await button(person, 'Ver resumo').click();
      await button(person, 'Assumir').click();
      await text(visitor, /Você está falando com/).waitFor();
      await write(person, 'Oi! Já vejo para você.');
      await text(visitor, 'Oi! Já vejo para você.').waitFor();
      await write(visitor, 'Obrigada, eu espero');
      await text(person, 'Obrigada, eu espero').waitFor();
      await text(visitor, 'Lida').waitFor();
      expect(await fits(visitor)).toBe(true);

      // A reload resumes after the last message, with the panel as it was: nothing is lost or shown twice.
      await visitor.reload();
      await text(visitor, /Você está falando com/).waitFor();
      await button(visitor, 'Fechar conversa').last().click();
      await visitor.reload();
      await button(visitor, 'Abrir conversa').click();
      await text(visitor, /Você está falando com/).waitFor();
      await write(person, ANSWER);
      await text(visitor, ANSWER).waitFor();
      for (const said of ['Oi! Já vejo para você.', 'Obrigada, eu espero', ANSWER])
        expect(await visitor.locator('.bubble', { hasText: said }).count(), said).toBe(1);
      await button(person, 'Devolver ao assistente').click();
      await text(visitor, 'O assistente voltou a responder.').waitFor();
      await button(visitor, 'Sim').last().click();
      await text(visitor, 'Obrigado!').waitFor();

      // The page of the conversation shows both, and the gap has the person's answer.
      await person.goto(`${setup.url}/conversations`);
      await text(person, QUESTION).click();
      await person.waitForURL(/\/conversations\/[0-9a-f-]{36}/);
      await text(person, ANSWER).waitFor();
      expect(await fits(person)).toBe(true);
      await person.goto(`${setup.url}/knowledge-gaps`);
      await text(person, QUESTION).click();
      await button(person, 'Escrever resposta').click();
      await expect.poll(() => person.getByLabel('Resposta', { exact: true }).inputValue()).toContain(ANSWER);
      await text(person, /no Atendimento em/).waitFor();
      await person.keyboard.press('Escape');

      // A person joins a running conversation that nobody called them to.
      await write(visitor, 'Vocês abrem aos domingos?');
      await visitor.locator('.exchange .actions').last().waitFor();
      await person.goto(`${setup.url}/conversations`);
      await text(person, QUESTION).click();
      await button(person, 'Assumir conversa').click();
      await person.waitForURL(/\/inbox\?conversation=/);
      await text(visitor, /Você está falando com/).waitFor();
      expect(errors).toEqual([]);
      await away.close();
    },
    PHONE,
  );
});
