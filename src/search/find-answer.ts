import { correctSpelling } from './correct-spelling.ts';
import { withFacts } from './facts/answer-with-facts.ts';
import { withListBelow } from './facts/listed-below.ts';
import { withNumberedEntry } from './facts/numbered-entry.ts';
import { withNumberedPart } from './facts/numbered-part.ts';
import { withoutOtherDays } from './facts/other-day.ts';
import { withWeeklyGrid } from './facts/weekly-grid.ts';
import { withFittingStep } from './fitting-step.ts';
import { withKindAskedFor } from './kind-asked-for.ts';
import { withRecords } from './records/answer-with-records.ts';
import { search, type SearchResult } from './search.ts';
import type { Segment } from './segment.ts';
import { withoutUnaskedVerdict } from './unasked-verdict.ts';

export function findAnswer(
  base: readonly Segment[],
  typed: string,
  options?: Parameters<typeof search>[2],
): SearchResult {
  const question = correctSpelling(base, typed);
  const stated = withWeeklyGrid(question, withFacts(base, question, search(base, typed, options)));
  const numbered = withNumberedPart(question, withNumberedEntry(question, stated));
  const recorded = withRecords(base, question, withListBelow(question, numbered));
  const ofStep = withFittingStep(question, withoutOtherDays(question, recorded));
  return withKindAskedFor(question, withoutUnaskedVerdict(question, ofStep));
}
