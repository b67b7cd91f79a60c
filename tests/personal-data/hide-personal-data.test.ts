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

  it('is not seen in prices, dates, orders, barcodes and other numbers', () => {
    const texts = innocentTexts(11, 5_000);
    const changed = texts.filter((text) => openPersonalData(['Rosa Maria Branca']).hide(text) !== text);
    expect(changed.length / texts.length, changed.slice(0, 20).join('\n')).toBeLessThanOrEqual(0.005);
  });
});
