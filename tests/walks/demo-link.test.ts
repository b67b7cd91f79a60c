import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { apiCaller, signInAs } from '../pictures/people.ts';
import { onPage } from '../support/browser.ts';
import { sharedDemo } from './walk-setup.ts';

const setup = sharedDemo();
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true };

/** A long answer, which is not stored. */
const answer = (
  [
    ['conversation', { id: randomUUID() }],
    ['delta', { text: 'Entregamos.\n\n'.repeat(20) }],
  ] as const
)
  .map(([event, data]) => `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`)
  .join('');
const end = () => ({ messageId: randomUUID(), outcome: 'answered', grounded: false, links: [] });

it('keeps the field for questions in view below a long conversation', async () => {
  const { accessToken } = await signInAs(setup.url, 'demo@prosa.local', 'Prosa#2026');
  const call = apiCaller(setup.url, accessToken);
  const [context] = await call<{ id: string }[]>('GET', '/sessions/me/contexts');
  const { id } = await call('POST', '/demo-links', { contextId: context!.id });
  await onPage(
    setup.browser,
    'demo-link',
    async (page) => {
      await page.route('**/messages', (route) =>
        route.fulfill({
          contentType: 'text/event-stream',
          body: `${answer}event: done\ndata: ${JSON.stringify(end())}\n\n`,
        }),
      );
      await page.goto(`${setup.url}/preview/${id}`);
      const field = page.getByRole('textbox', { name: 'Escreva sua pergunta' });
      for (const question of ['Vocês entregam?', 'E aos sábados?']) {
        await field.fill(question);
        await field.press('Enter');
        await page.getByText('Entregamos.').last().waitFor();
      }
      const { y, height } = (await field.boundingBox())!;
      expect(y + height).toBeLessThan(PHONE.viewport.height);
      expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBe(PHONE.viewport.height);
    },
    PHONE,
  );
  await call('DELETE', `/demo-links/${id}`);
}, 120_000);
