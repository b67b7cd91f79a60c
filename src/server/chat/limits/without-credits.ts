import type { PersonContact } from '../../../shared/chat-protocol.ts';
import type { WidgetContext } from '../../db/platform.ts';
import { SAME_QUESTION, questionLikeness } from '../../knowledge/search/similar.ts';
import type { Hit } from '../../knowledge/search/search.ts';
import { embeddedModel } from '../models/embedded.ts';
import type { AnswerInput, Answering } from '../models/model.ts';
import { personOf } from '../person.ts';
import { limitSentence } from './sentence.ts';

const FREE = { inputTokens: 0, outputTokens: 0, cost: 0 };

const asksTheSame = ({ passage }: Hit, { question, resolved }: AnswerInput): boolean =>
  passage.question != null &&
  passage.answer !== null &&
  [question, resolved].some((asked) => questionLikeness(passage.question!, asked) >= SAME_QUESTION);

/** The answer that stands ready for this very question, given for nothing; null when there is none or it may not be. */
export function readyAnswer({ limits }: Pick<WidgetContext, 'limits'>, input: AnswerInput): Answering | null {
  const { result } = input;
  if ((limits?.withoutCredits ?? 'faq') !== 'faq' || !result.isAnswerable) return null;
  const ready = result.hits.find((hit) => asksTheSame(hit, input));
  const answering = ready && embeddedModel.answer({ ...input, result: { ...result, hits: [ready] } });
  return answering ? { ...answering, spent: () => FREE } : null;
}

/** What is said, and the way to a person with it, where no answer stands ready; null when there is no such way. */
export function sayWithoutCredits(context: WidgetContext): { text: string; person: PersonContact } | null {
  const person = personOf(context.appearance);
  return person ? { text: limitSentence(context, 'credits'), person } : null;
}
