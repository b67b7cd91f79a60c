import { streetAddressesIn } from '../../search/facts/street-addresses.ts';
import { fold } from '../../search/words.ts';
import type { FoundValue } from './found-value.ts';

const STREET = String.raw`(?:rua|r\.|r(?=\s+d[aeo]s?\s)|avenida|av\.?|alameda|al\.|travessa|trav\.?|tv\.?|pra[çc]a|p[çc]a\.?|rodovia|rod\.|estrada|estr\.|ladeira|beco|viela|servid[ãa]o|largo(?=\s+d[aeo]s?\s))`;
/** Words of a sentence about a street that is no address: `a rua tem 3 lojas`. */
const SENTENCE =
  '(?:em|com|sem|t[eê]m|h[áa]|por|para|pra|pro|que|qual|quais|quantos?|quantas?|abrem?|fecham?|[àa]s?|at[ée]|[ée]|eh|ficam?|fazem?|custam?|entregam?|atendem?|vcs?|voc[êe]s?|ou|mas|n[ãa]o|n[ao]s?|aos?|desde|mais|menos|s[óo])';
/** Limited, because after each dot may stand a further street: `r.r.r.…`. */
const ANY_WORD = String.raw`[\p{L}\d][\p{L}\d.'’º°ª-]{0,29}`;
const WORD = String.raw`(?!${SENTENCE}(?![\p{L}\d]))${ANY_WORD}`;
const NAME = String.raw`${WORD}(?:\s+${WORD}){0,7}?`;
/** Some streets have such a name: `rua para 170 apto 4`. */
const ANY_NAME = String.raw`${ANY_WORD}(?:\s+${ANY_WORD}){0,3}?`;
const UNIT =
  '(?:hs?|horas?|min|minutos?|dias?|anos?|m[êe]s|meses|semanas?|reais|km|m|metros?|quadras?|lojas?|vezes|x|pessoas?|unidades?|vagas?|quartos?|de (?:janeiro|fevereiro|mar[çc]o|abril|maio|junho|julho|agosto|setembro|outubro|novembro|dezembro))';
const NUMBER = String.raw`(?:\s*(?:[,–-]\s*)?(?:n(?:[º°o.]{1,2}|[úu]m(?:ero)?\.?)?\s*|km\s*)?(\d{1,5}(?:\s?-?[a-g])?)(?![\p{L}\d]|[.,]\d|[:%/]|\s*${UNIT}(?![\p{L}]))|\s*(?:,\s*)?(s\s?/\s?n[º°]?)(?!\p{L}))`;
const PART = String.raw`(?:\s*(?:[,–-]\s*)?(?:ap(?:to|t|artamento)?|bl(?:oco)?|casa|cs|sala|sl|lote|lt|quadra|qd|conj(?:unto)?|cj|andar|torre)\.?\s*(?:\d{1,4}\s?[a-z]?|[a-z])(?![\p{L}\d]))`;
const POSTCODE = String.raw`(?:\s*(?:[,–-]\s*)?(?:cep:?\s*)?\d{5}-?\d{3}(?!\d))`;
/** As people type it, mostly without capitals. */
const TYPED = [`(${NAME})${NUMBER}`, `(${ANY_NAME})${NUMBER}(?=${PART})`].map(
  (rest) => new RegExp(String.raw`(?<![\p{L}\d])${STREET}\s*${rest}`, 'giu'),
);
/** Addresses of Brasília have no street. */
const BLOCK =
  /(?<![\p{L}\d])(?:sq[ns]w?|c[ln]s|cln|sh[ics][ns]|q[ilnrs][a-z]?)\s?\d{1,4}[\s,–-]+(?:bloco|bl|conj(?:unto)?|cj|casa|lote)\.?\s*[\p{L}\d]{1,4}(?![\p{L}\d])/giu;
const FURTHER = new RegExp(`^${PART}{0,4}${POSTCODE}?`, 'iu');

const LINKS = /^(?:d[aeo]s?|e)$/i;
const hasName = (name: string) => name.split(/\s+/).some((word) => /\p{L}/u.test(word) && !LINKS.test(word));

const keyOf = (street: string, number: string) => `${fold(street)} ${fold(number)}`.replace(/[^a-z0-9]+/g, ' ').trim();

/** With what follows a street and its number: apartment, block, postcode. */
export function findAddresses(text: string): FoundValue[] {
  const ends = (start: number, end: number) => ({ start, end: end + FURTHER.exec(text.slice(end))![0].length });
  const matches = TYPED.flatMap((pattern) => [...text.matchAll(pattern)]);
  const typed = matches.flatMap(({ 0: match, 1: name = '', 2: number, 3: none, index }) =>
    hasName(name) || /[,º°]|\bn/i.test(match.slice(match.indexOf(name) + name.length))
      ? [{ key: keyOf(name, number ?? none ?? ''), ...ends(index, index + match.length) }]
      : [],
  );
  const known = streetAddressesIn(text).map(({ value, start, end }) => ({ key: value, ...ends(start, end) }));
  const blocks = [...text.matchAll(BLOCK)].map(({ 0: match, index }) => ({
    key: keyOf(match, ''),
    ...ends(index, index + match.length),
  }));
  return [...typed, ...known, ...blocks].map((found) => ({ kind: 'address', ...found }));
}
