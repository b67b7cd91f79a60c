import type { AskBody, PersonContact, Suggestion } from '../../shared/chat-protocol.ts';
import type { WidgetContext } from '../db/platform.ts';
import { type Tenant, tenant } from '../db/tenant.ts';
import type { SearchScope } from '../knowledge/base.ts';
import type { Segment } from '../knowledge/search/segment.ts';
import type { Services } from '../runtime/services.ts';
import type { Retrieved } from './find-passages.ts';
import type { Reservation } from './limits/admit.ts';
import { type ChosenModel, chooseModel } from './models/choose-model.ts';
import type { AnswerInput, Answering, AnswerModel } from './models/model.ts';
import type { ConversationType, ExchangeOutcome, ConversationThread } from './transcript.ts';

export interface AnswerRequest extends AskBody {
  question: string;
  context: WidgetContext;
  type: ConversationType;
  /** Of the visitor, for the limit of a minute. */
  ip: string;
  messageId: string;
}

/** What is said for one question, once it is known who says it. */
export interface Reply {
  text?: string;
  answering?: Answering;
  model: AnswerModel;
  outcome: ExchangeOutcome;
  /** What is offered to choose from. */
  suggestions?: Suggestion[];
  person?: PersonContact;
  /** Credits are held for it. */
  isReserved?: boolean;
}

/** Everything of one question under way. */
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
  /** What is known here, once it was searched. */
  base: readonly Segment[];
  input: AnswerInput | null;
  /** The same for each question of a message that asks several. */
  questions: readonly AnswerInput[];
}

export const ownerOf = ({ accountId, contextId }: WidgetContext) => tenant(accountId, [contextId]);

/** A question as it comes in, before anything is looked for. */
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
