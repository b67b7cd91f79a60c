import { fold } from '../../../search/words.ts';

export const NO_ANSWER = '[[SEM_RESPOSTA]]';
/** Related passages instead of an answer. */
export const suggestionMarker = (numbers: readonly number[]): string => `[[SUGESTOES: ${numbers.join(', ')}]]`;
/** At the beginning, when the model asks the visitor what they mean. */
export const ASKS_BACK = '[[PERGUNTA_DE_VOLTA]]';

export type MarkerEvent =
  { kind: 'answered' } | { kind: 'asked_back' } | { kind: 'declined' } | { kind: 'suggested'; numbers: number[] };

const WORDS = ['SEMRESPOSTA', 'SUGESTOES', 'PERGUNTADEVOLTA'];
const NUMBERS = String.raw`\s?:?\s?(\d[\d\s,;e]*)`;
const FORMS = [
  String.raw`\[{1,2}\s?(?:(SEM[ _-]?RESPOSTA)|SUGEST[OÕ]ES${NUMBERS}|PERGUNTA[ _-]DE[ _-]VOLTA)\s?\]{1,2}`,
  // Only in double brackets: single brackets may be a link's text. Without numbers there is nothing to offer.
  String.raw`\[\[\s?(SUGEST[OÕ]ES)\s?:?\s?\]\]`,
];
/** As models write them: other brackets, spaces, accents or case, marked as bold, code or a quote. */
const WRITTEN = new RegExp(`[*_\`"'“]*(?:${FORMS.join('|')})[*_\`"'”.]*`, 'i');
const WRITTEN_ALL = new RegExp(WRITTEN, 'gi');
const LONGEST = 60;
/** The answer ended within it. It still counts. */
const CUT_SHORT = new RegExp(
  String.raw`\[\s?(?:(SEM[ _-]?R[A-Z]*|PERGUNTA[A-Z_ -]*)|SUGEST[A-ZÕ]*(?:${NUMBERS})?)$`,
  'i',
);

/** Models often write one before a marker, against the instructions: held back, in case one follows. */
const EXCUSES = [
  ...['desculp', 'lament', 'infelizmente', 'sinto muito', 'os trechos', 'as informac'],
  ...['encontr', 'ha', 'tenho', 'sei', 'consta', 'possuo', 'foi poss'].map((verb) => `nao ${verb}`),
];
const EXCUSE_MAX = 240;

const opening = (text: string) => fold(text).trimStart();
const isExcuse = (text: string) => EXCUSES.some((excuse) => opening(text).startsWith(excuse));
const canBecomeExcuse = (text: string) => isExcuse(text) || EXCUSES.some((excuse) => excuse.startsWith(opening(text)));

/** A model may repeat what it reads in a prompt. */
export const withoutMarkers = (text: string): string => text.replace(WRITTEN_ALL, '');

/** Or a marker that further characters may still close. */
function canBecomeMarker(text: string): boolean {
  if (text.length > LONGEST || !/^[*_`"'“]*\[{0,2}[^[]*$/.test(text)) return false;
  const inner = text.replace(/^[*_`"'“]*/, '');
  if (inner === '') return true;
  if (inner[0] !== '[' || !/^\[{1,2}[A-Za-zÕõ _\-:;,\d]*\]{0,2}[*_`"'”.]*$/.test(inner)) return false;
  const [name = '', ...numbers] = inner.split(/(?=[:\d])/);
  const looseName = fold(name)
    .replace(/[^a-z]/g, '')
    .toUpperCase();
  const word = WORDS.find((one) => one.startsWith(looseName));
  if (word === undefined || (numbers.length > 0 && word !== 'SUGESTOES')) return false;
  return (looseName === word || !inner.includes(']')) && /^[\s\d:,;e\]*_`"'”.]*$/.test(numbers.join(''));
}

function startOfPossibleMarker(text: string): number {
  for (let at = Math.max(0, text.length - LONGEST); at < text.length; at++) {
    if (/[*_`"'“[]/.test(text[at]!) && canBecomeMarker(text.slice(at))) return at;
  }
  return text.length;
}

function markedBy([, declined, numbers, empty]: RegExpExecArray): MarkerEvent {
  if (numbers !== undefined) return { kind: 'suggested', numbers: numbers.match(/\d+/g)!.map(Number) };
  return { kind: declined === undefined && empty === undefined ? 'asked_back' : 'declined' };
}

export interface MarkerWatch {
  push(piece: string): string;
  end(): string;
  /** Only a marker before any shown text counts. */
  marked(): MarkerEvent;
}

/** However the answer is split; detects which marker it starts with. */
export function watchForMarkers(): MarkerWatch {
  let buffered = '';
  let hasShown = false;
  let marked: MarkerEvent = { kind: 'answered' };
  /** Nothing more is shown. */
  const isOver = () => marked.kind === 'declined' || marked.kind === 'suggested';

  const show = (text: string): string => {
    const shown = hasShown ? text : text.trimStart();
    hasShown ||= shown !== '';
    return shown;
  };
  const canBeExcuse = () =>
    !hasShown && marked.kind === 'answered' && buffered.length < EXCUSE_MAX && canBecomeExcuse(buffered);

  function readMarker(): void {
    const found = WRITTEN.exec(buffered);
    if (!found || hasShown || marked.kind !== 'answered') return;
    const before = buffered.slice(0, found.index).trim();
    if (before.length >= EXCUSE_MAX || (before !== '' && !isExcuse(before))) return;
    const next = markedBy(found);
    const rest = buffered.slice(found.index + found[0].length);
    // Wait for the question itself, or for the end of the marker.
    if (next.kind === 'asked_back' && rest === '') return;
    marked = next;
    buffered = isOver() ? '' : rest;
  }

  function push(piece: string): string {
    if (isOver()) return '';
    buffered += piece;
    readMarker();
    if (isOver() || canBeExcuse()) return '';
    // Characters that close a marker may still follow, so keep it until other text arrives.
    const from = startOfPossibleMarker(buffered);
    const ready = withoutMarkers(buffered.slice(0, from));
    buffered = buffered.slice(from);
    return show(ready);
  }

  function end(): string {
    const cut = canBecomeMarker(buffered) ? CUT_SHORT.exec(buffered) : null;
    if (cut && !hasShown && marked.kind === 'answered') {
      const numbers = cut[2]?.match(/\d+/g);
      marked = numbers ? { kind: 'suggested', numbers: numbers.map(Number) } : { kind: 'declined' };
    }
    const rest = show(isOver() || cut ? '' : withoutMarkers(buffered));
    // The marker of a question back without a question after it means that there is no answer.
    const isEmpty = !hasShown && (buffered !== '' || marked.kind === 'asked_back');
    if (isEmpty && marked.kind !== 'suggested') marked = { kind: 'declined' };
    buffered = '';
    return rest;
  }

  return { push, end, marked: () => marked };
}
