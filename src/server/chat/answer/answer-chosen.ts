import { v5 as uuidv5 } from 'uuid';
import { livePassages } from '../../../search/hidden-passages.ts';
import type { Passage } from '../../../search/passage.ts';
import type { Segment } from '../../../search/segment.ts';
import { isUnconfirmed } from '../../../search/unconfirmed.ts';
import { wholeAnswer } from '../../../search/whole-answer.ts';
import type { AskBody, ChatEvent, Suggestion } from '../../../shared/chat-protocol.ts';
import { type ChatType, isVisitors } from '../../../shared/chat-types.ts';
import type { WidgetContext } from '../../db/platform.ts';
import { openBase, type SearchScope } from '../../knowledge/base.ts';
import { proposePhrasing } from '../../knowledge/phrasings/propose.ts';
import { ApiError } from '../../runtime/api-error.ts';
import type { Services } from '../../runtime/services.ts';
import { t } from '../../runtime/translate.ts';
import { assertActive } from '../limits/admit.ts';
import { matchLinkRules } from '../link-rules.ts';
import { sourcesOf } from '../question/sources.ts';
import { labelOf } from '../question/suggestions.ts';
import { type ConversationThread, readThread } from '../thread.ts';
import { storeChoice, type StoredChoice } from '../transcript.ts';
import { ownerOf } from './answer-context.ts';
import { passToPerson } from './pass-to-person.ts';

interface Choice extends AskBody {
  context: WidgetContext;
  type: ChatType;
  messageId: string;
  chosen: NonNullable<AskBody['chosen']>;
  network: string;
}

type Named = Pick<Suggestion, 'contentId' | 'ordinal'>;
const isSame = (a: Named, b: Named) => a.contentId === b.contentId && a.ordinal === b.ordinal;

/** The given exchange, or the newest that offered it. Throws `ApiError` `suggestion_not_offered`. */
function findOffer({ answered, exchanges }: ConversationThread, chosen: Named) {
  const among = answered ? [answered] : exchanges.toReversed();
  for (const exchange of among) {
    const offered = exchange.suggestions.find((suggestion) => isSame(suggestion, chosen));
    if (offered) return { exchange, offered };
  }
  throw new ApiError('suggestion_not_offered');
}

/** Throws `ApiError` `suggestion_gone` if the passage was removed or changed since. */
function findPassage(base: readonly Segment[], offered: Suggestion): Passage {
  for (const segment of base) {
    const passage = livePassages(segment).find((one) => isSame(one, offered));
    if (passage && labelOf(passage) === offered.label) return passage;
  }
  throw new ApiError('suggestion_gone');
}

async function* streamChoice(
  services: Services,
  scope: SearchScope,
  ids: { conversationId: string; messageId: string },
  { answer, sources }: StoredChoice,
): AsyncGenerator<ChatEvent> {
  const { conversationId, messageId } = ids;
  yield { event: 'conversation', data: { id: conversationId } };
  yield { event: 'sources', data: sources };
  yield { event: 'delta', data: { text: answer } };
  const links = await matchLinkRules(services.db, scope, answer);
  yield { event: 'done', data: { messageId, outcome: 'answered', grounded: true, links } };
}

/**
 * Answers with a suggestion that was offered earlier in the conversation, without a search. The choice belongs to
 * the exchange that offered it, so it is neither counted nor charged again. The same choice made again returns the
 * same answer. While a person is called or there, the choice is a message for that person instead.
 *
 * Throws `ApiError` `not_found` for a conversation of another visitor; `suggestion_not_offered`, `suggestion_gone`
 * or `chat_deactivated`.
 */
export async function answerChosen(services: Services, choice: Choice): Promise<AsyncGenerator<ChatEvent>> {
  const { context, chosen, type, network } = choice;
  const owner = ownerOf(context);
  const scope = { tenant: owner, inheritance: context.inheritance };
  const thread = await readThread(services.db, owner, choice);
  const { exchange, offered } = findOffer(thread, chosen);
  if (thread.isWithPerson) {
    // Derived, so that the same choice sent again is one message.
    const id = uuidv5(`${chosen.contentId}:${chosen.ordinal}`, exchange.id);
    return passToPerson(services, owner, thread.conversationId, { id, text: offered.label });
  }
  if (isVisitors(type)) assertActive(context);
  const ids = { conversationId: thread.conversationId, messageId: exchange.id };
  const base = await openBase(services.db, scope);
  const passage = findPassage(base, offered);
  const sources = sourcesOf([{ passage, score: 0, sentences: [] }]);
  const text = wholeAnswer(passage);
  const isDoubtful = isUnconfirmed({ passage, score: 0, sentences: [], quotes: [text] });
  const chosenAnswer = { ...chosen, answer: isDoubtful ? `${t('chat.shown')}\n\n${text}` : text, sources };
  const isRepeated =
    exchange.chosen && isSame(exchange.chosen, chosen) && exchange.chosen.answer === chosenAnswer.answer;
  if (!isRepeated) await storeChoice(services.db, owner, ids, chosenAnswer);
  if (!isRepeated && isVisitors(type)) {
    const question = exchange.searched ?? exchange.question;
    await proposePhrasing(services.db, owner, base, { ...ids, question, passage, network });
  }
  return streamChoice(services, scope, ids, chosenAnswer);
}
