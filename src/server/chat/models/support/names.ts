import { isKnownAtLarge } from '../../../knowledge/search/close/background.ts';
import { theLexicon } from '../../../knowledge/search/close/lexicon-files.ts';
import { endsLikeVerb, rootOf } from '../../../knowledge/search/close/roots.ts';
import { STOPWORDS } from '../../../knowledge/search/stopwords.ts';
import { fold } from '../../../knowledge/search/words.ts';
import type { Claim } from './claim.ts';

/** A word that begins with a capital letter, after a word or at the beginning of something. */
const CAPITALISED = /(?<![\p{L}\p{M}\d'’\0])\p{Lu}[\p{L}\p{M}]*/gu;
/** What a sentence, an entry of a list, a quote or a title begins behind. */
const BEGINS = /(?:^|[.!?:;…"“”‘«»(\[{*_>|/#•–—\n-])[\s"“‘«(*_]*$/u;

/** Capital letters that name nothing of this business. */
const NO_NAMES = new Set(
  (
    'voce voces senhor senhora sr sra dr dra prof srs sras ola sim nao ok oi obs cpf cnpj rg cep cnh pdf csv faq sms ' +
    'id tv gps ip url ltda me mei eireli sa etc am pm yes no we you he she it they the our your please hello hi dear ' +
    'segunda terca quarta quinta sexta sabado domingo feira monday tuesday wednesday thursday friday saturday sunday ' +
    'janeiro fevereiro marco abril maio junho julho agosto setembro outubro novembro dezembro brasil portugues ' +
    'january february march april may june july august september october november december brazil english'
  ).split(' '),
);
/** `Opening hours:` */
const LABEL = /^(?:\s\p{Ll}+){0,2}[*_]*:/u;
const ROMAN = /^[IVX]+$/;

/** Words of business, or of the language at large: with a capital letter at a beginning they name nobody. */
const isCommon = (word: string) =>
  STOPWORDS.has(word) ||
  theLexicon().words.has(word) ||
  isKnownAtLarge(rootOf(word)) ||
  endsLikeVerb(word) ||
  /(?:mos|mente)$/.test(word);

/** A word of business that the language at large knows, too: no make and no place, though a title gave it a capital letter. */
const isOfBusiness = (word: string) => theLexicon().words.has(word) && isKnownAtLarge(rootOf(word));

/** The names in a text: capitalised words that are not common ones at the beginning of something. */
export function readNames(text: string): Claim[] {
  const claims: Claim[] = [];
  for (const { 0: written, index: start } of text.matchAll(CAPITALISED)) {
    const word = fold(written);
    if (
      written.length < 2 ||
      ROMAN.test(written) ||
      NO_NAMES.has(word.replace(/s$/, '')) ||
      NO_NAMES.has(word) ||
      STOPWORDS.has(word)
    )
      continue;
    const isBeginning = BEGINS.test(text.slice(Math.max(0, start - 12), start));
    const isShouted = written.length > 4 && written === written.toUpperCase();
    const isLabel = isBeginning && LABEL.test(text.slice(start + written.length));
    if (isLabel || ((isBeginning || isShouted) && isCommon(word))) continue;
    if (isOfBusiness(word)) continue;
    claims.push({
      kind: 'name',
      start,
      end: start + written.length,
      text: written,
      readings: [{ key: `name:${word}`, value: null }],
    });
  }
  return claims;
}
