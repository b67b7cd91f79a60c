import type { Hit } from '../../../knowledge/search/search.ts';
import type { AnswerInput } from '../model.ts';
import { type Evidence, gatherEvidence } from './evidence.ts';

/**
 * What an answer may assert: what the passages say that the model was shown, what was said in the conversation, who it is
 * and what day, and what the owner had it told. An example of the tone is nothing to repeat.
 */
export function evidenceFor({ question, resolved, history, voice }: AnswerInput, shown: readonly Hit[]): Evidence {
  const passages = shown.flatMap(({ passage }) => [
    ...[passage.title, passage.heading, passage.question, passage.text, passage.url],
    passage.page === null ? null : String(passage.page),
  ]);
  const conversation = [question, resolved, ...history.flatMap((turn) => [turn.question, turn.answer])];
  const { botName, companyName, today, manner } = voice;
  const told = [botName, companyName, today, manner.personality, manner.restrictions];
  return gatherEvidence([...passages, ...conversation, ...told].filter((text) => text !== null));
}
