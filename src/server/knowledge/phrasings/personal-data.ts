import { PHRASING_MAX } from '../../../shared/phrasings.ts';
import { isKnownAtLarge } from '../search/close/background.ts';
import { rootOf } from '../search/close/roots.ts';
import { tableLines } from '../search/text-lines.ts';
import { fold, type Word, wordsOf } from '../search/words.ts';

/** E-mail addresses, addresses of pages and names of accounts. */
const ADDRESS = /\S@\S|(^|\s)@\w|https?:|www\.|\.(com|net|org|br)\b/i;
/** The number of an order: the thing that it names stays. */
const ORDER =
  /(?<![\p{L}\p{N}])(pedidos?|protocolos?|encomendas?|compras?|notas?|matr[ií]culas?|c[óo]digos?|contratos?|processos?|rastreios?|chamados?|boletos?)(?:\s+(?:é|n[ºo°.]+|num|n[uú]mero|de))*[\s:#]*(?=(?:[\w.\-/]*\d){3})[a-z]{0,3}[-#]?\d[\w.\-/]*/giu;
/** Four digits and more, however they are set apart: documents, telephones, cards, dates of birth. */
const LONG_NUMBER = /\d(?:[\s.,\-/()]*\d){3,}/;
/** A visitor who says who they are, or where they live; on folded text. */
const INTRODUCTION =
  /\b(me chamo|meu nome|minha nome|nome completo|aqui (e|quem fala e)|quem fala e|sou (o|a) (?!favor|unic|primeir)\w+|me chamam|moro (em|na|no|a)|resido|meu endereco|nasci|minha (mae|filha|esposa|avo|tia|irma|namorada) \w+ (e|esta|tem|quer)|meu (pai|filho|marido|avo|tio|irmao|namorado) \w+ (e|esta|tem|quer))\b/;
/** A street with the number of a house. */
const HOUSE = /\b(rua|avenida|av|travessa|alameda|estrada|quadra|bloco|apto|apartamento|cep)\b[^?!.]*\d/;
/** What stands before somebody's name. */
const TITLES = words('sr sra senhor senhora dona seu dr dra doutor doutora prof professor professora tia tio');
const BEFORE_NAMES = words('o a da do com para pra pro ao em por');
/** What makes a place of a name: São Paulo, Santa Teresa. */
const SAINTS = words('sao santo santa dom rio porto');

const FIRST_NAMES: ReadonlySet<string> = new Set(
  tableLines(new URL('first-names.txt', import.meta.url)).flatMap((line) => line.split(' ')),
);

function words(list: string): ReadonlySet<string> {
  return new Set(list.split(' '));
}

/** Whether a word of a question names a person, as far as one can tell without knowing them. */
function isName(text: string, all: readonly Word[], at: number, isPublic: (word: string) => boolean): boolean {
  const { word, start } = all[at]!;
  if (/\d/.test(word) || isPublic(word)) return false;
  const before = all[at - 1]?.word ?? '';
  if (FIRST_NAMES.has(word)) return !SAINTS.has(before);
  if (SAINTS.has(word) || SAINTS.has(before) || TITLES.has(word)) return false;
  const isCapital = (one?: Word) => one !== undefined && /\p{Lu}/u.test(text[one.start] ?? '');
  const beginsSentence = start === 0 || /[.!?]\s*$/.test(text.slice(0, start));
  if (!isCapital(all[at]) || text === text.toUpperCase()) return false;
  if (TITLES.has(before)) return true;
  if (beginsSentence) return false;
  const next = all[at + 1];
  if (next && isCapital(next) && !isPublic(next.word)) return true;
  return BEFORE_NAMES.has(before) && !isKnownAtLarge(rootOf(word));
}

/**
 * A visitor's question as it may be kept, without the number of an order; null where it holds what may tell who they are: a
 * longer number, an address, a name. What the business itself writes (`isPublic`, of a folded word) is no secret. It
 * rather refuses too much: whoever asks the same without it proposes the same.
 */
export function withoutPersonalData(question: string, isPublic: (word: string) => boolean): string | null {
  if (ADDRESS.test(question)) return null;
  const text = question.replace(ORDER, '$1').replace(/\s+/g, ' ').trim();
  const folded = fold(text);
  if (text.length > PHRASING_MAX || LONG_NUMBER.test(text) || INTRODUCTION.test(folded) || HOUSE.test(folded)) {
    return null;
  }
  const all = wordsOf(text);
  return all.length === 0 || all.some((_, at) => isName(text, all, at, isPublic)) ? null : text;
}
