import { extractAnswer } from '../../src/search/extract-answer.ts';
import { findAnswer } from '../../src/search/find-answer.ts';
import { rankPassages } from '../../src/search/rank-passages.ts';
import type { DecisionSignals } from '../../src/search/rerank/decide.ts';
import { logOdds } from '../../src/search/rerank/decide.ts';
import { decisionSignals } from '../../src/search/rerank/rerank.ts';
import type { SearchOutcome } from '../../src/search/search.ts';
import type { Segment } from '../../src/search/segment.ts';
import { shownLines } from '../../src/search/shown-lines.ts';
import { contains } from '../search/measures.ts';
import { type Business, segmentOf, type SmallQuestion } from './businesses.ts';
import { fitLogistic, type Fitted, oddsBy } from './logistic.ts';

/** A question with the result of the search. */
export interface Case {
  business: string;
  contents: number;
  question: SmallQuestion;
  /** Whether the base has the answer, whether the first content is right, and whether one of the suggested ones is. */
  isAnswerable: boolean;
  isFirst: boolean;
  isAmongThree: boolean;
  /** Whether the embedded model's answer contains the expected text; true when the set does not specify it. */
  isQuoted: boolean;
  /** Whether the lines that are shown of the first content contain the expected text; absent over HTTP. */
  isShownRight?: boolean;
  signs: DecisionSignals | null;
  outcome: SearchOutcome;
  confidence: number;
}

/** A case with the estimated likelihoods that it should be answered or suggested. */
export interface JudgedCase {
  one: Case;
  now: number;
  near: number;
}

/** Asks every question that is not a follow-up. */
export function readCases(businesses: readonly Business[]): Case[] {
  return businesses.flatMap((business) => {
    const chain = [segmentOf(business)];
    const standalone = business.questions.filter(({ after }) => after === undefined);
    return standalone.map((question) =>
      readCase(chain, { business: business.business, contents: business.items.length, question }),
    );
  });
}

/**
 * Asks every story where it has no answer: in its own base without the contents that answer it, and in the bases of
 * other businesses. Needed because all collected stories have an answer.
 */
export function readStoryCases(businesses: readonly Business[]): Case[] {
  return businesses.flatMap((own) =>
    own.questions
      .filter(({ kind }) => kind === 'long')
      .flatMap((question) => {
        const { q, expect } = question;
        const ask = (kind: string, items: Business['items']) =>
          readCase([segmentOf({ items })], {
            business: own.business,
            contents: items.length,
            question: { q, kind, expect: null },
          });
        const others = businesses.filter((other) => other !== own);
        return [
          ask(
            'story-taken-out',
            own.items.filter(({ id }) => !expect?.includes(id)),
          ),
          ...others.map(({ items }) => ask('story-foreign', items)),
        ];
      }),
  );
}

/** Searches a base for the question. Returns the case with the result of the search. */
export function readCase(chain: readonly Segment[], about: Pick<Case, 'business' | 'contents' | 'question'>): Case {
  const { q, expect, contains: holds = [] } = about.question;
  const result = findAnswer(chain, q);
  const ids = [...new Set(result.hits.map(({ passage }) => passage.contentId))];
  const found = rankPassages(chain, q, undefined);
  return {
    ...about,
    isAnswerable: expect !== null,
    isFirst: expect?.includes(ids[0] ?? '') ?? false,
    isAmongThree: ids.slice(0, 3).some((id) => expect?.includes(id)),
    isQuoted: holds.length === 0 || contains(extractAnswer(result)?.text ?? '', holds),
    isShownRight: contains(result.hits[0] ? (shownLines(result.hits[0])?.text ?? '') : '', holds),
    signs: found?.reranking ? decisionSignals(found.reranking, found) : null,
    outcome: result.outcome,
    confidence: result.confidence,
  };
}

/** Weight of near misses when training the suggestion decision: suggestions serve most of them well. */
const NEAR_MISS_WEIGHT = 0.3;
/** Training weights by kind of case; the default is 1. */
const WEIGHTS: Record<string, number> = {
  documents: 0.3,
  'taken-out': 0.3,
  foreign: 0.3,
  'story-taken-out': 1,
  'story-foreign': 0.1,
};
const weightOf = ({ question: { kind } }: Pick<Case, 'question'>) => WEIGHTS[kind] ?? 1;
/** Stories asked where they have no answer; used only for the decision on stories. */
const isMadeUp = ({ question: { kind } }: Pick<Case, 'question'>) => kind.startsWith('story-');
/**
 * Likelihoods from which the product answers, suggests, and answers a story; chosen by hand from the bench's output.
 */
export const THRESHOLDS = { now: 0.665, near: 0.23, story: 0.42 };
const RIDGE = { now: 4, near: 4 };

const valuesOf = (signs: object): number[] => Object.values(signs) as number[];

interface Learned {
  now: Fitted;
  near: Fitted;
  story: Fitted;
}

/** Trains the decisions from cases. The artificial story cases do not affect other questions. */
export function trainDecisions(cases: readonly Case[], ridge = RIDGE): Learned {
  const read = cases.flatMap(({ signs, ...one }) => (signs === null ? [] : [{ ...one, signs }]));
  const realCases = read.filter((one) => !isMadeUp(one));
  const now = realCases.map((one) => ({ signs: valuesOf(one.signs.now), holds: one.isFirst, weight: weightOf(one) }));
  const near = realCases.map((one) => ({
    signs: valuesOf(one.signs.near),
    holds: one.isAnswerable,
    weight: weightOf(one) * (one.question.kind === 'near-miss' ? NEAR_MISS_WEIGHT : 1),
  }));
  const story = read.flatMap((one) => {
    const { story: signs } = one.signs;
    return signs === null ? [] : [{ signs: valuesOf(signs), holds: one.isFirst, weight: weightOf(one) }];
  });
  return {
    now: fitLogistic(now, ridge.now),
    near: fitLogistic(near, ridge.near),
    story: fitLogistic(story, ridge.now),
  };
}

const likelihood = (odds: number) => 1 / (1 + Math.exp(-odds));
/** Stories have a threshold of their own: shifts their likelihood so that the common threshold applies. */
const asOthers = (odds: number) => likelihood(odds - logOdds(THRESHOLDS.story) + logOdds(THRESHOLDS.now));

export function judgeCases(learned: Learned, cases: readonly Case[]): JudgedCase[] {
  return cases.map((one) => {
    if (one.signs === null) return { one, now: 0, near: 0 };
    const { now, near, story, lacksDetail } = one.signs;
    const sure = story
      ? asOthers(oddsBy(learned.story, valuesOf(story)))
      : likelihood(oddsBy(learned.now, valuesOf(now)));
    return { one, now: lacksDetail ? 0 : sure, near: likelihood(oddsBy(learned.near, valuesOf(near))) };
  });
}

/** Judges each case by decisions trained without its business, leaving out `size` businesses at a time. */
export function judgeLeftOut(
  cases: readonly Case[],
  size: number,
  more: readonly Case[] = [],
  ridge = RIDGE,
): JudgedCase[] {
  const names = [...new Set(cases.map(({ business }) => business))];
  const folds = Math.ceil(names.length / size);
  const foldOf = ({ business }: Case) => names.indexOf(business) % folds;
  return Array.from({ length: folds }, (_, fold) =>
    judgeCases(
      trainDecisions(
        [...cases, ...more].filter((one) => foldOf(one) !== fold),
        ridge,
      ),
      cases.filter((one) => foldOf(one) === fold),
    ),
  ).flat();
}
