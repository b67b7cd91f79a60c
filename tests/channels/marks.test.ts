import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { messagesWithOptions } from '../../src/server/channels/whatsapp/compose.ts';
import { cutText, shortened, withMarks } from '../../src/server/channels/whatsapp/marks.ts';
import { readPayload } from '../../src/server/channels/whatsapp/payload.ts';
import { understand } from '../../src/server/channels/whatsapp/understand.ts';
import { refusalOf } from '../support/whatsapp/limits.ts';

const words = fc.array(
  fc.oneof(fc.string({ unit: 'grapheme', maxLength: 60 }), fc.constantFrom('. ', '\n', '\n\n', ' ', '😀')),
  {
    maxLength: 80,
  },
);
const texts = words.map((parts) => parts.join(''));

describe('a text', () => {
  it('is cut into parts that Meta takes, and loses nothing but the spaces between them', () => {
    fc.assert(
      fc.property(texts, fc.integer({ min: 20, max: 300 }), (text, max) => {
        const parts = cutText(text, max);
        for (const part of parts) {
          expect(part.length).toBeLessThanOrEqual(max);
          expect(part).toBe(part.trim());
          expect(part.isWellFormed()).toBe(true);
        }
        expect(parts.join('').replace(/\s/g, '')).toBe(text.replace(/\s/g, ''));
      }),
    );
  });

  it('is cut after a paragraph, a sentence or a word, as far down as possible', () => {
    expect(cutText('Um. Dois.\n\nTrês quatro cinco.', 18)).toEqual(['Um. Dois.', 'Três quatro cinco.']);
    expect(cutText('Um dois três. Quatro cinco.', 20)).toEqual(['Um dois três.', 'Quatro cinco.']);
    expect(cutText('a'.repeat(25), 10)).toEqual(['a'.repeat(10), 'a'.repeat(10), 'a'.repeat(5)]);
  });

  it('is shortened after a whole word', () => {
    expect(shortened('Quanto custa o corte feminino?', 24)).toBe('Quanto custa o corte…');
    fc.assert(fc.property(texts, (text) => shortened(text, 24).length <= 24 && shortened(text, 24).isWellFormed()));
  });

  it.each([
    ['**Preço**: *bom*', '*Preço*: _bom_'],
    ['## Trocas', '*Trocas*'],
    ['* um\n* dois', '- um\n- dois'],
    ['Veja [o guia](https://loja.com.br/guia).', 'Veja o guia: https://loja.com.br/guia.'],
    ['| Dia | Hora |\n|---|---|\n| seg | 9h |', 'Dia – Hora\nseg – 9h'],
    ['~~antes~~ 5 * 3 * 2', '~antes~ 5 * 3 * 2'],
    ['```js\na ** b\n```', '```a ** b\n```'],
    ['um<br>dois', 'um\ndois'],
  ])('%j becomes %j', (markdown, marks) => expect(withMarks(markdown)).toBe(marks));
});

it('makes messages that Meta takes of any text and options', () => {
  const option = fc.record({
    id: fc.uuid(),
    label: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 200 }).filter((one) => one.trim() !== ''),
  });
  const options = fc.uniqueArray(option, { maxLength: 12, selector: ({ label }) => label.trim() });
  fc.assert(
    fc.property(texts, options, (text, offered) => {
      for (const body of messagesWithOptions(text, offered)) {
        const message = { messaging_product: 'whatsapp', to: '5511999990000', ...body };
        expect(refusalOf(message, Date.now() / 1_000), JSON.stringify(body)).toBeNull();
      }
    }),
  );
});

it('reads any body and any message without failing', () => {
  fc.assert(fc.property(fc.json(), (body) => void readPayload(Buffer.from(body))));
  fc.assert(fc.property(fc.uint8Array(), (body) => void readPayload(Buffer.from(body))));
  const type = fc.constantFrom('text', 'interactive', 'location', 'contacts', 'image', 'button', 'audio', 'x');
  const value = fc.anything();
  const message = fc.record({
    type,
    text: value,
    interactive: value,
    location: value,
    contacts: value,
    image: value,
    button: value,
  });
  fc.assert(fc.property(message, (payload) => typeof understand(payload).kind === 'string'));
});
