import { LEXICON } from '../../src/search/load-lexicon.ts';
import { resetIntentBank } from '../../src/search/rerank/intent-bank.ts';
import { Lexicon } from '../../src/search/rerank/lexicon.ts';
import { useLexicon } from '../../src/search/rerank/lexicon-files.ts';
import { areaUnderCurve, mean } from '../search/measures.ts';
import type { Business } from './businesses.ts';
import { judgeLeftOut, readCases } from './cases.ts';

/**
 * Prints the loss of each figure without each section of the lexicon, and the figures with only half of the sections.
 */
export function printLexiconContributions(businesses: readonly Business[]): void {
  const sections = [...new Set(LEXICON.groups.map(({ section }) => section))];
  const isGeneral = new Set(LEXICON.groups.filter((group) => group.isGeneral).map(({ section }) => section));
  console.log('\nlexicon                          groups   first  three  AUROC now');
  const print = (name: string, isIncluded: (section: string) => boolean) => {
    const groups = LEXICON.groups.filter(({ section }) => isIncluded(section));
    use(new Lexicon(groups));
    const cases = readCases(businesses);
    const answerable = cases.filter(({ isAnswerable }) => isAnswerable);
    const judged = judgeLeftOut(cases, 1);
    const likely = (has: boolean) => judged.filter(({ one }) => one.isAnswerable === has).map(({ now }) => now);
    const percent = (values: boolean[]) => (100 * mean(values.map(Number))).toFixed(1).padStart(6);
    console.log(
      `  ${name.padEnd(31)} ${String(groups.length).padStart(5)}  ${percent(answerable.map(({ isFirst }) => isFirst))} ` +
        `${percent(answerable.map(({ isAmongThree }) => isAmongThree))}      ` +
        areaUnderCurve(likely(true), likely(false)).toFixed(3),
    );
  };
  print('all', () => true);
  print('none', () => false);
  print('only general sections', (section) => isGeneral.has(section));
  print('only sections of one trade', (section) => !isGeneral.has(section));
  for (const section of sections) print(`without ${section}`, (other) => other !== section);
  use(new Lexicon(LEXICON.groups));
}

function use(lexicon: Lexicon): void {
  useLexicon(lexicon);
  resetIntentBank();
}
