import type { Hit } from '../../../../search/search.ts';
import type { AnswerInput } from '../model.ts';
import { type Evidence, gatherEvidence } from './evidence.ts';

/**
 * Returns everything that an answer may assert: the passages shown to the model, the conversation, the assistant's
 * identity, the current date, and the owner's instructions. The example of the tone does not count.
 */
export function evidenceFor({ question, resolved, history, voice }: AnswerInput, shown: readonly Hit[]): Evidence {
  const passages = shown.flatMap(({ passage }) => [
    ...[passage.title, passage.heading, passage.question, passage.text, passage.url],
    passage.page === null ? null : String(passage.page),
  ]);
  const asked = [question, resolved, ...history.map((turn) => turn.question)];
  const { botName, companyName, today, answerProfile } = voice;
  const identity = [botName, companyName, today, answerProfile.personality, answerProfile.restrictions];
  const answered = history.map((turn) => turn.answer);
  return gatherEvidence(
    [...passages, ...answered, ...identity].filter((text) => text !== null),
    asked,
  );
}
