import type { Hit } from '../../../search/search.ts';
import { bestLine } from '../../../search/shown-lines.ts';
import { t } from '../../runtime/translate.ts';
import type { Answering, AnswerInput, AnswerModel } from '../models/model.ts';
import type { CheckedPiece } from '../models/support/check-support.ts';
import { namesSomething } from '../question/follow-up.ts';

const PARAGRAPH = '\n\n';
const REPEATED_MAX = 80;

const isAnswer = (answering: Answering | null): answering is Answering => answering?.verdict().kind === 'answered';

/** Null if no question has an answer: then the message should be answered as a whole. */
export function answerQuestions(model: AnswerModel, questions: readonly AnswerInput[]): Answering | null {
  const attempts = questions.map((question) => model.answer(question));
  const answers = eachOnce(attempts.filter(isAnswer));
  const [first] = answers;
  if (!first) return null;
  const used = answers.flatMap((one) => one.used);
  const suggestions = attempts.flatMap((attempt) => suggestedBesides(attempt, answers));
  const notFound = questions
    .filter(({ question }, at) => attempts[at] === null && namesSomething(question))
    .map(notFoundText);
  const texts = [...answers.flatMap(({ text }) => text ?? []), ...notFound];
  const isKnown = texts.length === answers.length + notFound.length && suggestions.length === 0;
  return {
    used,
    ...(isKnown ? { text: texts.join(PARAGRAPH) } : {}),
    stream: (signal) => streamEach(answers, notFound, signal),
    spent: () => first.spent(),
    verdict: () => ({ kind: 'answered', suggestions }),
  };
}

/** Without those that another one contains. */
const eachOnce = (answers: readonly Answering[]): Answering[] =>
  answers.filter(({ text }, at) => {
    const holds = (other: Answering, index: number) =>
      index !== at && text !== undefined && other.text?.includes(text) && (other.text !== text || index < at);
    return !answers.some(holds);
  });

function notFoundText({ question }: AnswerInput): string {
  const trimmedQuestion = question.replace(/[\s?!.,]+$/u, '');
  const [start = ''] = trimmedQuestion.match(new RegExp(`^.{0,${REPEATED_MAX}}(?!\\S)`, 'su')) ?? [];
  return t('chat.not_found_besides', {
    question: start === trimmedQuestion ? `${trimmedQuestion}?` : `${start || trimmedQuestion.slice(0, REPEATED_MAX)}…`,
  });
}

/** What was found for a question without an answer, also in a text that answers another one with other lines. */
function suggestedBesides(attempt: Answering | null, answers: readonly Answering[]): readonly Hit[] {
  const verdict = attempt?.verdict();
  if (!attempt || (verdict?.kind !== 'shown' && verdict?.kind !== 'suggested')) return [];
  const contents = new Set(answers.flatMap(({ used }) => used.map(({ passage }) => passage.contentId)));
  const told = answers.map(({ text }) => text ?? '').join(PARAGRAPH);
  const isUsed = ({ passage }: Hit) => contents.has(passage.contentId);
  const others = verdict.suggestions.filter((hit) => !isUsed(hit));
  if (verdict.kind === 'suggested' && others.length > 0) return others;
  const best = attempt.used[0] ?? verdict.suggestions[0];
  return [...(best ? (isUsed(best) ? withoutTold(best, told) : [best]) : []), ...others];
}

/** With the lines found that are not told already; empty if all are. */
function withoutTold(hit: Hit, told: string): Hit[] {
  const lines = hit.quotes ?? [bestLine(hit)];
  const sentences = hit.sentences.filter(({ text }) => lines.includes(text) && !told.includes(text));
  return sentences.length > 0 ? [{ ...hit, sentences }] : [];
}

/** Last, the questions without one. */
async function* streamEach(
  answers: readonly Answering[],
  notFound: readonly string[],
  signal: AbortSignal,
): AsyncGenerator<CheckedPiece> {
  for (const [at, answer] of answers.entries()) {
    if (at > 0) yield PARAGRAPH;
    yield* answer.stream(signal);
  }
  for (const text of notFound) yield PARAGRAPH + text;
}
