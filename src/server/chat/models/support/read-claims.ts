import { type Claim, UnreadText } from './claim.ts';
import { readLinks } from './links.ts';
import { readNames } from './names.ts';
import { readNumbers } from './numbers.ts';
import { foldText } from './plain-letters.ts';
import { readWordClaims } from './word-claims.ts';

/** Quick, because most words of an answer do not. */
const MAY_CLAIM =
  /[\p{Lu}\d$€%½@[\]<>:/]|\.\S|\b(?:duas|dois|tr[eê]s|quatro|cinco|seis|sete|oito|nove|dez|onze|doze|treze|(?:ca|qua)torze|quinze|deze|vinte|trinta|quarenta|[a-z]+enta\b|cem\b|cento|[a-z]+ent[oa]s|mil\b|mei[ao]\b|janeiro|fevereiro|mar[cç]o|abril|maio|junho|julho|agosto|setembro|outubro|novembro|dezembro|gr[aá]tis|gratui|gra[cç]a\b|isen|sem\b|n[aã]o\b|zero\b|nossa\b|cortesia|metade|d[uú]zia|dezena|centena|dobro|triplo|ter[cç]o)/u;

export const canClaim = (text: string): boolean => MAY_CLAIM.test(text);

export function readFigures(text: string): { claims: Claim[]; rest: string } {
  const unread = new UnreadText(text);
  const links = readLinks(unread);
  const rest = unread.text;
  unread.text = foldText(rest);
  return { claims: [...links, ...readWordClaims(unread), ...readNumbers(unread)], rest };
}

export function readClaims(text: string): Claim[] {
  if (!canClaim(text)) return [];
  const { claims, rest } = readFigures(text);
  // Codes and dates may have capital letters, so skip names that overlap them.
  const names = readNames(rest).filter((name) => !claims.some((one) => overlaps(one, name)));
  return [...claims, ...names]
    .map((claim) => ({ ...claim, text: text.slice(claim.start, claim.end).trim() }))
    .sort((a, b) => a.start - b.start);
}

const overlaps = (one: Claim, other: Claim) => one.start < other.end && other.start < one.end;
