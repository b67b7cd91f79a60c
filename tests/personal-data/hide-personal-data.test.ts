import { describe, expect, it } from 'vitest';
import { openPersonalData } from '../../src/server/personal-data/hide-personal-data.ts';
import { HELD_OUT, innocentTexts, peopleOf, type Person, WRITINGS } from './people.ts';

/** Digits without what separates them, letters without accents. */
const readable = (text: string) =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/(?<=[\da-z])[\s.\-/()+,º]+(?=[\da-z])/g, '');

const hiddenBy = ({ name }: Person, text: string) => openPersonalData([name]).hide(text);

/** The texts in which a value can still be read. */
const readIn = (writings: typeof WRITINGS, people: readonly Person[]) =>
  people.flatMap((person) =>
    writings.flatMap((write) => {
      const { text, secrets } = write(person);
      const hidden = hiddenBy(person, text);
      return secrets.some((secret) => readable(hidden).includes(readable(secret))) ? [`${text} → ${hidden}`] : [];
    }),
  );

describe('personal data', () => {
  it('of 1,000 people in 20 writings cannot be read once hidden, and comes back whole', () => {
    const people = peopleOf(20_261_127, 1_000);
    expect(readIn(WRITINGS, people)).toEqual([]);
    for (const person of people) {
      for (const write of WRITINGS) {
        const keeper = openPersonalData([person.name]);
        const { text } = write(person);
        const filter = keeper.reveal();
        expect(filter.push(keeper.hide(text)) + filter.end()).toBe(text);
      }
    }
  });

  it('cannot be read in ten writings that were kept aside', () => {
    expect(readIn(HELD_OUT, peopleOf(7, 1_000))).toEqual([]);
  });

  it.each([
    ['a rosa é branca?', 'a rosa é branca?'],
    ['sou a rosa', 'sou a [nome 1]'],
    ['rosa branca', '[nome 1]'],
    ['não recebi o pedido, meu número é 84999990000', 'não recebi o pedido, meu número é [telefone 1]'],
    ['pedidos 84999990000 e 84999990001', 'pedidos 84999990000 e 84999990001'],
    ['Ana,84999990000,ana@x.com,529.982.247-25', 'Ana,[telefone 1],[e-mail 1],[CPF 1]'],
    ['(11) 98765-4321/3222-1100', '[telefone 1]/[telefone 2]'],
    ['529.982.247-25 ou 52998224725', '[CPF 1] ou [CPF 1]'],
    ['cpf 5 2 9 9 8 2 2 4 7 2 5', 'cpf [CPF 1]'],
    ['\u202a+55 84 99911‑2233\u202c', '[telefone 1]'],
    ['ana\u200b@x.com', '[e-mail 1]'],
    ['529.\u200b982.247\u200b-25', '[CPF 1]'],
  ])('%s → %s', (text, hidden) => {
    expect(openPersonalData(['Rosa Maria Branca']).hide(text)).toBe(hidden);
  });

  it('stays when it is published, however it is written', () => {
    const { hide } = openPersonalData(['Ana Souza'], ['Fale com Ana Souza: (84) 3222-1100, Rua das Flores, 123']);
    const text = 'ana souza atende na r. das flores nº 123, fone 8432221100?';
    expect(hide(text)).toBe(text);
    expect(hide('fone 8432221101')).toBe('fone [telefone 1]');
  });

  it('comes back from marks in other spaces and case, whatever the pieces', () => {
    const keeper = openPersonalData([]);
    keeper.hide('cpf 529.982.247-25, ana@x.com');
    for (let size = 1; size < 12; size++) {
      const filter = keeper.reveal();
      const pieces = '[1] [ cpf 1 ], [E-mail 1] [CPF 2] [CPF'.match(new RegExp(`.{1,${size}}`, 'gs'))!;
      const text = pieces.map((piece) => filter.push(piece)).join('') + filter.end();
      expect(text).toBe('[1] 529.982.247-25, ana@x.com [CPF 2] [CPF');
    }
  });

  it.each(['r.', 'rua ', 'rua a ', ' ', '1', '1 ', '12345 ', 'Ana, ', 'www.a 1 ', 'a underline '])(
    'takes little time in a long row of "%s"',
    (unit) => {
      const row = unit.repeat(100_000 / unit.length);
      const start = process.threadCpuUsage();
      for (const text of [row, `rua a${row}`, `Rua A 1${row}x`]) openPersonalData(['Ana Souza']).hide(text);
      expect(process.threadCpuUsage(start).user).toBeLessThan(10_000_000);
    },
  );

  it('is not seen in prices, dates, orders, barcodes and other numbers', () => {
    const texts = innocentTexts(11, 5_000);
    const changed = texts.filter((text) => openPersonalData(['Rosa Maria Branca']).hide(text) !== text);
    expect(changed.length / texts.length, changed.slice(0, 20).join('\n')).toBeLessThanOrEqual(0.005);
  });
});
