import { fold } from '../../search/words.ts';
import { findPersonalData } from './find-personal-data.ts';
import type { FoundValue, PersonalDataKind } from './found-value.ts';

const MARKS: Record<PersonalDataKind, string> = {
  cpf: 'CPF',
  cnpj: 'CNPJ',
  card: 'cartão',
  phone: 'telefone',
  email: 'e-mail',
  address: 'endereço',
  name: 'nome',
};
const WORDS = '(cpf|cnpj|cart[ãa]o|telefone|e-?mail|endere[çc]o|nome)';
/** As models repeat it, with other spaces or case. */
const WRITTEN = new RegExp(String.raw`\[\s*${WORDS}[\s_]*(\d{1,3})\s*\]`, 'giu');
const MAY_BECOME_MARK = /\[[\s\p{L}_-]{0,16}\d{0,3}\s{0,3}$/u;

interface RevealFilter {
  push(piece: string): string;
  end(): string;
}

/** What one call hides, and what stood there. */
export interface PersonalData {
  /** The same value gets the same mark in all texts. */
  hide(text: string): string;
  /** For a text made of single words of the hidden ones, such as a question with its earlier topic. */
  hideWords(text: string): string;
  isEmpty(): boolean;
  /** For a text that arrives in pieces. */
  reveal(): RevealFilter;
}

/** Copied telephones have them, and they would part what they stand in. */
const INVISIBLE = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff]/gu;
const MARK_OR_WORD = /\[[^\][]+\]|[\p{L}\d]{3,}/gu;
const REPEATED = /(\[[^\][]+\])(?:\s+\1)+/g;

const nameOf = (word: string) => fold(word).replace('-', '');

/** `published`: what is no secret, such as the telephone of the business. */
export function openPersonalData(names: readonly string[], published: readonly string[] = []): PersonalData {
  const marks = new Map<string, string>();
  const values = new Map<string, string>();
  const counts = new Map<PersonalDataKind, number>();
  /** The mark of each word of a hidden value, and the words that were said besides. */
  const parts = new Map<string, string>();
  const said = new Set<string>();
  let known: ((found: FoundValue) => boolean) | undefined;

  function markFor({ kind, key }: FoundValue, written: string): string {
    const id = `${kind} ${key}`;
    const given = marks.get(id);
    if (given) return given;
    const number = (counts.get(kind) ?? 0) + 1;
    counts.set(kind, number);
    const mark = `[${MARKS[kind]} ${number}]`;
    marks.set(id, mark);
    values.set(`${nameOf(MARKS[kind])} ${number}`, written);
    for (const [word] of written.matchAll(MARK_OR_WORD)) parts.set(fold(word), mark);
    return mark;
  }

  function hideValues(written: string): string {
    const text = written.replace(INVISIBLE, '');
    let hidden = '';
    let at = 0;
    for (const found of findPersonalData(text, names)) {
      known ??= publishedIn(published);
      if (known(found)) continue;
      hidden += text.slice(at, found.start) + markFor(found, text.slice(found.start, found.end));
      at = found.end;
    }
    return hidden + text.slice(at);
  }

  function hide(text: string): string {
    const hidden = hideValues(text);
    for (const [word] of hidden.matchAll(MARK_OR_WORD)) said.add(fold(word));
    return hidden;
  }

  const hideWords = (text: string) =>
    hideValues(text)
      .replace(MARK_OR_WORD, (word) => (said.has(fold(word)) ? word : (parts.get(fold(word)) ?? word)))
      .replace(REPEATED, '$1');

  const revealed = (text: string) =>
    text.replace(WRITTEN, (mark, word: string, number: string) => values.get(`${nameOf(word)} ${number}`) ?? mark);

  function reveal(): RevealFilter {
    let buffered = '';
    return {
      push(piece) {
        buffered += piece;
        const upTo = values.size === 0 ? buffered.length : (MAY_BECOME_MARK.exec(buffered)?.index ?? buffered.length);
        const ready = revealed(buffered.slice(0, upTo));
        buffered = buffered.slice(upTo);
        return ready;
      },
      end: () => revealed(buffered),
    };
  }

  return { hide, hideWords, isEmpty: () => values.size === 0, reveal };
}

/** Returns whether a value stands in the texts, however it is written there. */
function publishedIn(texts: readonly string[]): (found: FoundValue) => boolean {
  const text = texts.join('\n');
  const digits = text.replace(/(?<=\d)[^\S\n]*(?:[.\-–/()+]+[^\S\n]*)?(?=\d)/g, '');
  const words = ` ${fold(text).replace(/[^\p{L}\d@]+/gu, ' ')} `;
  let addresses: Set<string> | undefined;
  return ({ kind, key }) => {
    if (kind === 'name') return words.includes(` ${key} `);
    if (kind === 'email') return text.toLowerCase().includes(key);
    if (kind !== 'address') return digits.includes(key);
    addresses ??= new Set(findPersonalData(text, []).flatMap((found) => (found.kind === 'address' ? found.key : [])));
    return addresses.has(key);
  };
}

/** Returns a text that may leave to others, for those who need no way back. */
export const hidePersonalData = (text: string): string => openPersonalData([]).hide(text);
