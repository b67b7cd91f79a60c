import { isKnownAtLarge } from '../../../../search/rerank/background.ts';
import { currentLexicon } from '../../../../search/rerank/lexicon-files.ts';
import { endsLikeVerb, rootOf } from '../../../../search/roots.ts';
import { STOPWORDS } from '../../../../search/stopwords.ts';
import { fold } from '../../../../search/words.ts';
import type { Claim } from './claim.ts';

const CAPITALISED = /(?<![\p{L}\p{M}\d'’\0])\p{Lu}[\p{L}\p{M}]*/gu;
const BEGINS = /(?:^|[.!?:;…"“”‘«»(\[{*_>|/#•–—\n\u20e3-])[\s"“‘«(*_]*$/u;

/** Words with capital letters that are not names. */
const NO_NAMES = new Set(
  (
    'voce voces senhor senhora sr sra dr dra prof srs sras ola sim nao ok oi obs cpf cnpj rg cep cnh pdf csv faq sms ' +
    'brl id tv gps ip url ltda me mei eireli sa etc am pm yes no we you he she it they the our your please hello hi dear ' +
    'segunda terca quarta quinta sexta sabado domingo feira monday tuesday wednesday thursday friday saturday sunday ' +
    'janeiro fevereiro marco abril maio junho julho agosto setembro outubro novembro dezembro brasil portugues ' +
    'january february march april may june july august september october november december brazil english'
  ).split(' '),
);
const LABEL = /^(?:\s\p{Ll}+){0,2}[*_]*:/u;
const ROMAN = /^[IVX]+$/;

const isCommon = (word: string) =>
  STOPWORDS.has(word) ||
  currentLexicon().words.has(word) ||
  isKnownAtLarge(rootOf(word)) ||
  endsLikeVerb(word) ||
  /(?:mos|mente)$/.test(word);

/** Not a brand or a place, even with a capital letter in a title. */
const isOfBusiness = (word: string) => currentLexicon().words.has(word) && isKnownAtLarge(rootOf(word));

/** Except common words at the beginning of a sentence. */
export function readNames(text: string): Claim[] {
  const claims: Claim[] = [];
  for (const { 0: matched, index: start } of text.matchAll(CAPITALISED)) {
    const word = fold(matched);
    if (
      matched.length < 2 ||
      ROMAN.test(matched) ||
      NO_NAMES.has(word.replace(/s$/, '')) ||
      NO_NAMES.has(word) ||
      STOPWORDS.has(word)
    )
      continue;
    const isBeginning = BEGINS.test(text.slice(Math.max(0, start - 12), start));
    const isShouted = matched.length > 4 && matched === matched.toUpperCase();
    const isLabel = isBeginning && LABEL.test(text.slice(start + matched.length));
    if (isLabel || ((isBeginning || isShouted) && isCommon(word))) continue;
    if (isOfBusiness(word)) continue;
    claims.push({
      kind: 'name',
      start,
      end: start + matched.length,
      text: matched,
      readings: [{ key: `name:${word}`, value: null }],
    });
  }
  return claims;
}
