import { emailsIn } from '../../search/facts/emails.ts';
import { fold } from '../../search/words.ts';
import type { FoundValue } from './found-value.ts';

const LOCAL = String.raw`[a-z0-9][a-z0-9._%+-]{0,63}`;
const AT = String.raw`(?:\s?(?:@|[(\[]\s?(?:at|arroba)\s?[)\]])\s?|\s{1,3}arroba\s{1,3})`;
const DOT = String.raw`(?:\s?[.,]\s?|\s{1,3}ponto\s{1,3})`;
const PROVIDER = '(?:gmail|hotmail|outlook|yahoo|icloud|live|msn|bol|uol|terra|globo|proton(?:mail)?)';
const ENDING = `(?:${DOT}(?:com|net|org|me|edu|gov|adv|ind|eco|app|dev|io))`;
/** `fulano arroba gmail ponto com`, `fulano@gmail`, `fulano @ loja . com . br`. */
const SPOKEN = new RegExp(
  String.raw`(?<![\p{L}\d._%+-])${LOCAL}(?:\s{1,3}(?:ponto|underline|underscore|tra[çc]o)\s{1,3}${LOCAL}){0,3}${AT}` +
    `(?:${PROVIDER}${ENDING}?|[a-z0-9-]{2,40}${ENDING})(?:${DOT}br)?` +
    String.raw`(?![\p{L}\d@])`,
  'giu',
);

const SIGNS: readonly [RegExp, string][] = [
  [/\s*[([]?\s?(?:@|\barroba\b|(?<=[([]\s?)at(?=\s?[)\]]))\s?[)\]]?\s*/g, '@'],
  [/\s+ponto\s+|\s?[.,]\s?/g, '.'],
  [/\s+(?:underline|underscore)\s+/g, '_'],
  [/\s+traco\s+/g, '-'],
];
const keyOf = (written: string) => SIGNS.reduce((text, [sign, plain]) => text.replace(sign, plain), fold(written));

/** Also those written in words, with spaces or without their ending. */
export function findEmails(text: string): FoundValue[] {
  const plain = emailsIn(text).map(({ value, start, end }) => ({ kind: 'email' as const, key: value, start, end }));
  const spoken = [...text.matchAll(SPOKEN)].map(({ 0: match, index }) => ({
    kind: 'email' as const,
    key: keyOf(match),
    start: index,
    end: index + match.length,
  }));
  return [...plain, ...spoken];
}
