import type { Hit } from '../../../search/search.ts';
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
  const answers = attempts.filter(isAnswer);
  const [first] = answers;
  if (!first) return null;
  const used = answers.flatMap((one) => one.used);
  const usedContents = new Set(used.map(({ passage }) => passage.contentId));
  const suggestions = attempts.flatMap(suggestedBy).filter(({ passage }) => !usedContents.has(passage.contentId));
  const notFound = questions
    .filter(({ question }, at) => attempts[at] === null && namesSomething(question))
    .map(notFoundText);
  const texts = [...answers.flatMap(({ text }) => text ?? []), ...notFound];
  const isKnown = texts.length === answers.length + notFound.length && suggestions.length === 0;
  return {
    used,
    ...(isKnown ? { text: [...new Set(texts)].join(PARAGRAPH) } : {}),
    stream: (signal) => streamEach(answers, notFound, signal),
    spent: () => first.spent(),
    verdict: () => ({ kind: 'answered', suggestions }),
  };
}

function notFoundText({ question }: AnswerInput): string {
  const trimmedQuestion = question.replace(/[\s?!.,]+$/u, '');
  const [start = ''] = trimmedQuestion.match(new RegExp(`^.{0,${REPEATED_MAX}}(?!\\S)`, 'su')) ?? [];
  return t('chat.not_found_besides', {
    question: start === trimmedQuestion ? `${trimmedQuestion}?` : `${start || trimmedQuestion.slice(0, REPEATED_MAX)}…`,
  });
}

function suggestedBy(answering: Answering | null): readonly Hit[] {
  const verdict = answering?.verdict();
  if (verdict?.kind === 'shown') return [...answering!.used, ...verdict.suggestions];
  return verdict?.kind === 'suggested' ? verdict.suggestions : [];
}

/** Equal answers once; last, the questions without one. */
async function* streamEach(
  answers: readonly Answering[],
  notFound: readonly string[],
  signal: AbortSignal,
): AsyncGenerator<CheckedPiece> {
  const sentTexts = new Set<string>();
  for (const answer of answers) {
    if (answer.text !== undefined && sentTexts.has(answer.text)) continue;
    if (sentTexts.size > 0) yield PARAGRAPH;
    sentTexts.add(answer.text ?? '');
    yield* answer.stream(signal);
  }
  for (const text of notFound) yield PARAGRAPH + text;
}
