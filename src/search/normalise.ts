import { meaningOf } from './chat-words.ts';
import { fold } from './words.ts';

/** Bounds the cost; people do not type more. */
const READ_MAX = 4_000;

const COMPOUNDS: readonly (readonly [RegExp, string])[] = [
  [/\bwi[\s-]fi\b/g, 'wifi'],
  [/\be[\s-]?mails?\b/g, 'email'],
  [/\bcheck[\s-]?(in|out)\b/g, 'check$1'],
  [/\bpet[\s-]shop/g, 'petshop'],
  [/\bpet[\s-]friendly\b/g, 'petfriendly'],
  [/\bhot[\s-]dog/g, 'hotdog'],
  [/\bself[\s-]service\b/g, 'selfservice'],
  [/\bwhats[\s-]?app?\b/g, 'whatsapp'],
  [/\bqr[\s-]code\b/g, 'qrcode'],
  [/\bon[\s-]line\b/g, 'online'],
  [/\b([a-z]+)-feira\b/g, '$1 feira'],
];

/** Abbreviations with a punctuation sign. A single letter after the slash is a size (`p/m/g`) or part of `s/n`. */
const SIGNS: readonly (readonly [RegExp, string])[] = [
  [/(?<![a-z0-9/])c\/(?=\s?(?:[a-z0-9]{2}|\d))/g, 'com '],
  [/(?<![a-z0-9/])p\/(?=\s?(?:[a-z0-9]{2}|\d))/g, 'para '],
  [/(?<![a-z0-9/])s\/(?=\s?(?:[a-z0-9]{2}|\d))/g, 'sem '],
  [/(?<![a-z0-9])d\+/g, 'demais'],
  [/\br\$\s*(\d[\d.,]*\d|\d)/g, '$1 reais'],
];

const UNITS =
  'reais|real|contos?|pilas?|mil|pessoas?|dias?|anos?|mes|meses|semanas?|km|kgs?|quilos?|gramas?|cm|mm|mts?|metros?|m2|ml|' +
  'litros?|lts?|megas?|mb|gb|gigas?|mins?|minutos?|vezes|pecas?|unidades?|unid|volts|centimetros';
const WEEKDAYS: readonly string[] = ['', '', 'segunda', 'terca', 'quarta', 'quinta', 'sexta'];
const DAY = '(?:seg|ter|qua|qui|sex|sab|dom|segunda|terca|quarta|quinta|sexta|sabado|domingo)';
const JOINED_UNIT = new RegExp(`(\\d)(${UNITS})\\b`, 'g');
const TER_FIRST = new RegExp(`\\bter(?=\\s*(?:,|/|-|\\se\\s|\\sa\\s|\\sate\\s)\\s*${DAY}\\b)`, 'g');
const TER_LATER = new RegExp(`(\\b${DAY}\\s*(?:,|/|-|\\se\\s|\\sa\\s)\\s*)ter\\b`, 'g');
const weekday = (digit: string) => WEEKDAYS[Number(digit)]!;

const FILLERS =
  /(?<![a-z0-9@])(?:k{3,}|(?:rs){1,}s?(?!\$)|(?:ha){2,}h?|(?:he){2,}h?|(?:hua)+|neh?|aff+|hu+m+|hm+)(?![a-z0-9@])/g;

const ADDRESS = /@|:\/\/|^www\.|\.(?:com|br|net|org)\b/;

/** Plain folded Portuguese: chat spellings expanded, numbers separated from their units. */
export function normalise(message: string): string {
  // Folded twice, because some characters decompose into capitals: `𝔸`.
  const chunks = fold(fold(message.slice(0, READ_MAX))).split(/(\s+)/);
  const pieces = [''];
  for (const chunk of chunks) {
    if (ADDRESS.test(chunk)) pieces.push(chunk, '');
    else pieces[pieces.length - 1] += chunk;
  }
  return pieces
    .map((piece, at) => (at % 2 === 1 ? piece : meanings(splitJoined(piece))))
    .join('')
    .replace(/\s+/g, ' ')
    .trim();
}

/** Contents need this too, to match the questions. */
export function joinCompounds(folded: string): string {
  return COMPOUNDS.reduce((text, [written, one]) => text.replace(written, one), folded);
}

function splitJoined(text: string): string {
  return SIGNS.reduce((plain, [written, meant]) => plain.replace(written, meant), joinCompounds(text))
    .replace(FILLERS, ' ')
    .replace(/(\d)\s?(?:hrs?|hs|horas?)\b(?=\d|\W|$)/g, (matched, digit: string) =>
      /\s/.test(matched) ? matched : `${digit}h`,
    )
    .replace(/\b(\d{1,2}h\d{2})(?:min|m)\b/g, '$1')
    .replace(JOINED_UNIT, '$1 $2')
    .replace(/\b(as|das|ate|pra|para|de|por)(\d)/g, '$1 $2')
    .replace(/\b([2-6])a?\s?feira\b/g, (_, day: string) => `${weekday(day)} feira`)
    .replace(/\b([2-6])a?(\s?(?:a|ate|e|-)\s?)([2-6])a\b/g, (_, one: string, to: string, two: string) => {
      return `${weekday(one)}${to.trim() === '-' ? ' a ' : ` ${to.trim()} `}${weekday(two)}`;
    })
    .replace(/\b2a\b/g, 'segunda')
    .replace(TER_FIRST, 'terca')
    .replace(TER_LATER, '$1terca');
}

function meanings(text: string): string {
  const parts = text.split(/([a-z0-9]+)/);
  // Odd indexes hold the words, even indexes the separators.
  for (let at = 1; at < parts.length; at += 2) parts[at] = undrawn(parts[at]!);
  for (let at = 1; at < parts.length; at += 2) {
    const previous = parts[at - 2]?.split(' ').at(-1);
    parts[at] = meaningOf(parts[at]!, { previous, next: parts[at + 2] });
  }
  return parts.join('');
}

/** `ooooi` → `oi`; `rr` and `ss` between vowels remain double. */
function undrawn(word: string): string {
  // `aaa` is a battery size, `iii` a numeral, `xxxg` a clothing size, and digits must not change.
  if (/^(.)\1*$/.test(word) || /^x+[lgpm]$/.test(word) || /\d/.test(word) || /^w{3}/.test(word)) return word;
  const plain = word.replace(/(?<=[aeiou])(r|s)\1{2,}(?=[aeiou])/g, '$1$1').replace(/([a-z])\1{2,}/g, '$1');
  // `voo`, `zoo` and `free` are correct: only `a`, `i` and `u` are reduced at the end.
  return plain.replace(/([aiu])\1$/, '$1');
}
