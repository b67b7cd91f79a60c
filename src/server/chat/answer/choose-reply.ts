import { questionSimilarity } from '../../../search/question-similarity.ts';
import { embeddedModel } from '../models/embedded.ts';
import { readCourtesy } from '../question/message-parts.ts';
import type { RetrievalResult } from '../question/retrieval-result.ts';
import { answerSmallTalk } from '../question/small-talk.ts';
import { leftContactIn } from '../question/visitor-moves.ts';
import type { AnswerContext, Reply } from './answer-context.ts';
import { declinedReply, modelAnswer, personFor, replyToContact } from './decline.ts';

/** From here on, a courtesy is one of the owner's own questions, with the owner's answer. */
const OWN_COURTESY_SIMILARITY = 0.9;

function isOwnCourtesy(question: string, { result }: RetrievalResult): boolean {
  const known = result.hits[0]?.passage.question;
  return known != null && questionSimilarity(known, question) >= OWN_COURTESY_SIMILARITY;
}

/** Before anything is streamed. A model may still decline or offer suggestions in its stream. */
export function chooseReply(context: AnswerContext): Reply {
  const { request, found, chosen, asksForPerson, complains, wishes, repeats } = context;
  const { question, messageId } = request;
  const isKnown = found.result.outcome === 'answered';
  const courtesy = readCourtesy(question);
  if (courtesy && !(isKnown && isOwnCourtesy(question, found))) {
    const { botName: bot, companyName: company } = request.context.appearance;
    // Without a question mark, `beleza` asks nobody how they are once an answer was given.
    const isAgreed = courtesy === 'wellbeing' && context.thread.exchanges.length > 0 && !question.includes('?');
    const text = answerSmallTalk(isAgreed ? 'acknowledgement' : courtesy, messageId, { bot, company });
    return { text, model: embeddedModel, outcome: 'small_talk' };
  }
  const contact = leftContactIn(question);
  if (contact) return replyToContact(context, contact);
  const answering = modelAnswer(context, chosen.model);
  if (!answering) return declinedReply(context);
  // What nobody answers for sure, somebody can do.
  const isOpen = (wishes || repeats) && answering.verdict().kind !== 'answered';
  const person = asksForPerson || complains || isOpen ? personFor(context, true) : undefined;
  return { answering, model: chosen.model, outcome: 'answered', person };
}
