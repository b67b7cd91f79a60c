import type { Hit } from '../knowledge/search/search.ts';
import type { AnswerInput, Answering, AnswerModel } from './models/model.ts';
import type { Piece } from './models/support/check-support.ts';

/** Between the answers to two questions. */
const PARAGRAPH = '\n\n';

const isAnswer = (answering: Answering | null): answering is Answering => answering?.verdict().kind === 'answered';

/**
 * Answers each question of a message by itself, the answers as paragraphs of one; what is near to those without an answer
 * is offered besides. Null where none has an answer: then the message is answered as one.
 */
export function answerQuestions(model: AnswerModel, questions: readonly AnswerInput[]): Answering | null {
  const given = questions.map((question) => model.answer(question));
  const answers = given.filter(isAnswer);
  const [first] = answers;
  if (!first) return null;
  const used = answers.flatMap((one) => one.used);
  const told = new Set(used.map(({ passage }) => passage.contentId));
  const suggestions = given.flatMap(suggestedBy).filter(({ passage }) => !told.has(passage.contentId));
  const texts = answers.flatMap(({ text }) => text ?? []);
  const isKnown = texts.length === answers.length && suggestions.length === 0;
  return {
    used,
    ...(isKnown ? { text: [...new Set(texts)].join(PARAGRAPH) } : {}),
    stream: (signal) => streamEach(answers, signal),
    spent: () => first.spent(),
    verdict: () => ({ kind: 'answered', suggestions }),
  };
}

function suggestedBy(answering: Answering | null): readonly Hit[] {
  const verdict = answering?.verdict();
  return verdict?.kind === 'suggested' ? verdict.suggestions : [];
}

/** The answers one after another; what one says that another has said already is left out. */
async function* streamEach(answers: readonly Answering[], signal: AbortSignal): AsyncGenerator<Piece> {
  const told = new Set<string>();
  for (const answer of answers) {
    if (answer.text !== undefined && told.has(answer.text)) continue;
    if (told.size > 0) yield PARAGRAPH;
    told.add(answer.text ?? '');
    yield* answer.stream(signal);
  }
}
