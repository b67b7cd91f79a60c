import type { PersonContact } from '../../../shared/chat-protocol.ts';
import type { WidgetContext } from '../../db/platform.ts';
import type { Segment } from '../../knowledge/search/segment.ts';
import { embeddedModel } from '../models/embedded.ts';
import type { AnswerModel } from '../models/model.ts';
import { personIn, personOf } from '../person.ts';
import { limitSentence } from './sentence.ts';

const FREE = { inputTokens: 0, outputTokens: 0, cost: 0 };

/** Whether the base still answers: its owner may have chosen that only the way to a person is offered. */
export const answersWithoutCredits = ({ limits }: Pick<WidgetContext, 'limits'>): boolean =>
  (limits?.withoutCredits ?? 'faq') === 'faq';

/** The embedded model, for nothing. */
export const freeModel: AnswerModel = {
  ...embeddedModel,
  estimate: () => 0,
  answer(input) {
    const answering = embeddedModel.answer(input);
    return answering && { ...answering, spent: () => FREE };
  },
};

/** What is said, and the way to a person with it, where the base does not answer; null when there is no such way. */
export function replyTextWithoutCredits(
  context: WidgetContext,
  base: readonly Segment[],
): { text: string; person: PersonContact } | null {
  const person = personOf(context.appearance) ?? personIn(base);
  return person ? { text: limitSentence(context, 'credits'), person } : null;
}
