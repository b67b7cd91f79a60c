import type { AskBody, PersonContact, Suggestion } from '../../shared/chat-protocol.ts';
import type { WidgetContext } from '../db/platform.ts';
import { type Tenant, tenant } from '../db/tenant.ts';
import type { SearchScope } from '../knowledge/base.ts';
import type { Segment } from '../knowledge/search/segment.ts';
import type { Services } from '../runtime/services.ts';
import type { Retrieved } from './find-passages.ts';
import type { Reservation } from './limits/admit.ts';
import { chooseModel, type ChosenModel } from './models/choose-model.ts';
import type { Answering, AnswerInput, AnswerModel } from './models/model.ts';
import type { ConversationThread, ConversationType, ExchangeOutcome } from './transcript.ts';

export interface AnswerRequest extends AskBody {
  question: string;
  context: WidgetContext;
  type: ConversationType;
  /** The visitor's IP address, for the limit per minute. */
  ip: string;
  messageId: string;
}

/** The reply to one question, before it is streamed: a fixed text, or an answer that a model makes. */
export interface Reply {
  text?: string;
  answering?: Answering;
  model: AnswerModel;
  outcome: ExchangeOutcome;
  /** Suggestions that the visitor can choose from. */
  suggestions?: Suggestion[];
  person?: PersonContact;
  /** Whether credits are reserved for it. */
  isReserved?: boolean;
}

/** The state of one question while it is being answered. */
export interface AnswerContext {
  services: Services;
  ask: AnswerRequest;
  owner: Tenant;
  scope: SearchScope;
  thread: ConversationThread;
  reservation: Reservation | null;
  chosen: ChosenModel;
  found: Retrieved | null;
  asksForPerson: boolean;
  complains: boolean;
  /** The knowledge base that was searched; empty before the search. */
  base: readonly Segment[];
  input: AnswerInput | null;
  /** The model input of each question, if the message asks several. */
  questions: readonly AnswerInput[];
}

export const ownerOf = ({ accountId, contextId }: WidgetContext) => tenant(accountId, [contextId]);

/** Returns the state of a question before the search. */
export async function createAnswerContext(
  services: Services,
  ask: AnswerRequest,
  thread: ConversationThread,
): Promise<AnswerContext> {
  const owner = ownerOf(ask.context);
  const scope = { tenant: owner, inheritance: ask.context.inheritance };
  const chosen = await chooseModel(services, ask.context);
  const nothing = { reservation: null, found: null, input: null, questions: [], base: [] };
  return { services, ask, owner, scope, thread, chosen, asksForPerson: false, complains: false, ...nothing };
}
