import { fold } from '../../knowledge/search/words.ts';

/** What a model writes, instead of an answer, when the passages hold none. */
export const NO_ANSWER = '[[SEM_RESPOSTA]]';
/** The same with the numbers of passages that may help all the same. */
export const suggesting = (numbers: readonly number[]): string => `[[SUGESTOES: ${numbers.join(', ')}]]`;
/** What it begins with when it asks what is meant. */
export const ASKS_BACK = '[[PERGUNTA_DE_VOLTA]]';

/** What a model did. `numbers`: of the passages that it would offer, as it wrote them. */
export type Marked =
  { kind: 'answered' } | { kind: 'asked_back' } | { kind: 'declined' } | { kind: 'suggested'; numbers: number[] };

const WORDS = ['SEMRESPOSTA', 'SUGESTOES', 'PERGUNTADEVOLTA'];
const NUMBERS = String.raw`\s?:?\s?(\d[\d\s,;e]*)`;
const FORMS = [
  String.raw`\[{1,2}\s?(?:(SEM[ _-]?RESPOSTA)|SUGEST[OÕ]ES${NUMBERS}|PERGUNTA[ _-]DE[ _-]VOLTA)\s?\]{1,2}`,
  // Without numbers there is nothing to offer. In single brackets it may be a link's text.
  String.raw`\[\[\s?(SUGEST[OÕ]ES)\s?:?\s?\]\]`,
];
/** As models write them: other brackets, spaces, accents or case, and set off as bold, code or a quote. */
const WRITTEN = new RegExp(`[*_\`"'“]*(?:${FORMS.join('|')})[*_\`"'”.]*`, 'i');
const WRITTEN_ALL = new RegExp(WRITTEN, 'gi');
/** The longest form of a marker, with what sets it off. */
const LONGEST = 60;
/** A marker that the end of the answer cut short: it is still one. */
const CUT_SHORT = new RegExp(
  String.raw`\[\s?(?:(SEM[ _-]?R[A-Z]*|PERGUNTA[A-Z_ -]*)|SUGEST[A-ZÕ]*(?:${NUMBERS})?)$`,
  'i',
);

/**
 * An answer that begins so is often an excuse which a marker ends, against what the model was told. It is held back so
 * long, in characters, to see.
 */
const EXCUSES = [
  ...['desculp', 'lament', 'infelizmente', 'sinto muito', 'os trechos', 'as informac'],
  ...['encontr', 'ha', 'tenho', 'sei', 'consta', 'possuo', 'foi poss'].map((verb) => `nao ${verb}`),
];
const EXCUSE_MAX = 240;

const opening = (text: string) => fold(text).trimStart();
const isExcuse = (text: string) => EXCUSES.some((excuse) => opening(text).startsWith(excuse));
/** Whether a text is an excuse, or still too short to tell that it is none. */
const canBecomeExcuse = (text: string) => isExcuse(text) || EXCUSES.some((excuse) => excuse.startsWith(opening(text)));

/** Text without the markers, for what a model is shown: what it reads it may repeat. */
export const withoutMarkers = (text: string): string => text.replace(WRITTEN_ALL, '');

/** Whether a piece may be the beginning of a marker, or all of it but what may still close it. */
function canBecomeMarker(text: string): boolean {
  if (text.length > LONGEST || !/^[*_`"'“]*\[{0,2}[^[]*$/.test(text)) return false;
  const inner = text.replace(/^[*_`"'“]*/, '');
  if (inner === '') return true;
  if (inner[0] !== '[' || !/^\[{1,2}[A-Za-zÕõ _\-:;,\d]*\]{0,2}[*_`"'”.]*$/.test(inner)) return false;
  const [name = '', ...numbers] = inner.split(/(?=[:\d])/);
  const letters = fold(name)
    .replace(/[^a-z]/g, '')
    .toUpperCase();
  const word = WORDS.find((one) => one.startsWith(letters));
  if (word === undefined || (numbers.length > 0 && word !== 'SUGESTOES')) return false;
  return (letters === word || !inner.includes(']')) && /^[\s\d:,;e\]*_`"'”.]*$/.test(numbers.join(''));
}

/** Where the end of a text begins that may be the beginning of a marker; its length when there is none. */
function heldFrom(text: string): number {
  for (let at = Math.max(0, text.length - LONGEST); at < text.length; at++) {
    if (/[*_`"'“[]/.test(text[at]!) && canBecomeMarker(text.slice(at))) return at;
  }
  return text.length;
}

function markedBy([, declined, numbers, empty]: RegExpExecArray): Marked {
  if (numbers !== undefined) return { kind: 'suggested', numbers: numbers.match(/\d+/g)!.map(Number) };
  return { kind: declined === undefined && empty === undefined ? 'asked_back' : 'declined' };
}

export interface MarkerWatch {
  /** Takes a piece; gives back what may be shown by now. */
  push(piece: string): string;
  /** What is left to show at the end. */
  end(): string;
  /** What the model did, as far as it has come: a marker counts that came before anything was shown. */
  marked(): Marked;
}

/** Keeps the markers out of an answer that comes in pieces, wherever it is cut, and notices which one is the answer. */
export function watchForMarkers(): MarkerWatch {
  let held = '';
  let hasShown = false;
  let marked: Marked = { kind: 'answered' };
  /** Nothing that comes after is shown. */
  const isOver = () => marked.kind === 'declined' || marked.kind === 'suggested';

  const show = (text: string): string => {
    const shown = hasShown ? text : text.trimStart();
    hasShown ||= shown !== '';
    return shown;
  };
  const canBeExcuse = () =>
    !hasShown && marked.kind === 'answered' && held.length < EXCUSE_MAX && canBecomeExcuse(held);

  function readMarker(): void {
    const found = WRITTEN.exec(held);
    if (!found || hasShown || marked.kind !== 'answered') return;
    const before = held.slice(0, found.index).trim();
    if (before.length >= EXCUSE_MAX || (before !== '' && !isExcuse(before))) return;
    const next = markedBy(found);
    const rest = held.slice(found.index + found[0].length);
    // The question itself follows, or what still closes the marker.
    if (next.kind === 'asked_back' && rest === '') return;
    marked = next;
    held = isOver() ? '' : rest;
  }

  function push(piece: string): string {
    if (isOver()) return '';
    held += piece;
    readMarker();
    if (isOver() || canBeExcuse()) return '';
    // What closes a marker may still be on its way: it is taken out only once something else follows.
    const from = heldFrom(held);
    const ready = withoutMarkers(held.slice(0, from));
    held = held.slice(from);
    return show(ready);
  }

  function end(): string {
    const cut = canBecomeMarker(held) ? CUT_SHORT.exec(held) : null;
    if (cut && !hasShown && marked.kind === 'answered') {
      const numbers = cut[2]?.match(/\d+/g);
      marked = numbers ? { kind: 'suggested', numbers: numbers.map(Number) } : { kind: 'declined' };
    }
    const rest = show(isOver() || cut ? '' : withoutMarkers(held));
    // A question back without the question says nothing either.
    const isEmpty = !hasShown && (held !== '' || marked.kind === 'asked_back');
    if (isEmpty && marked.kind !== 'suggested') marked = { kind: 'declined' };
    held = '';
    return rest;
  }

  return { push, end, marked: () => marked };
}
