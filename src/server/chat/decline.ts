import type { PersonContact } from '../../shared/chat-protocol.ts';
import { EMBEDDED_MODEL_ID } from '../../shared/models.ts';
import { t, tOneOf } from '../runtime/translate.ts';
import type { AnswerRequest, AnswerContext, Reply } from './answer-context.ts';
import { answerQuestions } from './answer-questions.ts';
import { asksNothing } from './classify/classify.ts';
import type { ChosenModel } from './models/choose-model.ts';
import { embeddedModel } from './models/embedded.ts';
import type { Answering, AnswerModel } from './models/model.ts';
import { personIn, personOf, phoneIn } from './person.ts';

const declinedText = ({ context }: AnswerRequest, { words }: ChosenModel) =>
  context.defaultMessage || words.declined || t('chat.default_message');

/** The way to a person: whenever one is asked for, and once where the base does not know; what the base states where its owner set none. */
export function personFor({ ask, thread, base }: AnswerContext, isAskedFor: boolean): PersonContact | undefined {
  return isAskedFor || !thread.offeredPerson ? (personOf(ask.context.appearance) ?? personIn(base)) : undefined;
}

/** What is said where nothing answers: the way to a person where one is asked for or would help, else that one does not know. */
export function declineWith(run: AnswerContext): Reply {
  const { ask, base, asksForPerson, complains } = run;
  const isMereComplaint = complains && asksNothing(ask.question);
  const person = personFor(run, asksForPerson || complains);
  if (!asksForPerson && !isMereComplaint) {
    const text = declinedText(ask, run.chosen);
    return { text: complains ? sympathyWith(run, text) : text, model: embeddedModel, outcome: 'unknown', person };
  }
  const phone = person?.whatsapp ? undefined : phoneIn(base);
  const isKnown = person !== undefined || phone !== undefined;
  const lines = [
    ...(complains ? [sympathy(ask)] : []),
    isKnown
      ? t(complains ? 'chat.complaint_person' : 'chat.person')
      : ask.context.defaultMessage || t('chat.no_person'),
  ];
  const text = [lines.join(' '), ...(phone ? [`${t('chat.facts.phone')}: ${phone}`] : [])].join('\n');
  return { text, model: embeddedModel, outcome: isKnown ? 'small_talk' : 'unknown', person };
}

const sympathy = ({ messageId }: AnswerRequest) => tOneOf('chat.sympathy', Number.parseInt(messageId.slice(-6), 16));

/** Words with what is said to somebody who complains in front. */
export const sympathyWith = ({ ask }: AnswerContext, words: string): string => `${sympathy(ask)} ${words}`;

/** An answer in the base's own words with what is said to somebody who complains in front. */
function withSympathy(answering: Answering, words: string): Answering {
  return {
    ...answering,
    ...(answering.text === undefined ? {} : { text: `${words}\n${answering.text}` }),
    async *stream(signal) {
      let isFirst = true;
      for await (const piece of answering.stream(signal)) {
        yield isFirst ? `${words}\n${piece}` : piece;
        isFirst = false;
      }
    },
  };
}

/** What a model says of what was found. Null: it says nothing; nor is somebody who asks for a person given a choice. */
export function answeringBy(run: AnswerContext, model: AnswerModel): Answering | null {
  // A model that writes is asked all at once; what is quoted is quoted for each question.
  const byQuestion = model.id === EMBEDDED_MODEL_ID ? answerQuestions(model, run.questions) : null;
  const answering = byQuestion ?? (run.input && model.answer(run.input));
  const isChoice = answering?.verdict().kind === 'suggested';
  if (isChoice && run.asksForPerson && personFor(run, true)) return null;
  // Other models find words of their own.
  return answering && run.complains && model.id === EMBEDDED_MODEL_ID
    ? withSympathy(answering, sympathy(run.ask))
    : answering;
}
