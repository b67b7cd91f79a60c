import { fold } from '../words.ts';
import type { FoundFact } from './fact.ts';

const STREET =
  '(?:Rua|R\\.|Avenida|Av\\.?|Alameda|Al\\.|Travessa|Tv\\.|Pra[çc]a|P[çc]a\\.?|Rodovia|Rod\\.|Estrada|Estr\\.|Largo|Ladeira|Quadra|Q\\.|Via|Viela|Beco|Servid[ãa]o|Boulevard|Passeio|Parque)';
const WORD = "[\\p{Lu}\\d][\\p{L}\\d.'’º°-]*";
const LINK = '(?:d[aeo]s?|e|-)';
const NAME = `(?:${LINK}\\s+)?${WORD}(?:\\s+(?:${LINK}\\s+)?${WORD}){0,6}`;
/** `, 120`, ` nº 45-B`, `, s/n`, `, km 12`: only a number makes it an address. */
const NUMBER =
  '(?:\\s*(?:[,–-]\\s*)?(?:n[º°o.]{1,2}\\s*|n[úu]mero\\s+|km\\s*)?(\\d{1,5}(?:[.,]\\d{1,3})?(?:-?[A-Z])?(?![\\d]|[:h%]|\\s*(?:h\\b|reais|%)))|\\s*(?:,\\s*)?(s\\s?/\\s?n[º°]?))';
const ADDRESS = new RegExp(`(?<![\\p{L}\\d])${STREET}\\s+(${NAME}?)${NUMBER}`, 'gu');
/** `BR-040 km 688`; with the kilometre as its number. */
const HIGHWAY = /(?<![\p{L}\d])([A-Z]{2}[- ]?\d{3}),?\s*(?:no\s+)?km\s*(\d{1,4}(?:[.,]\d{1,3})?)/gu;

/** Matches every text that may contain an address. */
export const MAY_HOLD_ADDRESS = new RegExp(`${STREET}\\s|[A-Z]{2}[- ]?\\d{3}`);

export const streetAddressesIn = (text: string): FoundFact[] =>
  [...text.matchAll(ADDRESS), ...text.matchAll(HIGHWAY)].map((match) => {
    const [matched, street = '', number, none] = match;
    const words = fold(street).replace(/[^a-z0-9]+/g, ' ');
    const value = `${words.trim()} ${number === undefined ? fold(none ?? '').replace(/\W/g, '') : number.replace(/\D/g, '')}`;
    return { kind: 'address' as const, value, start: match.index, end: match.index + matched.length };
  });
