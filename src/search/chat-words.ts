import { CHAT_WORDS } from './load-chat-words.ts';

interface WordPosition {
  previous: string | undefined;
  next: string | undefined;
}

const setOf = (words: string): ReadonlySet<string> => new Set(words.split(' '));
const SIZES = setOf('pp p m g gg xg');
const NAMED_SIZES = setOf('tam tamanho tamanhos numeracao');
const BETWEEN_SIZES = setOf('ou e o do no');
/** A single letter after these words is a label and not an abbreviation: `vitamina c`, `bloco d`. */
const LETTERED = setOf('vitamina categoria classe bloco hepatite turma ala torre letra');
const BEFORE_VOUCHER = setOf('aceita aceitam aceitao com vr e ou passa passam pagar pago cartao no o');
/** `no pro`, `plano pro`: a name. */
const BEFORE_NAME = setOf('o no do ao plano versao conta');
const isNumber = (word: string | undefined) => word !== undefined && /^\d/.test(word);

const isSize = ({ previous = '', next = '' }: WordPosition) =>
  next === '' ||
  NAMED_SIZES.has(previous) ||
  SIZES.has(next) ||
  (BETWEEN_SIZES.has(previous) && BETWEEN_SIZES.has(next));

const isLetter = ({ previous = '', next }: WordPosition) => next === undefined || LETTERED.has(previous);

/** The neighbours decide. Null leaves the word unchanged. */
const BY_POSITION: ReadonlyMap<string, (position: WordPosition) => string | null> = new Map<
  string,
  (position: WordPosition) => string | null
>([
  ['p', (position) => (isSize(position) ? null : 'para')],
  ['c', (position) => (isLetter(position) ? null : 'com')],
  ['d', (position) => (isLetter(position) || position.next === 'agua' ? null : 'de')],
  ['q', (position) => (LETTERED.has(position.previous ?? '') ? null : 'que')],
  ['n', ({ previous = '', next }) => (isNumber(next) || previous === 's' || LETTERED.has(previous) ? null : 'nao')],
  ['cm', ({ previous }) => (isNumber(previous) ? 'centimetros' : 'com')],
  ['min', ({ previous }) => (isNumber(previous) ? 'minutos' : 'minimo')],
  ['num', ({ next }) => (isNumber(next) ? 'numero' : null)],
  ['pro', ({ previous = '' }) => (BEFORE_NAME.has(previous) ? null : 'para o')],
  ['va', ({ previous = '' }) => (BEFORE_VOUCHER.has(previous) ? 'vale alimentacao' : null)],
  ['pf', ({ previous, next }) => (previous === undefined || next === undefined ? 'por favor' : null)],
]);

/** The word itself when it is no abbreviation. */
export function meaningOf(word: string, position: WordPosition): string {
  const decide = BY_POSITION.get(word);
  if (decide) return decide(position) ?? word;
  return CHAT_WORDS.get(word) ?? word;
}
