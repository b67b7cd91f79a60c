import type { Claim } from './claim.ts';
import type { Evidence } from './evidence.ts';
import { readClaims } from './read-claims.ts';

const QUESTION = /\?[\s"'”’»)*_\]]*$/;
const LEADS_IN = /:[\s*_]*$/;

/**
 * What a whole sentence asserts without support. A question asserts nothing, but its links may be followed; a small number
 * of things is supported by a list of as many.
 */
export function unsupportedIn(sentence: string, evidence: Evidence, { isAsking }: { isAsking: boolean }): Claim[] {
  const assertsNothing = isAsking || QUESTION.test(sentence);
  return readClaims(sentence).filter((claim) => {
    if (assertsNothing && claim.kind !== 'link') return false;
    if (claim.isVague || (claim.isCount && counts(sentence, claim))) return false;
    return !evidence.supports(claim);
  });
}

/** Whether a sentence lists as many things as it says, or leads in what is listed below it. */
function counts(sentence: string, { end, readings }: Claim): boolean {
  if (LEADS_IN.test(sentence)) return true;
  const list = sentence.slice(sentence.indexOf(':', end) + 1 || end);
  return list.split(/,|;|\se\s|\sou\s|\band\b/).length === readings[0]!.value;
}
