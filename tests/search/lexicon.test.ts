import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { CHAT_WORDS } from '../../src/server/knowledge/search/load-chat-words.ts';
import { INTENTS, readIntents } from '../../src/server/knowledge/search/load-intents.ts';
import { LEXICON, type LexiconGroup, readGroup } from '../../src/server/knowledge/search/load-lexicon.ts';
import { normalise } from '../../src/server/knowledge/search/normalise.ts';
import { STOPWORDS } from '../../src/server/knowledge/search/stopwords.ts';
import { fold, wordsOf } from '../../src/server/knowledge/search/words.ts';

const SEARCH = new URL('../../src/server/knowledge/search/', import.meta.url);
const filesOf = (folder: string) => readdirSync(new URL(folder, SEARCH)).map((file) => `${folder}${file}`);
const linesOf = (file: string) => readFileSync(new URL(file, SEARCH), 'utf8').replace(/\n$/, '').split('\n');
const entriesOf = (file: string) => linesOf(file).filter((line) => line !== '' && !line.startsWith('#'));

const isTable = (file: string) => /(roots|chat-words)\.txt$/.test(file);
const sections = filesOf('lexicon/').filter((file) => !isTable(file));
const repeated = (words: readonly string[]) => [...new Set(words.filter((word, at) => words.indexOf(word) !== at))];

const WORD = String.raw`[\p{L}\p{N}]+(?:_[\p{L}\p{N}]+)*`;
const WORDS = `${WORD}(?: ${WORD})*`;
const GROUP = new RegExp(`^${WORDS}(?: (?:>|=>) ${WORDS})?$`, 'u');

/** Words told twice in a line, accents apart. */
function repeatedIn(line: string): string[] {
  return fold(line)
    .split(/ =?> /)
    .flatMap((side) => repeated(side.split(' ')));
}

/** What is wrong with a lexicon's groups, told by their words. */
function faultsOf(groups: readonly LexiconGroup[]): string[] {
  const faults: string[] = [];
  const synonyms = new Map<string, LexiconGroup[]>();
  for (const group of groups) {
    const { section, words, kinds, relation } = group;
    const name = `${section}: ${words.join(', ')}`;
    for (const word of words) if (kinds.includes(word)) faults.push(`${name}: ${word} is its own kind`);
    if (words.length < 2 && kinds.length === 0) faults.push(`${name}: a word alone`);
    if (relation !== 'synonyms') continue;
    for (const other of new Set(words.flatMap((word) => synonyms.get(`${section} ${word}`) ?? []))) {
      const common = words.filter((word) => other.words.includes(word));
      if (2 * common.length > Math.min(words.length, other.words.length))
        faults.push(`${name}: the same as ${other.words.join(', ')}`);
    }
    for (const word of words) {
      const key = `${section} ${word}`;
      synonyms.set(key, [...(synonyms.get(key) ?? []), group]);
    }
  }
  for (const [key, among] of synonyms) if (among.length > 3) faults.push(`${key}: in ${among.length} groups`);
  return faults;
}

describe('the lexicon', () => {
  test.each(sections)('%s holds nothing but groups and comments', (file) => {
    expect(entriesOf(file).filter((line) => !GROUP.test(line) || repeatedIn(line).length > 0)).toEqual([]);
    expect(linesOf(file).length).toBeLessThanOrEqual(400);
  });

  test('groups repeat no word and no other group of their section', () => {
    expect(faultsOf(LEXICON.groups)).toEqual([]);
  });

  test('words are as the search reads them', () => {
    for (const { words, kinds } of LEXICON.groups)
      for (const word of [...words, ...kinds])
        expect(
          wordsOf(word)
            .map(({ word }) => word)
            .join(' '),
        ).toBe(word);
  });

  test('is as large as it is meant to be', () => {
    expect(LEXICON.groups.length).toBeGreaterThan(500);
    expect(LEXICON.groups.filter(({ isGeneral }) => isGeneral).length).toBeGreaterThan(250);
  });

  test.each([
    ['a > b a', 'a is its own kind'],
    ['a', 'a word alone'],
  ])('a fault is found in %s', (line, fault) => {
    expect(faultsOf([readGroup(line, 'x')]).join()).toContain(fault);
  });

  test('a word told twice in a line is found, with other accents too', () => {
    expect(['a a b', 'pão pao', 'a > b b', 'a b => a c'].map(repeatedIn)).toEqual([['a'], ['pao'], ['b'], []]);
  });

  test('two groups that are one are found', () => {
    const groups = ['a b c', 'b c d'].map((line) => readGroup(line, 'x'));
    expect(faultsOf(groups)).toEqual(['x: b, c, d: the same as a, b, c']);
  });
});

describe('roots and chat words', () => {
  test.each(['roots', 'chat-words'])('%s: each form is told once, one word wide', (name) => {
    const forms = entriesOf(`lexicon/${name}.txt`).flatMap((line) => {
      expect(line).toMatch(/^[\p{L}\p{N}]+( [\p{L}\p{N}]+)* = [\p{L}\p{N}]+( [\p{L}\p{N}]+)*$/u);
      const [left = '', right = ''] = fold(line).split(' = ');
      return name === 'roots' ? [...new Set([left, ...right.split(' ')])] : left.split(' ');
    });
    expect(repeated(forms)).toEqual([]);
  });

  test('what a chat word means is no chat word', () => {
    for (const [word, meaning] of CHAT_WORDS)
      for (const part of meaning.split(' ')) expect(CHAT_WORDS.has(part), `${word} = ${meaning}`).toBe(false);
  });

  test('no plain word is a chat word', () => {
    const written = new Set(['pra', 'pro', 'pras', 'pros', 'eai']);
    const plain = [...CHAT_WORDS.keys()].filter((word) => STOPWORDS.has(word) && !written.has(word));
    expect(plain).toEqual([]);
  });

  test('no size or vitamin is taken for a word', () => {
    for (const letter of 'abcdefghijklmnopqrstuvwxyz') expect(CHAT_WORDS.has(letter)).toBe(false);
  });
});

describe('the bank of questions', () => {
  test.each(filesOf('intents/'))('%s is short enough to be read', (file) => {
    expect(linesOf(file).length).toBeLessThanOrEqual(400);
  });

  test('names are unique and say something', () => {
    expect(repeated(INTENTS.map(({ name }) => name))).toEqual([]);
    for (const { name } of INTENTS) expect(name).toMatch(/^[a-z]+(-[a-z]+)*$/);
  });

  test.each(INTENTS.map((intent) => [intent.name, intent] as const))('%s has phrasings enough', (_, intent) => {
    expect(intent.phrasings.length).toBeGreaterThanOrEqual(15);
    expect(intent.ownerLines.length).toBeGreaterThanOrEqual(3);
  });

  test('no phrasing is told twice, in one intent or two', () => {
    const plain = (line: string) =>
      wordsOf(line)
        .map(({ word }) => word)
        .join(' ');
    expect(repeated(INTENTS.flatMap(({ phrasings }) => phrasings.map(plain)))).toEqual([]);
    for (const { ownerLines } of INTENTS) expect(repeated(ownerLines.map(plain))).toEqual([]);
  });

  test('phrasings are normalised once and for all', () => {
    for (const { phrasings, ownerLines } of INTENTS)
      for (const line of [...phrasings, ...ownerLines].map(normalise)) expect(normalise(line)).toBe(line);
  });

  test('a line before the first intent is an error', () => {
    expect(() => readIntents(['tem pix?', '# pay'], 'x')).toThrow('tem pix?');
  });
});
