import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { CHAT_WORDS } from '../../src/search/load-chat-words.ts';
import { INTENTS, readIntents } from '../../src/search/load-intents.ts';
import { LEXICON, type LexiconGroup, readGroup } from '../../src/search/load-lexicon.ts';
import { normalise } from '../../src/search/normalise.ts';
import { STOPWORDS } from '../../src/search/stopwords.ts';
import { fold, wordsOf } from '../../src/search/words.ts';

const SEARCH = new URL('../../src/search/', import.meta.url);
const filesOf = (folder: string) => readdirSync(new URL(folder, SEARCH)).map((file) => `${folder}${file}`);
const linesOf = (file: string) => readFileSync(new URL(file, SEARCH), 'utf8').replace(/\n$/, '').split('\n');
const entriesOf = (file: string) => linesOf(file).filter((line) => line !== '' && !line.startsWith('#'));

const isTable = (file: string) => /(roots|chat-words)\.txt$/.test(file);
const sections = filesOf('lexicon/').filter((file) => !isTable(file));
const repeated = (words: readonly string[]) => [...new Set(words.filter((word, at) => words.indexOf(word) !== at))];

const WORD = String.raw`[\p{L}\p{N}]+(?:_[\p{L}\p{N}]+)*`;
const WORDS = `${WORD}(?: ${WORD})*`;
const GROUP = new RegExp(`^${WORDS}(?: (?:>|=>) ${WORDS})?$`, 'u');

/** Returns the words that a line repeats, ignoring accents. */
function repeatedIn(line: string): string[] {
  return fold(line)
    .split(/ =?> /)
    .flatMap((side) => repeated(side.split(' ')));
}

/** Returns a description of each fault in the groups of a lexicon. */
function problemsOf(groups: readonly LexiconGroup[]): string[] {
  const problems: string[] = [];
  const synonyms = new Map<string, LexiconGroup[]>();
  for (const group of groups) {
    const { section, words, kinds, relation } = group;
    const name = `${section}: ${words.join(', ')}`;
    for (const word of words) if (kinds.includes(word)) problems.push(`${name}: ${word} is its own kind`);
    if (words.length < 2 && kinds.length === 0) problems.push(`${name}: a word alone`);
    if (relation !== 'synonyms') continue;
    for (const other of new Set(words.flatMap((word) => synonyms.get(`${section} ${word}`) ?? []))) {
      const common = words.filter((word) => other.words.includes(word));
      if (2 * common.length > Math.min(words.length, other.words.length))
        problems.push(`${name}: the same as ${other.words.join(', ')}`);
    }
    for (const word of words) {
      const key = `${section} ${word}`;
      synonyms.set(key, [...(synonyms.get(key) ?? []), group]);
    }
  }
  for (const [key, among] of synonyms) if (among.length > 3) problems.push(`${key}: in ${among.length} groups`);
  return problems;
}

describe('the lexicon', () => {
  test.each(sections)('has only groups and comments in %s', (file) => {
    expect(entriesOf(file).filter((line) => !GROUP.test(line) || repeatedIn(line).length > 0)).toEqual([]);
    expect(linesOf(file).length).toBeLessThanOrEqual(400);
  });

  test.each([
    ['plano pro premium', 'para o'],
    ['prato_feito pf executivo', 'por favor'],
  ])('does not take for a name what an abbreviation means in messages: %s', (line, meaning) => {
    expect(readGroup(line, 'software').words).not.toContain(meaning);
  });

  test('repeats no word in a group and no group in a section', () => {
    expect(problemsOf(LEXICON.groups)).toEqual([]);
  });

  test('has words in the form that the search uses', () => {
    for (const { words, kinds } of LEXICON.groups)
      for (const word of [...words, ...kinds])
        expect(
          wordsOf(word)
            .map(({ word }) => word)
            .join(' '),
        ).toBe(word);
  });

  test('has its minimum size', () => {
    expect(LEXICON.groups.length).toBeGreaterThan(500);
    expect(LEXICON.groups.filter(({ isGeneral }) => isGeneral).length).toBeGreaterThan(250);
  });

  test.each([
    ['a > b a', 'a is its own kind'],
    ['a', 'a word alone'],
  ])('reports a fault in "%s"', (line, fault) => {
    expect(problemsOf([readGroup(line, 'x')]).join()).toContain(fault);
  });

  test('reports a word repeated in a line, also with other accents', () => {
    expect(['a a b', 'pão pao', 'a > b b', 'a b => a c'].map(repeatedIn)).toEqual([['a'], ['pao'], ['b'], []]);
  });

  test('reports two groups that are nearly the same', () => {
    const groups = ['a b c', 'b c d'].map((line) => readGroup(line, 'x'));
    expect(problemsOf(groups)).toEqual(['x: b, c, d: the same as a, b, c']);
  });
});

describe('roots and chat words', () => {
  test.each(['roots', 'chat-words'])('%s: each form occurs once and is a single word', (name) => {
    const forms = entriesOf(`lexicon/${name}.txt`).flatMap((line) => {
      expect(line).toMatch(
        name === 'roots' ? /^[\p{L}\p{N} ]+(?: = [\p{L}\p{N} ]+)?$/u : /^[\p{L}\p{N} ]+ = [\p{L}\p{N} ]+$/u,
      );
      const [left = '', right] = fold(line).split(' = ');
      return name === 'roots' ? [...left.split(' '), ...(right?.split(' ') ?? [])] : left.split(' ');
    });
    expect(repeated(forms)).toEqual([]);
  });

  test('have meanings that contain no chat word', () => {
    for (const [word, meaning] of CHAT_WORDS)
      for (const part of meaning.split(' ')) expect(CHAT_WORDS.has(part), `${word} = ${meaning}`).toBe(false);
  });

  test('contain no stopword as a chat word', () => {
    const written = new Set(['pra', 'pro', 'pras', 'pros', 'eai']);
    const plain = [...CHAT_WORDS.keys()].filter((word) => STOPWORDS.has(word) && !written.has(word));
    expect(plain).toEqual([]);
  });

  test('contain no single letter, which may be a size or vitamin', () => {
    for (const character of 'abcdefghijklmnopqrstuvwxyz') expect(CHAT_WORDS.has(character)).toBe(false);
  });
});

describe('the question bank', () => {
  test.each(filesOf('intents/'))('%s has at most 400 lines', (file) => {
    expect(linesOf(file).length).toBeLessThanOrEqual(400);
  });

  test('has unique, descriptive intent names', () => {
    expect(repeated(INTENTS.map(({ name }) => name))).toEqual([]);
    for (const { name } of INTENTS) expect(name).toMatch(/^[a-z]+(-[a-z]+)*$/);
  });

  test.each(INTENTS.map((intent) => [intent.name, intent] as const))('has enough phrasings for %s', (_, intent) => {
    expect(intent.phrasings.length).toBeGreaterThanOrEqual(7);
    expect(intent.ownerLines.length).toBeGreaterThanOrEqual(3);
  });

  test('never repeats a phrasing', () => {
    const plain = (line: string) =>
      wordsOf(line)
        .map(({ word }) => word)
        .join(' ');
    expect(repeated(INTENTS.flatMap(({ phrasings }) => phrasings.map(plain)))).toEqual([]);
    for (const { ownerLines } of INTENTS) expect(repeated(ownerLines.map(plain))).toEqual([]);
  });

  test('has phrasings that stay the same when normalised again', () => {
    for (const { phrasings, ownerLines } of INTENTS)
      for (const line of [...phrasings, ...ownerLines].map(normalise)) expect(normalise(line)).toBe(line);
  });

  test('rejects a line before the first intent', () => {
    expect(() => readIntents(['tem pix?', '# pay'], 'x')).toThrow('tem pix?');
  });
});
