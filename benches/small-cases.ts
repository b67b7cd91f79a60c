import type { AnswerNowSigns, SuggestSigns } from '../src/server/knowledge/search/close/close-signs.ts';
import { closeSigns } from '../src/server/knowledge/search/close/read-closely.ts';
import { withFacts } from '../src/server/knowledge/facts/answer-with-facts.ts';
import { extractAnswer } from '../src/server/knowledge/search/extract-answer.ts';
import { findRanked } from '../src/server/knowledge/search/find-ranked.ts';
import type { Segment } from '../src/server/knowledge/search/segment.ts';
import { search, type SearchOutcome } from '../src/server/knowledge/search/search.ts';
import { fitLogistic, type Fitted, oddsBy } from './logistic.ts';
import { contains } from './search-measures.ts';
import { type Business, segmentOf, type SmallQuestion } from './small-set.ts';

/** A question with what search makes of it. */
export interface Case {
  business: string;
  contents: number;
  question: SmallQuestion;
  /** Whether the base says it; whether the first content does, and one of those that would be suggested. */
  isAnswerable: boolean;
  isFirst: boolean;
  isAmongThree: boolean;
  /** Whether the embedded model's answer holds what a right one does; true where the set does not tell. */
  isQuoted: boolean;
  signs: { now: AnswerNowSigns; near: SuggestSigns } | null;
  outcome: SearchOutcome;
  confidence: number;
}

/** What becomes of a case: likelihoods of answering at once and of suggesting. */
export interface Judged {
  one: Case;
  now: number;
  near: number;
}

/** Asks every question that stands by itself. */
export function readCases(businesses: readonly Business[]): Case[] {
  return businesses.flatMap((business) => {
    const chain = [segmentOf(business)];
    const asked = business.questions.filter(({ after }) => after === undefined);
    return asked.map((question) =>
      readCase(chain, { business: business.business, contents: business.items.length, question }),
    );
  });
}

/** Asks one question of a base. */
export function readCase(chain: readonly Segment[], about: Pick<Case, 'business' | 'contents' | 'question'>): Case {
  const { q, expect, contains: holds = [] } = about.question;
  const result = withFacts(chain, q, search(chain, q));
  const ids = [...new Set(result.hits.map(({ passage }) => passage.contentId))];
  const found = findRanked(chain, q, undefined);
  return {
    ...about,
    isAnswerable: expect !== null,
    isFirst: expect?.includes(ids[0] ?? '') ?? false,
    isAmongThree: ids.slice(0, 3).some((id) => expect?.includes(id)),
    isQuoted: holds.length === 0 || contains(extractAnswer(result, q)?.text ?? '', holds),
    signs: found?.close ? closeSigns(found.close, found) : null,
    ...{ outcome: result.outcome, confidence: result.confidence },
  };
}

/** What a near-miss counts in learning when to suggest: most of them are well served by suggestions. */
const NEAR_MISS_WEIGHT = 0.3;
const DOCUMENT_WEIGHTS: Record<string, number> = { documents: 0.3, 'taken-out': 0.3, foreign: 0.3 };
const weightOf = ({ question: { kind } }: Case) => DOCUMENT_WEIGHTS[kind] ?? 1;
export const RIDGE = { now: 4, near: 4 };

const valuesOf = (signs: object): number[] => Object.values(signs) as number[];

/** Learns both decisions from some cases. */
export function learn(cases: readonly Case[], ridge = RIDGE): { now: Fitted; near: Fitted } {
  const read = cases.flatMap(({ signs, ...one }) => (signs === null ? [] : [{ ...one, signs }]));
  const now = read.map((one) => ({ signs: valuesOf(one.signs.now), holds: one.isFirst, weight: weightOf(one) }));
  const near = read.map((one) => ({
    signs: valuesOf(one.signs.near),
    holds: one.isAnswerable,
    weight: weightOf(one) * (one.question.kind === 'near-miss' ? NEAR_MISS_WEIGHT : 1),
  }));
  return { now: fitLogistic(now, ridge.now), near: fitLogistic(near, ridge.near) };
}

const likelihood = (odds: number) => 1 / (1 + Math.exp(-odds));

export function judge(learned: { now: Fitted; near: Fitted }, cases: readonly Case[]): Judged[] {
  return cases.map((one) => ({
    one,
    now: one.signs === null ? 0 : likelihood(oddsBy(learned.now, valuesOf(one.signs.now))),
    near: one.signs === null ? 0 : likelihood(oddsBy(learned.near, valuesOf(one.signs.near))),
  }));
}

/** Judges every case by what was learned without its business: `size` businesses are left out at a time. */
export function judgeLeftOut(
  cases: readonly Case[],
  size: number,
  more: readonly Case[] = [],
  ridge = RIDGE,
): Judged[] {
  const names = [...new Set(cases.map(({ business }) => business))];
  const folds = Math.ceil(names.length / size);
  const foldOf = ({ business }: Case) => names.indexOf(business) % folds;
  return Array.from({ length: folds }, (_, fold) =>
    judge(
      learn([...cases.filter((one) => foldOf(one) !== fold), ...more], ridge),
      cases.filter((one) => foldOf(one) === fold),
    ),
  ).flat();
}
