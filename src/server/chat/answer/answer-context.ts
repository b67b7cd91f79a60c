import type { Segment } from '../../../search/segment.ts';
import type {
  AskBody,
  ExchangeOutcome,
  LeftContact,
  PersonContact,
  Suggestion,
} from '../../../shared/chat-protocol.ts';
import type { ChatType } from '../../../shared/chat-types.ts';
import type { WidgetContext } from '../../db/platform.ts';
import { type Tenant, tenant } from '../../db/tenant.ts';
import type { SearchScope } from '../../knowledge/base.ts';
import { openPersonalData } from '../../personal-data/hide-personal-data.ts';
import type { TokenUsage } from '../../providers/tokens.ts';
import type { Services } from '../../runtime/services.ts';
import type { Availability } from '../handover/visitor-talk.ts';
import { chooseModel, type ChosenModel } from '../models/choose-model.ts';
import type { Answering, AnswerInput, AnswerModel } from '../models/model.ts';
import type { RetrievalResult } from '../question/retrieval-result.ts';
import type { ConversationThread, ThreadExchange } from '../thread.ts';

export interface AnswerRequest extends AskBody {
  question: string;
  context: WidgetContext;
  type: ChatType;
  /** The visitor's IP address, for the limit per minute. */
  ip: string;
  messageId: string;
  /** What was said before, from a caller that keeps its own conversations; what is stored goes first. */
  earlier?: readonly ThreadExchange[];
  /** In the visitor's profile of a channel. */
  profileName?: string | null;
  /** The answer is charged, but not stored. */
  isUnstored?: boolean;
  /** Told once, before the end of the answer, what its language model has used. */
  onSpent?(spent: TokenUsage): void;
}

/** A fixed text, or an answer that a model makes. */
export interface Reply {
  readonly text?: string;
  readonly answering?: Answering;
  readonly model: AnswerModel;
  /** Provisional during a stream: the model may still decline. */
  readonly outcome: ExchangeOutcome;
  readonly suggestions?: readonly Suggestion[];
  readonly person?: PersonContact;
  readonly contact?: LeftContact;
}

export interface QuestionContext {
  readonly services: Services;
  readonly request: AnswerRequest;
  readonly owner: Tenant;
  readonly scope: SearchScope;
  readonly thread: ConversationThread;
  readonly chosen: ChosenModel;
}

export interface AnswerContext extends QuestionContext {
  readonly found: RetrievalResult;
  readonly asksForPerson: boolean;
  readonly complains: boolean;
  /** Can a person be called now? Only for visitors who ask or complain, while that is on. */
  readonly team: Availability | undefined;
  /** The question was asked just before, without an answer. */
  readonly repeats: boolean;
  readonly wishes: boolean;
  readonly base: readonly Segment[];
  readonly input: AnswerInput;
  /** One per question, if the message asks several. */
  readonly questions: readonly AnswerInput[];
}

export const ownerOf = ({ accountId, contextId }: WidgetContext) => tenant(accountId, [contextId]);

export const scopeOf = (context: WidgetContext): SearchScope => ({
  tenant: ownerOf(context),
  inheritance: context.inheritance,
});

export const namesIn = ({ request: { identity, profileName }, thread }: QuestionContext): string[] =>
  [identity?.name, profileName, thread.visitorName].filter((name) => typeof name === 'string');

function hiderOf(question: QuestionContext): (text: string) => string {
  const { hide, hideWords } = openPersonalData(namesIn(question));
  for (const exchange of question.thread.exchanges) [exchange.question, exchange.answer].forEach(hide);
  hide(question.request.question);
  return hideWords;
}

/** Returns what a provider may get of a text that is searched for: it has words of the question and of earlier ones. */
export function searchedAs(question: QuestionContext): (text: string) => string {
  if (!question.request.context.hidesPersonalData) return (text) => text;
  let hideWords: ((text: string) => string) | undefined;
  return (text) => {
    hideWords ??= hiderOf(question);
    return hideWords(text);
  };
}

export function createQuestionContext(
  services: Services,
  request: AnswerRequest,
  thread: ConversationThread,
): QuestionContext {
  const { context, earlier } = request;
  const chosen = chooseModel(services, context);
  const known = earlier && thread.exchanges.length === 0 ? { ...thread, exchanges: [...earlier] } : thread;
  return { services, request, owner: ownerOf(context), scope: scopeOf(context), thread: known, chosen };
}
