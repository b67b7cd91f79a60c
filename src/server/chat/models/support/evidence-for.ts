import type { Hit } from '../../../../search/search.ts';
import type { AnswerInput } from '../model.ts';
import { type Evidence, gatherEvidence } from './evidence.ts';

/** Everything that may be asserted. The example of the tone does not count. */
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
