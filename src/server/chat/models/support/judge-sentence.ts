import type { Claim } from './claim.ts';
import type { Evidence } from './evidence.ts';
import { foldText } from './plain-letters.ts';
import { readClaims } from './read-claims.ts';

const QUESTION = /\?[\s"'”’»)*_\]]*$/;
const ASSERTING =
  /^[\s"'“«*_(¿-]*(?:sabia|viu|ja (?:viu|sabia)|nao e)\b|,\s*(?:(?:esta|ta|tudo) )?(?:certo|ok|okay|ne|bem|combinado|viu|sabia|entendeu|nao e|beleza)[\s!]*\?[\s"'”’»)*_\]]*$/;
const LEADS_IN = /:[\s*_]*$/;

/** False even in a question: a price, a date, a telephone number, a percentage or a link. */
const isFirm = ({ kind, readings }: Claim) =>
  kind === 'price' || kind === 'date' || kind === 'link' || readings.some(({ key }) => /^(?:id|percent):/.test(key));

/** A question may contain other numbers and names. A small number of items is supported by a list of that many. */
export function unsupportedIn(sentence: string, evidence: Evidence, { isAsking }: { isAsking: boolean }): Claim[] {
  const isQuestion = isAsking || (QUESTION.test(sentence) && !ASSERTING.test(foldText(sentence)));
  return readClaims(sentence).filter((claim) => {
    if (isQuestion && !isFirm(claim)) return false;
    if (claim.isVague || (claim.isCount && counts(sentence, claim))) return false;
    return !evidence.supports(claim);
  });
}

function counts(sentence: string, { end, readings }: Claim): boolean {
  if (LEADS_IN.test(sentence)) return true;
  const list = sentence.slice(sentence.indexOf(':', end) + 1 || end);
  return list.split(/,|;|\se\s|\sou\s|\band\b/).length === readings[0]!.value;
}
