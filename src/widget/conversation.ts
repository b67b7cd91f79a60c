import type { AskBody, ChatEvents, Exchange, LinkRule, PersonContact, Source } from '../shared/chat-protocol.ts';
import { ask, CallFailure, type Endpoint, readConversation } from './call.ts';
import { newMessageId, newVisitorToken, visitStore } from './visit.ts';
import { words } from './words.ts';

/** One question with what has come of its answer. */
export interface Turn {
  id: string;
  question: string;
  answer: string;
  grounded: boolean;
  sources: readonly Source[];
  links: readonly LinkRule[];
  /** The way to a person, where it is offered. */
  person?: PersonContact;
  state: 'waiting' | 'streaming' | 'done' | 'stopped' | 'failed';
  /** With the state `failed`: what is said, and whether asking again may help. */
  failure?: { message: string; canRetry: boolean };
}

export interface ConversationOptions extends Endpoint {
  demo?: string;
  remember: boolean;
  /** What is said when the answer fails and the server has no word of its own for it. */
  errorMessage: () => string;
}

export interface ConversationListener {
  /** Something of this turn changed; a turn not seen before comes last. */
  turn(turn: Turn): void;
  /** The answer of this turn has ended: its state is `done`, `stopped` or `failed`. */
  ended(turn: Turn): void;
  /** All turns are others now. */
  reset(): void;
  /** History is being read, was read, or could not be. */
  history(state: 'loading' | 'ready' | 'failed'): void;
}

export interface Conversation {
  readonly turns: readonly Turn[];
  isBusy(): boolean;
  canGoBack(): boolean;
  /** Asks; resolves when the answer has ended, however it did. */
  ask(question: string): Promise<void>;
  /** Asks a failed or stopped question again, as the same message. */
  retry(turn: Turn): Promise<void>;
  /** Ends the answer where it is. */
  stop(): void;
  /** Starts afresh; `goBack` returns to what was, until the next question. */
  restart(): void;
  goBack(): void;
  /** Reads again what this device remembers. */
  restore(): Promise<void>;
  destroy(): void;
}

interface Place {
  conversationId?: string;
  visitorToken?: string;
  turns: Turn[];
}

/** Failures of the answer itself: the owner's own sentence is said, not the server's. */
const UNANSWERED = /^(?:answer_failed|unavailable|internal|cut|still|)$/;
const FINAL_STATUS = /^(?:401|403|404|410|422)$/;

/** A conversation without its looks: what was asked, what came, and what this device remembers of it. */
export function createConversation(options: ConversationOptions, on: ConversationListener): Conversation {
  const store = visitStore(options.contextId, options.remember);
  let place: Place = { turns: [] };
  let previous: Place | undefined;
  let running: AbortController | undefined;
  let isDestroyed = false;

  const fail = (turn: Turn, error: unknown) => {
    const { status, code, message } = error instanceof CallFailure ? error : new CallFailure(0, '', '');
    const said = status < 500 && !UNANSWERED.test(code) && message ? message : options.errorMessage();
    const isOffline = status === 0 && navigator.onLine === false;
    turn.state = 'failed';
    turn.failure = {
      message: isOffline ? `${said} ${words.offline}` : said,
      canRetry: !FINAL_STATUS.test(String(status)),
    };
  };

  const listen = async (turn: Turn, at: Place, signal: AbortSignal) => {
    at.visitorToken ??= newVisitorToken();
    const body: AskBody = { question: turn.question, messageId: turn.id, visitorToken: at.visitorToken };
    if (at.conversationId) body.conversationId = at.conversationId;
    if (options.demo) body.demo = options.demo;
    await ask(
      options,
      body,
      (name, data) => {
        if (signal.aborted) return;
        if (name === 'conversation') at.conversationId = (data as { id: string }).id;
        else if (name === 'sources') turn.sources = data as Source[];
        else if (name === 'delta') {
          turn.answer += (data as { text: string }).text;
          turn.state = 'streaming';
        } else if (name === 'restart') {
          turn.answer = '';
          turn.state = 'waiting';
        } else if (name === 'done') {
          const done = data as ChatEvents['done'];
          turn.id = done.messageId || turn.id;
          turn.grounded = done.grounded;
          turn.links = done.links ?? [];
          turn.person = done.person;
          turn.state = 'done';
        }
        if (name === 'conversation' || name === 'done') remember(at);
        tell(turn, at);
      },
      signal,
    );
  };

  const tell = (turn: Turn, at: Place) => {
    if (at === place && !isDestroyed) on.turn(turn);
  };

  const remember = (at: Place) => {
    const { conversationId, visitorToken } = at;
    if (at === place && conversationId && visitorToken) store.write({ conversationId, visitorToken });
  };

  const run = async (turn: Turn) => {
    const controller = (running = new AbortController());
    const at = place;
    const begin = () => {
      turn.state = 'waiting';
      turn.answer = '';
      turn.sources = turn.links = [];
      turn.failure = turn.person = undefined;
      tell(turn, at);
    };
    begin();
    try {
      await listen(turn, at, controller.signal).catch(async (error) => {
        const isGone = error instanceof CallFailure && error.status === 404 && at.conversationId;
        if (!isGone) throw error;
        // The conversation is no more (ended by its owner, or another database): the question starts a new one.
        at.conversationId = at.visitorToken = undefined;
        store.forget();
        await listen(turn, at, controller.signal);
      });
    } catch (error) {
      if (controller.signal.aborted) turn.state = 'stopped';
      else fail(turn, error);
    }
    if (running === controller) running = undefined;
    tell(turn, at);
    if (at === place && !isDestroyed) on.ended(turn);
  };

  const restore = async () => {
    const visit = store.read();
    if (!visit || running) return;
    on.history('loading');
    try {
      const exchanges = await readConversation(options, visit.conversationId, visit.visitorToken);
      if (isDestroyed || running) return;
      place = { ...visit, turns: [] };
      for (const exchange of exchanges) place.turns.push(toldAgain(exchange));
      on.reset();
      on.history('ready');
    } catch (error) {
      if (isDestroyed) return;
      const isGone = error instanceof CallFailure && error.status >= 400 && error.status < 500 && error.status !== 429;
      if (isGone) store.forget();
      else if (place.turns.length === 0) place = { ...visit, turns: [] };
      on.history(isGone ? 'ready' : 'failed');
    }
  };

  const stop = () => running?.abort();
  const takePlace = (next: Place) => {
    stop();
    place = next;
    on.reset();
  };
  // Another tab went on with the conversation; a question that got no answer here is not thrown away for it.
  const hear = (event: StorageEvent) => {
    const last = place.turns[place.turns.length - 1];
    if (event.key === store.key && event.newValue && (!last || last.state === 'done')) void restore();
  };
  if (options.remember) window.addEventListener('storage', hear);

  return {
    get turns() {
      return place.turns;
    },
    isBusy: () => running !== undefined && !running.signal.aborted,
    canGoBack: () => previous !== undefined && place.turns.length === 0,
    ask(question) {
      const turn: Turn = {
        id: newMessageId(),
        question,
        answer: '',
        grounded: false,
        sources: [],
        links: [],
        state: 'waiting',
      };
      previous = undefined;
      place.turns.push(turn);
      return run(turn);
    },
    retry: (turn) => run(turn),
    stop,
    restart() {
      previous = place;
      store.forget();
      takePlace({ turns: [] });
    },
    goBack() {
      if (!previous) return;
      takePlace(previous);
      previous = undefined;
      remember(place);
    },
    restore,
    destroy() {
      isDestroyed = true;
      stop();
      window.removeEventListener('storage', hear);
    },
  };
}

function toldAgain(exchange: Exchange): Turn {
  const { id, question, answer, grounded, sources, links } = exchange;
  return { id, question, answer, grounded, sources, links, state: 'done' };
}
