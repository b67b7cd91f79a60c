import { daysIn } from '../../../search/facts/opening-hours.ts';
import { type EarlierQuestion, leaningOf } from './follow-up.ts';
import { isDay, isMeasure, isSomebody, suits, withDay, withMeasure, withSomebody } from './measures.ts';
import { textOf } from './named-things.ts';
import { asserted, rankOf, type RetrievalResult, type SearchQuestion, shown } from './retrieval-result.ts';

/** What is said of whom or how much is compared with what was asked before: `e de 30 kg?`. Null for other messages. */
export async function findMeasured(
  find: SearchQuestion,
  question: string,
  topic: EarlierQuestion | undefined,
): Promise<RetrievalResult | null> {
  if (!topic) return null;
  const before = topic.searched ?? topic.question;
  if (isDay(question)) {
    const onDay = withDay(before, question);
    return onDay === null ? null : find(onDay);
  }
  if (isSomebody(question)) {
    const ofOther = await find(withSomebody(before, question));
    return ofOther.result.outcome === 'answered' ? ofOther : null;
  }
  if (!isMeasure(question)) return null;
  const meant = leaningOf(before) === 'bare-place' ? null : withMeasure(before, question);
  if (meant === null) return null;
  const [full, alone] = await Promise.all([find(meant), find(question)]);
  const suiting = [full, alone].find((one) => one.result.outcome === 'answered' && suits(textOf(one), meant, question));
  // The next question goes on with the topic, also if this one needs none.
  if (suiting) return leaningOf(question) === 'no' ? suiting : { ...suiting, resolved: meant };
  return rankOf(full) >= rankOf(alone) ? full : shown(alone);
}

export const tellsDayOf = (found: RetrievalResult, question: string): boolean =>
  daysIn(textOf(found)).some((day) => daysIn(question).includes(day));

/** What was asked before without a day: `vocês alugam só o salão? e no sábado?` Null if its answer speaks of no days. */
export async function findOnDay(
  find: SearchQuestion,
  question: string,
  topic: EarlierQuestion,
): Promise<RetrievalResult | null> {
  const before = topic.searched ?? topic.question;
  if (leaningOf(before) === 'bare-place' || daysIn(before).length > 0) return null;
  const found = await find(`${before.replace(/[?!.\s]+$/, '')} ${question.replace(/^\s*(?:e|mas e?)\s+/i, '')}`);
  const { hits } = found.result;
  const told = hits.find(
    ({ passage: { answer, contentId } }) => answer !== null && contentId === topic.contentIds?.[0],
  );
  if (told && daysIn(told.passage.answer!).length > 0) {
    const ofTopic = { ...found.result, hits: [told, ...hits.filter((hit) => hit !== told)], fact: undefined };
    const same = asserted({ ...found, result: ofTopic });
    return tellsDayOf(same, question) ? same : shown(same);
  }
  if (found.result.outcome !== 'answered' || daysIn(textOf(found)).length === 0) return null;
  return tellsDayOf(found, question) ? found : shown(found);
}

/**
 * It may hold for another quantity or day: `Sim, até 5 km` for `e a 8 km?`. A FAQ without a yes tells its limits as the owner
 * does.
 */
export function misleads(found: RetrievalResult, question: string): boolean {
  const text = textOf(found);
  const isOfOther = isMeasure(question)
    ? !suits(text, found.resolved, question)
    : isDay(question) && daysIn(text).length > 0 && !tellsDayOf(found, question);
  return isOfOther && /^sim\b/i.test(found.result.hits[0]?.passage.answer ?? 'sim');
}
