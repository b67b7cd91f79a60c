import { analysePassage } from './analyse.ts';
import { readCloseQuestion } from './close/close-question.ts';
import { readPassage } from './close/close-reading.ts';
import { readSegment } from './close/close-segment.ts';
import { buildSegment, type Phrasing, type Phrasings, type Segment } from './segment.ts';
import { questionLikeness } from './similar.ts';
import { wordsOf } from './words.ts';

/** A question that is asked in the words of a phrasing, or nearly so. */
export interface PhrasingMatch extends Phrasing {
  /** 0 to 1. */
  likeness: number;
}

/**
 * The likeness from which on a question is the same as a phrasing, and from which on it is near. Set on pairs of questions
 * that differ in one detail ("abre sábado?", "abre domingo?"), which stay below the first.
 */
export const SAME_PHRASING = 0.75;
export const NEAR_PHRASING = 0.45;
/** Phrasings whose likeness is worked out, of those that share most with the question. */
const COMPARED = 8;

/** The same for questions that differ in case, accents, spaces or marks alone. */
export const phrasingKey = (text: string): string =>
  wordsOf(text)
    .map(({ word }) => word)
    .join(' ');

/**
 * Makes phrasings ready to be compared with questions. They are no passages of the knowledge: what a business writes, and
 * not what its visitors type, says how rare a word is there.
 */
export function indexPhrasings(list: readonly Phrasing[]): Phrasings {
  const none = { contentId: '', heading: null, page: null, url: null, title: '', text: '', answer: '' };
  const rows = list.map(({ text }, ordinal) => {
    const passage = { ...none, ordinal, question: text };
    return { passage, analysis: analysePassage(passage) };
  });
  return { list, byKey: new Map(list.map((one) => [phrasingKey(one.text), one])), segment: buildSegment(rows) };
}

/** The phrasing of a chain that a question is most like; null where none is near. Of equal ones the first. */
export function findPhrasing(chain: readonly Segment[], question: string): PhrasingMatch | null {
  let best: PhrasingMatch | null = null;
  const key = phrasingKey(question);
  for (const { phrasings } of chain) {
    if (!phrasings) continue;
    const same = phrasings.byKey.get(key);
    if (same) return { ...same, likeness: 1 };
    const near = nearestOf(phrasings, question);
    if (near && near.likeness > (best?.likeness ?? 0)) best = near;
  }
  return best;
}

/** As alike as the warier of two measures says: one knows the words of the trade, the other what is asked and denied. */
function nearestOf({ list, segment }: Phrasings, question: string): PhrasingMatch | null {
  const close = readSegment(segment);
  const asked = readCloseQuestion([close], question);
  const shares = list
    .map((phrasing, at) => ({ phrasing, share: readPassage(close, 0, at, asked).dice }))
    .filter(({ share }) => share >= NEAR_PHRASING)
    .sort((a, b) => b.share - a.share)
    .slice(0, COMPARED);
  const matches = shares.map(({ phrasing, share }) => ({
    ...phrasing,
    likeness: Math.min(share, questionLikeness(question, phrasing.text)),
  }));
  const [best] = matches.sort((a, b) => b.likeness - a.likeness);
  return best && best.likeness >= NEAR_PHRASING ? best : null;
}
