import { isKnownAtLarge } from '../../search/rerank/background.ts';
import { rootOf } from '../../search/roots.ts';
import { STOPWORDS } from '../../search/stopwords.ts';
import { tableLines } from '../../search/text-lines.ts';
import { fold, type Word, wordsOf } from '../../search/words.ts';
import { PHRASING_MAX } from '../../shared/phrasings.ts';

const ADDRESS = /\S@\S|(^|\s)@\w|https?:|www\.|\.(com|net|org|br)\b/i;
/** Only the number is removed; the word before it stays. */
const ORDER =
  /(?<![\p{L}\p{N}])(pedidos?|protocolos?|encomendas?|compras?|notas?|matr[ií]culas?|c[óo]digos?|contratos?|processos?|rastreios?|chamados?|boletos?)(?:\s+(?:é|n[ºo°.]+|num|n[uú]mero|de))*[\s:#]*(?=(?:[\w.\-/]*\d){3})[a-z]{0,3}[-#]?\d[\w.\-/]*/giu;
/** Documents, phone numbers, cards, dates of birth, with any separators. */
const LONG_NUMBER = /\d(?:[\s.,\-/()]*\d){3,}/;
/** Folded text: who they are or where they live. */
const INTRODUCTION =
  /\b(me chamo|meu nome|minha nome|nome completo|aqui (e|quem fala e)|quem fala e|sou (o|a) (?!favor|unic|primeir)\w+|me chamam|moro (em|na|no|a)|resido|meu endereco|nasci|minha (mae|filha|esposa|avo|tia|irma|namorada) \w+ (e|esta|tem|quer)|meu (pai|filho|marido|avo|tio|irmao|namorado) \w+ (e|esta|tem|quer))\b/;
const HOUSE = /\b(rua|avenida|av|travessa|alameda|estrada|quadra|bloco|apto|apartamento|cep)\b[^?!.]*\d/;
/** Before a person's name. */
const TITLES = words('sr sra senhor senhora dona seu dr dra doutor doutora prof professor professora tia tio');
const BEFORE_NAMES = words('o a da do com para pra pro ao em por');
/** They turn a name into a place: São Paulo, Santa Teresa. */
const SAINTS = words('sao santo santa dom rio porto');

const FIRST_NAMES: ReadonlySet<string> = new Set(
  tableLines(new URL('first-names.txt', import.meta.url)).flatMap((line) => line.split(' ')),
);

function words(list: string): ReadonlySet<string> {
  return new Set(list.split(' '));
}

/** In capitals for emphasis, such as "PEDIDO". */
function isEmphasis(text: string, { word, start, end }: Word): boolean {
  const written = text.slice(start, end);
  return (
    written === written.toUpperCase() && (word.length === 1 || STOPWORDS.has(word) || isKnownAtLarge(rootOf(word)))
  );
}

function isName(text: string, all: readonly Word[], at: number, isPublic: (word: string) => boolean): boolean {
  const { word, start } = all[at]!;
  if (/\d/.test(word) || isPublic(word)) return false;
  const before = all[at - 1]?.word ?? '';
  if (FIRST_NAMES.has(word)) return !SAINTS.has(before);
  if (SAINTS.has(word) || SAINTS.has(before) || TITLES.has(word)) return false;
  const isCapital = (one?: Word) =>
    one !== undefined && /\p{Lu}/u.test(text[one.start] ?? '') && !isEmphasis(text, one);
  const beginsSentence = start === 0 || /[.!?]\s*$/.test(text.slice(0, start));
  if (!isCapital(all[at]) || text === text.toUpperCase()) return false;
  if (TITLES.has(before)) return true;
  if (beginsSentence) return false;
  const next = all[at + 1];
  if (next && isCapital(next) && !isPublic(next.word)) return true;
  return BEFORE_NAMES.has(before) && !isKnownAtLarge(rootOf(word));
}

/**
 * Without order numbers; null for a longer number, an address or a name. `isPublic`: the business itself uses the word.
 * In doubt null: others will ask the same without personal data.
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
