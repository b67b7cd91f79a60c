import type {
  AnswerOutcome,
  AskBody,
  ChatEvents,
  Exchange,
  LeftContact,
  LinkRule,
  PersonContact,
  Source,
  Suggestion,
} from '../shared/chat-protocol.ts';
import type { HandoverOffer, VisitorTalk } from '../shared/handover.ts';
import { CallFailure, type Calls, type OwnConversation } from './call.ts';
import type { About } from './known-visitor.ts';
import { newMessageId, newVisitorToken, type Past, visitStore, visitWith, visitWithout } from './visit.ts';
import { boundedData } from './visit-data.ts';
import * as words from './words.ts';

export type Rating = 'up' | 'down';

/** A chosen suggestion is a turn of its own, after the one that offered it. */
export interface Turn {
  id: string;
  question: string;
  answer: string;
  grounded: boolean;
  /** Not before the answer is complete, nor for a chosen suggestion. */
  outcome?: AnswerOutcome;
  sources: readonly Source[];
  links: readonly LinkRule[];
  /** Those offered, and the one chosen last. */
  suggestions: readonly Suggestion[];
  chosenSuggestion?: Suggestion;
  /** This turn is a chosen suggestion, whose label is the question. */
  chosen?: AskBody['chosen'];
  person?: PersonContact;
  contact?: LeftContact;
  handover?: HandoverOffer;
  rating?: Rating | null;
  state: 'waiting' | 'streaming' | 'done' | 'stopped' | 'failed';
  /** In state `failed`. Empty `errorText`: the owner's error message. */
  failure?: { errorText: string; isOffline: boolean; canRetry: boolean; isGone: boolean; person?: PersonContact };
}

interface ConversationOptions {
  calls: Calls;
  contextId: string;
  demo?: string;
  remember: boolean;
  about?: () => About;
}

export interface ConversationListener {
  turn(turn: Turn): void;
  /** With state `done`, `stopped` or `failed`. */
  ended(turn: Turn): void;
  reset(talk?: VisitorTalk | null): void;
  history(state: 'loading' | 'ready' | 'failed'): void;
}

export interface Conversation {
  readonly turns: readonly Turn[];
  /** Undefined until the first question was accepted. */
  readonly id: string | undefined;
  readonly satisfied: boolean | null;
  own(): OwnConversation;
  isBusy(): boolean;
  /** Resolves when the answer has ended, even if it failed. */
  ask(question: string): Promise<void>;
  /** Resolves like `ask`. */
  choose(turn: Turn, suggestion: Suggestion): Promise<void>;
  retry(turn: Turn): Promise<void>;
  stop(): void;
  /** The current one becomes a past one. */
  restart(): void;
  /** On this device, most recent first. */
  past(): Past[];
  openPast(id: string): void;
  /** Everything stored on this device. */
  forget(): void;
  /** Rejects when it could not be saved. */
  rate(turn: Turn, rating: Rating): Promise<void>;
  /** Rejects when it could not be saved. */
  finish(satisfied: boolean): Promise<void>;
  restore(): Promise<void>;
  destroy(): void;
}

interface ShownConversation {
  conversationId?: string;
  turns: Turn[];
  satisfied: boolean | null;
}

/** The owner's error message is shown instead of the server's. */
const UNANSWERED = /^(?:answer_failed|unavailable|internal|cut|still|)$/;
const FINAL_STATUS = /^(?:401|403|404|410|422)$/;
const STOPPED = /^limit_(?!minute)/;

const newConversation = (): ShownConversation => ({ turns: [], satisfied: null });

export function failureText({ failure }: Turn, errorMessage: string): string {
  const text = failure?.errorText || errorMessage;
  return failure?.isOffline ? `${words.offline} ${text}` : text;
}

function failureOf(error: unknown): Turn['failure'] {
  const { status, code, message, person } = error instanceof CallFailure ? error : new CallFailure(0, '', '');
  return {
    errorText: status < 500 && !UNANSWERED.test(code) ? message : '',
    isOffline: status === 0 && (code === 'offline' || navigator.onLine === false),
    // Nor does a chat that is not there any more, such as that of an expired link, take messages.
    isGone: status === 404 || status === 410,
    canRetry: !FINAL_STATUS.test(String(status)) && !STOPPED.test(code),
    person,
  };
}

export function createConversation(options: ConversationOptions, on: ConversationListener): Conversation {
  const { calls } = options;
  const store = visitStore(options.contextId, options.remember);
  let view = newConversation();
  let running: AbortController | undefined;
  let isDestroyed = false;

  let ownToken: string | undefined;
  const visit = () => store.read() ?? { visitorToken: (ownToken ??= newVisitorToken()), past: [] };
  const own = (): OwnConversation => ({
    conversationId: view.conversationId ?? '',
    visitorToken: visit().visitorToken,
  });
  /** It no longer exists on the server or belongs to another visitor. */
  const drop = (id: string) => {
    const left = visitWithout(visit(), id);
    if (left.past.length > 0 || left.conversationId) store.write(left);
    else store.forget();
  };

  const take = (turn: Turn, at: ShownConversation, name: keyof ChatEvents, data: unknown) => {
    if (name === 'conversation') at.conversationId = (data as ChatEvents['conversation']).id;
    else if (name === 'sources') turn.sources = data as Source[];
    else if (name === 'delta') {
      turn.answer += (data as ChatEvents['delta']).text;
      turn.state = 'streaming';
    } else if (name === 'restart') {
      turn.answer = '';
      turn.sources = [];
      turn.state = 'waiting';
    } else if (name === 'suggestions') turn.suggestions = data as Suggestion[];
    else if (name === 'done') {
      const done = data as ChatEvents['done'];
      turn.id = done.messageId || turn.id;
      turn.grounded = done.grounded;
      turn.outcome = done.outcome;
      turn.links = done.links ?? [];
      turn.person = done.person;
      turn.contact = done.contact;
      turn.handover = done.handover;
      turn.state = 'done';
    }
    if ((name === 'conversation' || name === 'done') && at === view && at.conversationId) {
      store.write(visitWith(visit(), at.conversationId, at.turns[0]!.question));
    }
    notify(turn, at);
  };
  const listen = (turn: Turn, at: ShownConversation, signal: AbortSignal) => {
    const { identity, data } = options.about?.() ?? {};
    const body: AskBody = {
      question: turn.question,
      messageId: turn.id,
      visitorToken: visit().visitorToken,
      identity,
      data: boundedData(data),
    };
    if (at.conversationId) body.conversationId = at.conversationId;
    if (turn.chosen) body.chosen = turn.chosen;
    if (options.demo) body.demo = options.demo;
    return calls.ask(body, (name, data) => !signal.aborted && take(turn, at, name, data), signal);
  };

  const notify = (turn: Turn, at: ShownConversation) => {
    if (at === view && !isDestroyed) on.turn(turn);
  };

  const run = async (turn: Turn) => {
    const controller = (running = new AbortController());
    const at = view;
    turn.state = 'waiting';
    turn.answer = '';
    turn.sources = turn.links = turn.suggestions = [];
    turn.failure = turn.person = turn.contact = turn.outcome = undefined;
    notify(turn, at);
    try {
      await listen(turn, at, controller.signal).catch(async (error) => {
        const isMissing = error instanceof CallFailure && error.status === 404 && at.conversationId;
        if (!isMissing) throw error;
        // Asks in a new conversation, unless the question is a chosen suggestion.
        drop(at.conversationId!);
        at.conversationId = undefined;
        if (turn.chosen) turn.id = newMessageId();
        turn.chosen = undefined;
        await listen(turn, at, controller.signal);
      });
    } catch (error) {
      turn.state = controller.signal.aborted ? 'stopped' : 'failed';
      if (turn.state === 'failed') turn.failure = failureOf(error);
    }
    if (running === controller) running = undefined;
    notify(turn, at);
    if (at === view && !isDestroyed) on.ended(turn);
  };

  let readings = 0;
  const restore = async () => {
    if (running) return;
    const { conversationId, visitorToken } = store.read() ?? {};
    const reading = ++readings;
    if (!conversationId || !visitorToken) {
      if (view.conversationId) showConversation(newConversation());
      return;
    }
    if (view.conversationId !== conversationId && view.turns.length > 0)
      showConversation({ ...newConversation(), conversationId });
    if (view.turns.length === 0) on.history('loading');
    const isLate = () => isDestroyed || running !== undefined || reading !== readings;
    try {
      const { exchanges, satisfied, talk } = await calls.read({ conversationId, visitorToken });
      if (isLate()) return;
      showConversation({ conversationId, turns: turnsOf(exchanges), satisfied: satisfied ?? null }, talk);
      on.history('ready');
    } catch (error) {
      if (isLate()) return;
      const isGone = error instanceof CallFailure && error.status >= 400 && error.status < 500 && error.status !== 429;
      if (isGone) {
        drop(conversationId);
        showConversation(newConversation());
      } else if (view.turns.length === 0) view = { ...newConversation(), conversationId };
      on.history(isGone ? 'ready' : 'failed');
    } finally {
      // A question that was asked meanwhile goes on without the past.
      if (running && reading === readings) on.history('ready');
    }
  };

  const stop = () => running?.abort();
  const showConversation = (next: ShownConversation, talk?: VisitorTalk | null) => {
    view = next;
    on.reset(talk);
  };
  const leave = () => {
    stop();
    readings++;
    showConversation(newConversation());
    on.history('ready');
  };
  // Another tab continued the conversation. An unanswered question of this tab is not discarded for it.
  const onStorage = (event: StorageEvent) => {
    const last = view.turns[view.turns.length - 1];
    if (event.key === store.key && !running && (!last || last.state === 'done')) void restore();
  };
  if (options.remember) window.addEventListener('storage', onStorage);

  return {
    get turns() {
      return view.turns;
    },
    get id() {
      return view.conversationId;
    },
    get satisfied() {
      return view.satisfied;
    },
    own,
    isBusy: () => running !== undefined && !running.signal.aborted,
    ask(question) {
      const turn: Turn = { ...blank, id: newMessageId(), question, state: 'waiting' };
      view.turns.push(turn);
      return run(turn);
    },
    async choose(turn, suggestion) {
      const { contentId, ordinal, label } = suggestion;
      const { id } = turn;
      const next: Turn = { ...blank, id, question: label, chosen: { contentId, ordinal }, state: 'waiting' };
      view.turns.push(next);
      await run(next);
      if (next.state === 'done') turn.chosenSuggestion = suggestion;
    },
    retry: (turn) => run(turn),
    stop,
    restart() {
      const { visitorToken, past } = visit();
      if (past.length > 0) store.write({ visitorToken, past });
      leave();
    },
    past() {
      const others: Past[] = [];
      for (const each of store.read()?.past ?? []) if (each.id !== view.conversationId) others.push(each);
      return others;
    },
    openPast(id) {
      store.write({ ...visit(), conversationId: id });
      leave();
      running = undefined;
      void restore();
    },
    forget() {
      store.forget();
      ownToken = undefined;
      leave();
    },
    async rate(turn, rating) {
      await calls.rate(own(), turn.id, rating);
      turn.rating = rating;
    },
    async finish(satisfied) {
      const at = view;
      await calls.end(own(), satisfied);
      at.satisfied = satisfied;
    },
    restore,
    destroy() {
      isDestroyed = true;
      stop();
      window.removeEventListener('storage', onStorage);
    },
  };
}

const blank = { answer: '', grounded: false, sources: [], links: [], suggestions: [] };

export type PastExchange = Pick<Exchange, 'question' | 'answer' | 'grounded' | 'sources' | 'links'> & Partial<Exchange>;

/** A chosen suggestion becomes a turn after its exchange. */
export function turnsOf(exchanges: readonly PastExchange[]): Turn[] {
  const turns: Turn[] = [];
  for (const { chosen, id = '', suggestions = [], interrupted, ...asked } of exchanges) {
    const turn: Turn = { ...asked, id, suggestions, state: interrupted ? 'stopped' : 'done' };
    turns.push(turn);
    if (!chosen) continue;
    for (const each of suggestions) {
      if (each.contentId === chosen.contentId && each.ordinal === chosen.ordinal) turn.chosenSuggestion = each;
    }
    turns.push({
      ...blank,
      ...chosen,
      id,
      chosen,
      question: turn.chosenSuggestion?.label ?? '',
      grounded: true,
      rating: asked.rating,
      state: 'done',
    });
  }
  return turns;
}
