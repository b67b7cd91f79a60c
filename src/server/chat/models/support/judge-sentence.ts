import type { Claim } from './claim.ts';
import type { Evidence } from './evidence.ts';
import { readClaims } from './read-claims.ts';

const QUESTION = /\?[\s"'”’»)*_\]]*$/;
const LEADS_IN = /:[\s*_]*$/;

/**
 * Returns the unsupported claims of a whole sentence. In a question only links are checked. A small number of items
 * is supported by a list with that many items.
 */
export function unsupportedIn(sentence: string, evidence: Evidence, { isAsking }: { isAsking: boolean }): Claim[] {
  const assertsNothing = isAsking || QUESTION.test(sentence);
  return readClaims(sentence).filter((claim) => {
    if (assertsNothing && claim.kind !== 'link') return false;
    if (claim.isVague || (claim.isCount && counts(sentence, claim))) return false;
    return !evidence.supports(claim);
  });
}

/** Returns whether a sentence lists as many items as it states, or introduces a list below it. */
function counts(sentence: string, { end, readings }: Claim): boolean {
  if (LEADS_IN.test(sentence)) return true;
  const list = sentence.slice(sentence.indexOf(':', end) + 1 || end);
  return list.split(/,|;|\se\s|\sou\s|\band\b/).length === readings[0]!.value;
}
