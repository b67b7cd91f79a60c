import { bitOf, shownIn } from '../../../search/rerank/wants.ts';
import type { LeftContact, PersonContact } from '../../../shared/chat-protocol.ts';
import { EMBEDDED_MODEL_ID } from '../../../shared/models.ts';
import { t, tOneOf } from '../../runtime/translate.ts';
import { asksNothing } from '../classify/classify.ts';
import type { ChosenModel } from '../models/choose-model.ts';
import { embeddedModel } from '../models/embedded.ts';
import type { Answering, AnswerModel } from '../models/model.ts';
import { personContactFor, phoneIn } from '../person-contact.ts';
import { partsOf } from '../question/message-parts.ts';
import type { AnswerContext, AnswerRequest, Reply } from './answer-context.ts';
import { answerQuestions } from './answer-questions.ts';

const declinedText = ({ context }: AnswerRequest, { words }: ChosenModel) =>
  context.defaultMessage || words.declined || t('chat.default_message');

/** Whenever asked for, otherwise once per conversation. The owner's contact, or else the one in the base. */
export function personFor({ request, thread, base }: AnswerContext, isAskedFor: boolean): PersonContact | undefined {
  return isAskedFor || !thread.offeredPerson ? personContactFor(request.context, base) : undefined;
}

/** A person if the visitor asks for one or complains, otherwise the text for unknown answers. */
export function declinedReply(context: AnswerContext): Reply {
  const { request, base, asksForPerson, complains, wishes, repeats, team } = context;
  const isMereComplaint = complains && asksNothing(request.question);
  const isNeeded = asksForPerson || complains || wishes || repeats;
  const person = personFor(context, isNeeded);
  const phone = isNeeded && !person?.whatsapp ? phoneIn(base) : undefined;
  const isKnown = person !== undefined || phone !== undefined;
  if (!asksForPerson && !isMereComplaint) {
    const text =
      isKnown && (wishes || repeats)
        ? withPhone(t(wishes ? 'chat.wish_person' : 'chat.repeated_person'), phone)
        : declinedText(request, context.chosen);
    return {
      text: complains ? prependSympathy(context, text) : text,
      model: embeddedModel,
      outcome: 'unknown',
      person,
    };
  }
  if (asksForPerson && team?.canCall) {
    return { text: t('chat.calling_person'), model: embeddedModel, outcome: 'small_talk' };
  }
  const lines = [
    ...(complains ? [sympathy(request)] : []),
    isKnown
      ? t(complains ? 'chat.complaint_person' : 'chat.person')
      : request.context.defaultMessage || t('chat.no_person'),
  ];
  const text = withPhone([...(team?.note ? [team.note] : []), ...lines].join(' '), phone);
  return { text, model: embeddedModel, outcome: isKnown ? 'small_talk' : 'unknown', person };
}

const withPhone = (text: string, phone: string | undefined): string =>
  phone === undefined ? text : `${text}\n${t('chat.facts.phone')}: ${phone}`;

/** The form with the contact filled in, or else how to reach a person, if that is known. */
export function replyToContact(context: AnswerContext, contact: LeftContact): Reply {
  const person = personFor(context, true);
  const phone = person ? undefined : phoneIn(context.base);
  const { takesMessages } = context.request.context;
  const isNobodyKnown = !person && phone === undefined;
  const text = isNobodyKnown
    ? t('chat.contact_untaken')
    : withPhone(t(takesMessages ? 'chat.contact_form' : 'chat.contact_elsewhere'), phone);
  return { text, model: embeddedModel, outcome: 'small_talk', person, ...(takesMessages && { contact }) };
}

const sympathy = ({ messageId }: AnswerRequest) => tOneOf('chat.sympathy', messageId);

export const prependSympathy = ({ request }: AnswerContext, words: string): string => `${sympathy(request)} ${words}`;

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

const asksForNothingElse = ({ request, asksForPerson }: AnswerContext) =>
  asksForPerson && partsOf(request.question).filter(({ kind }) => kind !== 'courtesy').length === 1;

/**
 * An exact fact, or the owner's own answer with a contact. A page counts only if no contact is known to offer instead.
 */
function leadsToPerson({ used }: Answering, context: AnswerContext): boolean {
  if (context.found.result.fact) return true;
  const [best] = used;
  if (!best || (shownIn(best.passage.text) & bitOf('contact')) === 0) return false;
  return (
    best.passage.answer !== null || (personFor(context, true) === undefined && phoneIn(context.base) === undefined)
  );
}

/** Null if there is none, or if it would only show or suggest contents to a visitor who asks for a person. */
export function modelAnswer(context: AnswerContext, model: AnswerModel): Answering | null {
  // A generative model gets the whole message at once. The embedded model, which quotes, answers each question
  // separately.
  const byQuestion = model.id === EMBEDDED_MODEL_ID ? answerQuestions(model, context.questions) : null;
  const answering = byQuestion ?? model.answer(context.input);
  const kind = answering?.verdict().kind;
  const isChoice = kind === 'suggested' || kind === 'shown';
  // Whoever only asks for a person gets one, even if the base tells how to reach the team.
  if (context.team?.canCall && asksForNothingElse(context)) return null;
  if (isChoice && context.asksForPerson && personFor(context, true)) return null;
  if (answering && model.id === EMBEDDED_MODEL_ID && asksForNothingElse(context) && !leadsToPerson(answering, context))
    return null;
  // Generative models phrase their sympathy themselves.
  return answering && context.complains && model.id === EMBEDDED_MODEL_ID
    ? withSympathy(answering, sympathy(context.request))
    : answering;
}
