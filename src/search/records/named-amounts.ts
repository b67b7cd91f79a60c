import { rootOf } from '../roots.ts';
import { wordsOf } from '../words.ts';

/** Names of amounts that are not what something costs: `multa por atraso: R$ 165,74`. */
const AMOUNT_NAMES: ReadonlySet<string> = new Set(
  'limite teto multa juros caucao fianca franquia sinal'.split(' ').map(rootOf),
);

const amountNamesIn = (text: string): string[] =>
  wordsOf(text).flatMap(({ word }) => {
    const root = rootOf(word);
    return AMOUNT_NAMES.has(root) ? [root] : [];
  });

/** Returns whether a text names an amount that the question does not. */
export function namesOtherAmount(question: string, text: string): boolean {
  const asked = amountNamesIn(question);
  return amountNamesIn(text).some((name) => !asked.includes(name));
}
/** Returns whether a text lacks an amount that the question names. */
export function lacksAmount(question: string, text: string): boolean {
  const said = amountNamesIn(text);
  return amountNamesIn(question).some((name) => !said.includes(name));
}
