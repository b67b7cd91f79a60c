// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import { initialAppearance } from '../../src/shared/appearance.ts';
import { avatarsOf } from '../../src/widget/avatars.ts';
import { drawIntro } from '../../src/widget/intro.ts';

const appearance = initialAppearance('Empório', 'Empório');
const message = { text: 'Usamos seus dados para responder.', url: '', version: '1' };

/** Returns what the first view offers, and what a click on each asks. */
function offersOf(options: Parameters<typeof drawIntro>[0], change: Partial<typeof appearance> = {}) {
  const asked: string[] = [];
  const intro = drawIntro(options, { ask: (question) => asked.push(question), readAgain: () => undefined });
  const shown = { ...appearance, ...change };
  intro.applyAppearance(shown, avatarsOf(shown, 'https://prosa.test'));
  for (const button of intro.element.querySelectorAll('button')) button.click();
  return { text: intro.element.querySelector('.offers')!.textContent, asked };
}

it('offers what it can help with, questions, and the way to a person', () => {
  const suggestions = ['Quanto custa o frete?', 'Aceitam Pix?'];
  const topics = 'Posso ajudar com entregas e trocas.';
  const { text, asked } = offersOf({ topics, talk: true }, { suggestions });
  expect(text).toBe(`${topics}${suggestions.join('')}Falar com uma pessoa`);
  expect(asked).toEqual([...suggestions, 'Falar com uma pessoa']);
});

it.each([
  ['visitors may call one', { talk: true }, {}],
  ['visitors may leave a message', { message }, {}],
  ['the contents state how to reach one', { hasContact: true }, {}],
  ['there is a WhatsApp', {}, { person: { email: '', whatsapp: '5535999990000' } }],
  ['there is an email', {}, { person: { email: 'oi@loja.com.br', whatsapp: '' } }],
])('leads to a person if %s', (_, options, change) => {
  expect(offersOf(options, change).asked).toEqual(['Falar com uma pessoa']);
});

it('leads nowhere without one', () => {
  expect(offersOf({ message: null, talk: false }).asked).toEqual([]);
});
