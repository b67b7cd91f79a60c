import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { onPage } from '../support/browser.ts';
import { signIn } from '../walks/steps.ts';
import { setUpWalk } from '../walks/walk-setup.ts';

const setup = setUpWalk();

const at = (page: Page, path: string) => page.goto(setup.url + path);
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const question = (page: Page) => page.getByRole('textbox', { name: 'Pergunta', exact: true });
const answer = (page: Page) => page.getByRole('textbox', { name: 'Resposta', exact: true });

/** Returns the id of the first context, read from a response to the signed-in page. */
async function contextOf(page: Page): Promise<string> {
  const called = page.waitForResponse((response) => response.url().endsWith('/api/sessions/me/contexts'));
  await at(page, '/knowledge-gaps');
  return ((await (await called).json()) as { id: string }[])[0]!.id;
}

/** Asks as a visitor without a session. */
async function askAsVisitor(contextId: string, text: string): Promise<void> {
  const answered = await fetch(`${setup.url}/api/widgets/${contextId}/messages`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ question: text, messageId: randomUUID(), visitorToken: randomUUID() }),
  });
  expect(answered.status).toBe(200);
  await answered.text();
}

it('groups unanswered questions into a gap, asks them again after an answer, and shows improved and worse answers', async () => {
  await onPage(setup.browser, 'gaps', async (page) => {
    await signIn(page, setup.url);
    const contextId = await contextOf(page);
    for (const text of ['Vocês alugam guarda-chuva?', 'Dá para alugar um guarda-chuva?']) {
      await askAsVisitor(contextId, text);
    }
    await askAsVisitor(contextId, 'Vocês têm aula de violino?');

    // Both wordings are one gap; its answer is drafted, saved and tested with both.
    await at(page, '/knowledge-gaps');
    const row = page.getByRole('row').filter({ hasText: 'guarda-chuva' });
    await row.waitFor();
    expect(await row.count()).toBe(1);
    await row.getByRole('link').first().click();
    await button(page, 'Escrever resposta').click();
    await page.getByText(/Rascunho|Nada na sua base/).waitFor();
    await question(page).fill('Vocês alugam guarda-chuva?');
    await answer(page).fill('Sim, o aluguel do guarda-chuva custa R$ 10 por dia.');
    await button(page, 'Salvar resposta').click();
    await page.getByText('2 de 2 respondidas').waitFor();
    await at(page, '/knowledge-gaps?state=resolved');
    await page.getByRole('row').filter({ hasText: 'guarda-chuva' }).waitFor();

    // The other question is answered from its conversation, which shows both answers side by side.
    await at(page, '/knowledge-gaps');
    await page.getByRole('link', { name: 'Vocês têm aula de violino?' }).click();
    await page.getByRole('listitem').getByRole('link', { name: 'Vocês têm aula de violino?' }).click();
    await button(page, 'Melhorar resposta').click();
    await answer(page).fill('Sim, temos aula de violino às terças.');
    await button(page, 'Salvar resposta').click();
    const improved = page.getByRole('region', { name: 'Resposta melhorada' });
    await improved.getByText('Sim, temos aula de violino às terças.').waitFor();
    await improved.getByText('Antes').waitFor();

    // A test question whose answer gets worse shows both answers.
    await at(page, '/test-questions');
    await page.getByRole('link', { name: 'Adicionar pergunta' }).click();
    await question(page).fill('Vocês têm aula de violino?');
    await page.getByLabel('A resposta deve conter').fill('as tercas');
    await page.getByRole('dialog').getByRole('button', { name: 'Adicionar pergunta' }).click();
    await page.getByRole('cell', { name: 'Acertou' }).waitFor();
    await at(page, '/knowledge-base/content?search=violino');
    await page
      .getByRole('link', { name: /violino/ })
      .first()
      .click();
    await answer(page).fill('Sim, temos aula de violino aos sábados.');
    await button(page, /^Salvar/).click();
    await at(page, '/test-questions');
    const worse = page.getByRole('region', { name: 'O que piorou' });
    await worse.getByText('Sim, temos aula de violino às terças.').waitFor();
    await worse.getByText('Sim, temos aula de violino aos sábados.').waitFor();
  });
}, 90_000);
