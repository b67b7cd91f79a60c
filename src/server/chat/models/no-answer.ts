import { fold } from '../../knowledge/search/words.ts';

/** What a model writes, instead of an answer, when the passages hold none. */
export const NO_ANSWER = '[[SEM_RESPOSTA]]';

/** As models write it: other brackets, spaces or case, and set off as bold, code or a quote. */
const WRITTEN = /[*_`"'“]*\[{1,2}\s?SEM[ _-]?RESPOSTA\s?\]{1,2}[*_`"'”.]*/i;
const WRITTEN_ALL = new RegExp(WRITTEN, 'gi');
const LETTERS = 'SEMRESPOSTA';
/** Longest form of the marker, with what sets it off. */
const LONGEST = 28;

/**
 * An answer that begins so is often an excuse which the marker ends, against what the model was told. It is held back
 * so long, in characters, to see.
 */
const EXCUSES = [
  ...['desculp', 'lament', 'infelizmente', 'sinto muito', 'os trechos', 'as informac'],
  ...['encontr', 'ha', 'tenho', 'sei', 'consta', 'possuo', 'foi poss'].map((verb) => `nao ${verb}`),
];
const EXCUSE_MAX = 240;

const opening = (text: string) => fold(text).trimStart();
const isExcuse = (text: string) => EXCUSES.some((excuse) => opening(text).startsWith(excuse));
/** Whether a text is an excuse, or still too short to tell that it is none. */
const mayBecomeExcuse = (text: string) => isExcuse(text) || EXCUSES.some((excuse) => excuse.startsWith(opening(text)));

/** Text without the marker, for what a model is shown: what it reads it may repeat. */
export const withoutMarker = (text: string): string => text.replace(WRITTEN_ALL, '');

/** Whether a piece may be the beginning of the marker, or all of it but what may still close it. */
function mayBecomeMarker(text: string): boolean {
  if (text.length > LONGEST || !/^[*_`"'“]*\[{0,2}[^[]*$/.test(text)) return false;
  const inner = text.replace(/^[*_`"'“]*/, '');
  if (inner === '') return true;
  if (inner[0] !== '[' || !/^\[{1,2}[A-Za-z _-]*\]{0,2}[*_`"'”.]*$/.test(inner)) return false;
  const letters = inner.replace(/[^A-Za-z]/g, '').toUpperCase();
  return LETTERS.startsWith(letters) && (letters === LETTERS || !inner.includes(']'));
}

/** Where the end of a text begins that may be the beginning of the marker; its length when there is none. */
function heldFrom(text: string): number {
  for (let at = Math.max(0, text.length - LONGEST); at < text.length; at++) {
    if (/[*_`"'“[]/.test(text[at]!) && mayBecomeMarker(text.slice(at))) return at;
  }
  return text.length;
}

export interface MarkerWatch {
  /** Takes a piece; gives back what may be shown by now. */
  push(piece: string): string;
  /** What is left to show at the end. */
  end(): string;
  /** Whether the marker came, and nothing was shown. */
  declined(): boolean;
}

/** Keeps the marker out of an answer that comes in pieces, wherever it is cut, and notices when it is the answer. */
export function watchForMarker(): MarkerWatch {
  let held = '';
  let hasShown = false;
  let isDeclined = false;

  const show = (text: string): string => {
    const shown = hasShown ? text : text.trimStart();
    hasShown ||= shown !== '';
    return shown;
  };
  const mayBeExcuse = () => !hasShown && held.length < EXCUSE_MAX && mayBecomeExcuse(held);

  function push(piece: string): string {
    if (isDeclined) return '';
    held += piece;
    const found = WRITTEN.exec(held);
    if (found && !hasShown && held.slice(0, found.index).trim().length < EXCUSE_MAX) {
      const before = held.slice(0, found.index).trim();
      isDeclined = before === '' || isExcuse(before);
      if (isDeclined) held = '';
    }
    if (isDeclined || mayBeExcuse()) return '';
    // What closes the marker may still be on its way: it is taken out only once something else follows.
    const from = heldFrom(held);
    const ready = withoutMarker(held.slice(0, from));
    held = held.slice(from);
    return show(ready);
  }

  function end(): string {
    const isCutShort = /\[SEM[ _-]?R[A-Z]*\]?$/i.test(held) && mayBecomeMarker(held);
    if (isCutShort && !hasShown) isDeclined = true;
    const rest = isDeclined || isCutShort ? '' : withoutMarker(held);
    held = '';
    return show(rest);
  }

  return { push, end, declined: () => isDeclined };
}
