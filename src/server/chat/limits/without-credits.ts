import type { Segment } from '../../../search/segment.ts';
import type { PersonContact } from '../../../shared/chat-protocol.ts';
import type { WidgetContext } from '../../db/platform.ts';
import { embeddedModel } from '../models/embedded.ts';
import type { AnswerModel } from '../models/model.ts';
import { personContactFor } from '../person-contact.ts';
import { limitSentence } from './sentence.ts';

const FREE = { inputTokens: 0, outputTokens: 0, cost: 0 };

/** The owner may have chosen to offer only the contact of a person. */
export const answersWithoutCredits = ({ limits }: Pick<WidgetContext, 'limits'>): boolean =>
  (limits?.withoutCredits ?? 'faq') === 'faq';

export const freeModel: AnswerModel = {
  ...embeddedModel,
  estimate: () => 0,
  answer(input) {
    const answering = embeddedModel.answer(input);
    return answering && { ...answering, spent: () => FREE };
  },
};

/** When the base does not answer; null without a contact. */
export function replyTextWithoutCredits(
  context: WidgetContext,
  base: readonly Segment[],
): { text: string; person: PersonContact } | null {
  const person = personContactFor(context, base);
  return person ? { text: limitSentence(context, 'credits'), person } : null;
}
