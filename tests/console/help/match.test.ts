import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { allSections, likeness, type PaletteEntry, sectionsFor } from '../../../src/console/layout/palette/entry.ts';
import { fold } from '../../../src/shared/fold.ts';

const entry = (group: PaletteEntry['group'], label: string, more: Partial<PaletteEntry> = {}): PaletteEntry => ({
  id: `${group}:${label}`,
  group,
  label,
  icon: 'dot',
  run: () => undefined,
  ...more,
});
const ENTRIES = [
  entry('screen', 'Usuários'),
  entry('screen', 'Uso e avisos'),
  entry('screen', 'Personalizar', { hint: 'Widget de chat' }),
  entry('screen', 'Conversas'),
  entry('action', 'Convidar pessoa', { words: 'novo usuário equipe' }),
  entry('action', 'Usar tema claro', { words: 'aparência' }),
  entry('context', 'Ateliê de São José'),
];
const labels = (typed: string, recent: string[] = []) =>
  sectionsFor(typed, ENTRIES, [], recent).flatMap(({ entries }) => entries.map(({ label }) => label));

describe('the palette', () => {
  it.each([
    ['usuario', 'Usuários'],
    ['ATELIE', 'Ateliê de São José'],
    ['sao jose', 'Ateliê de São José'],
    ['convers', 'Conversas'],
    ['tema', 'Usar tema claro'],
    ['widget', 'Personalizar'],
    ['prsnlz', 'Personalizar'],
    ['equipe', 'Convidar pessoa'],
  ])('ranks for “%s” the entry %s first', (typed, label) => {
    expect(labels(typed)[0]).toBe(label);
  });

  it('excludes entries that lack a word', () => {
    expect(labels('tema escuro')).toEqual([]);
    expect(labels('zzz')).toEqual([]);
  });

  it('ranks recent choices before equal matches, and first when nothing is typed', () => {
    expect(labels('us')[0]).not.toBe('Uso e avisos');
    expect(labels('us', ['screen:Uso e avisos'])[0]).toBe('Uso e avisos');
    const [first, ...rest] = allSections(ENTRIES, ['screen:Conversas', 'screen:gone']);
    expect(first).toMatchObject({ name: 'recent', entries: [{ label: 'Conversas' }] });
    expect(rest.flatMap(({ entries }) => entries)).not.toContain(first?.entries[0]);
  });

  it("keeps the order of the server's results", () => {
    const found = [entry('content', 'Entrega'), entry('conversation', 'Vocês entregam?')];
    expect(sectionsFor('frete', ENTRIES, found, []).map(({ name }) => name)).toEqual(['content', 'conversation']);
  });

  it('finds every text by itself, by its start and without accents', () => {
    const words = fc.string({ unit: fc.constantFrom(...'abcdéãçõuíz12'), minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(fc.array(words, { minLength: 1, maxLength: 5 }), fc.nat(), (parts, cut) => {
        const text = parts.join(' ');
        const start = text.slice(0, 1 + (cut % text.length));
        expect(likeness(text, text)).toBeGreaterThan(0);
        expect(likeness(fold(text), text)).toBeGreaterThan(0);
        if (start.trim() !== '') expect(likeness(start, text)).toBeGreaterThan(0);
      }),
    );
  });
});
