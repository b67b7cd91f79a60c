import type {
  AskBody,
  ChatEvents,
  Exchange,
  LinkRule,
  PersonContact,
  Source,
  Suggestion,
} from '../shared/chat-protocol.ts';
import { CallFailure, type Calls, type OwnConversation } from './call.ts';
import { newMessageId, newVisitorToken, type Past, visitStore, visitWith, visitWithout } from './visit.ts';
import { words } from './words.ts';

export type Rating = 'up' | 'down';

/** One question with what has come of its answer; a suggestion that is taken is a turn of its own, below the one that offered it. */
export interface Turn {
  id: string;
  question: string;
  answer: string;
  grounded: boolean;
  sources: readonly Source[];
  links: readonly LinkRule[];
  /** What is offered to choose from, and what was taken of it last. */
  suggestions: readonly Suggestion[];
  taken?: Suggestion;
  /** Of a turn that is a suggestion taken: which. Its question is the label. */
  chosen?: AskBody['chosen'];
  /** The way to a person, where it is offered. */
  person?: PersonContact;
  rating?: Rating | null;
  state: 'waiting' | 'streaming' | 'done' | 'stopped' | 'failed';
  /** With the state `failed`: what the server said (empty: its owner's error message is said), and what may help. */
  failure?: { said: string; isOffline: boolean; canRetry: boolean };
}

export interface ConversationOptions {
  calls: Calls;
  contextId: string;
  demo?: string;
  remember: boolean;
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
  /** Absent before the first question was taken. */
  readonly id: string | undefined;
  /** What its visitor said of whether it helped; null: nothing yet. */
  readonly satisfied: boolean | null;
  isBusy(): boolean;
  /** Asks; resolves when the answer has ended, however it did. */
  ask(question: string): Promise<void>;
  /** Takes a suggestion of a turn, as `ask` asks. */
  choose(turn: Turn, suggestion: Suggestion): Promise<void>;
  /** Asks a failed or stopped question again, as the same message. */
  retry(turn: Turn): Promise<void>;
  /** Ends the answer where it is. */
  stop(): void;
  /** Starts afresh; what was stays among the past ones. */
  restart(): void;
  /** The other conversations had on this device, the latest first. */
  past(): Past[];
  /** Goes back to one of them. */
  openPast(id: string): void;
  /** Leaves nothing of this visitor on this device. */
  forget(): void;
  /** Says what the visitor thinks of an answer. Rejects when it was not kept. */
  rate(turn: Turn, rating: Rating): Promise<void>;
  /** Says whether the conversation helped. Rejects when it was not kept. */
  finish(satisfied: boolean): Promise<void>;
  /** Reads again what this device remembers. */
  restore(): Promise<void>;
  destroy(): void;
}

interface Place {
  conversationId?: string;
  turns: Turn[];
  satisfied: boolean | null;
}

/** Failures of the answer itself: the owner's own sentence is said, not the server's. */
const UNANSWERED = /^(?:answer_failed|unavailable|internal|cut|still|)$/;
const FINAL_STATUS = /^(?:401|403|404|410|422)$/;

const emptyPlace = (): Place => ({ turns: [], satisfied: null });

/** What is said of a failed turn. */
export function failureText({ failure }: Turn, errorMessage: string): string {
  const said = failure?.said || errorMessage;
  return failure?.isOffline ? `${said} ${words.offline}` : said;
}

function failureOf(error: unknown): Turn['failure'] {
  const { status, code, message } = error instanceof CallFailure ? error : new CallFailure(0, '', '');
  return {
    said: status < 500 && !UNANSWERED.test(code) ? message : '',
    isOffline: status === 0 && (code === 'offline' || navigator.onLine === false),
    canRetry: !FINAL_STATUS.test(String(status)),
  };
}

/** A conversation without its looks: what was asked, what came, and what this device remembers of it. */
export function createConversation(options: ConversationOptions, on: ConversationListener): Conversation {
  const { calls } = options;
  const store = visitStore(options.contextId, options.remember);
  let place = emptyPlace();
  let running: AbortController | undefined;
  let isDestroyed = false;

  /** Who asks: the visitor of this device, made at his first question. */
  let ownToken: string | undefined;
  const visit = () => store.read() ?? { visitorToken: (ownToken ??= newVisitorToken()), past: [] };
  const own = (): OwnConversation => ({
    conversationId: place.conversationId ?? '',
    visitorToken: visit().visitorToken,
  });
  /** A conversation is no more on the server: ended by its owner, or of somebody else. */
  const drop = (id: string) => {
    const left = visitWithout(visit(), id);
    if (left.past.length > 0 || left.conversationId) store.write(left);
    else store.forget();
  };

  const take = (turn: Turn, at: Place, name: keyof ChatEvents, data: unknown) => {
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
      turn.links = done.links ?? [];
      turn.person = done.person;
      turn.state = 'done';
    }
    if ((name === 'conversation' || name === 'done') && at === place && at.conversationId) {
      store.write(visitWith(visit(), at.conversationId, at.turns[0]!.question));
    }
    tell(turn, at);
  };
  const listen = (turn: Turn, at: Place, signal: AbortSignal) => {
    const body: AskBody = { question: turn.question, messageId: turn.id, visitorToken: visit().visitorToken };
    if (at.conversationId) body.conversationId = at.conversationId;
    if (turn.chosen) body.chosen = turn.chosen;
    if (options.demo) body.demo = options.demo;
    return calls.ask(body, (name, data) => !signal.aborted && take(turn, at, name, data), signal);
  };

  const tell = (turn: Turn, at: Place) => {
    if (at === place && !isDestroyed) on.turn(turn);
  };

  const run = async (turn: Turn) => {
    const controller = (running = new AbortController());
    const at = place;
    turn.state = 'waiting';
    turn.answer = '';
    turn.sources = turn.links = turn.suggestions = [];
    turn.failure = turn.person = undefined;
    tell(turn, at);
    try {
      await listen(turn, at, controller.signal).catch(async (error) => {
        const isGone = error instanceof CallFailure && error.status === 404 && at.conversationId;
        if (!isGone) throw error;
        // The question starts a new conversation, where nothing was offered before.
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
    tell(turn, at);
    if (at === place && !isDestroyed) on.ended(turn);
  };

  let readings = 0;
  const restore = async () => {
    if (running) return;
    const { conversationId, visitorToken } = store.read() ?? {};
    const reading = ++readings;
    if (!conversationId || !visitorToken) {
      if (place.conversationId) takePlace(emptyPlace());
      return;
    }
    if (place.conversationId !== conversationId && place.turns.length > 0)
      takePlace({ ...emptyPlace(), conversationId });
    if (place.turns.length === 0) on.history('loading');
    const isLate = () => isDestroyed || running !== undefined || reading !== readings;
    try {
      const { exchanges, satisfied } = await calls.read({ conversationId, visitorToken });
      if (isLate()) return;
      takePlace({ conversationId, turns: turnsOf(exchanges), satisfied: satisfied ?? null });
      on.history('ready');
    } catch (error) {
      if (isLate()) return;
      const isGone = error instanceof CallFailure && error.status >= 400 && error.status < 500 && error.status !== 429;
      if (isGone) {
        drop(conversationId);
        takePlace(emptyPlace());
      } else if (place.turns.length === 0) place = { ...emptyPlace(), conversationId };
      on.history(isGone ? 'ready' : 'failed');
    }
  };

  const stop = () => running?.abort();
  const takePlace = (next: Place) => {
    place = next;
    on.reset();
  };
  const leave = () => {
    stop();
    readings++;
    takePlace(emptyPlace());
    on.history('ready');
  };
  // Another tab went on with the conversation; a question that got no answer here is not thrown away for it.
  const hear = (event: StorageEvent) => {
    const last = place.turns[place.turns.length - 1];
    if (event.key === store.key && !running && (!last || last.state === 'done')) void restore();
  };
  if (options.remember) window.addEventListener('storage', hear);

  return {
    get turns() {
      return place.turns;
    },
    get id() {
      return place.conversationId;
    },
    get satisfied() {
      return place.satisfied;
    },
    isBusy: () => running !== undefined && !running.signal.aborted,
    ask(question) {
      const turn: Turn = { ...blank, id: newMessageId(), question, state: 'waiting' };
      place.turns.push(turn);
      return run(turn);
    },
    async choose(turn, suggestion) {
      const { contentId, ordinal, label } = suggestion;
      const { id } = turn;
      const taken: Turn = { ...blank, id, question: label, chosen: { contentId, ordinal }, state: 'waiting' };
      place.turns.push(taken);
      await run(taken);
      if (taken.state === 'done') turn.taken = suggestion;
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
      for (const each of store.read()?.past ?? []) if (each.id !== place.conversationId) others.push(each);
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
      const at = place;
      await calls.end(own(), satisfied);
      at.satisfied = satisfied;
    },
    restore,
    destroy() {
      isDestroyed = true;
      stop();
      window.removeEventListener('storage', hear);
    },
  };
}

const blank = { answer: '', grounded: false, sources: [], links: [], suggestions: [] };

/** What of an exchange is told again. */
export type ToldExchange = Pick<Exchange, 'question' | 'answer' | 'grounded' | 'sources' | 'links'> & Partial<Exchange>;

/** Exchanges as turns: one that offered suggestions is followed by the one that was taken. */
export function turnsOf(exchanges: readonly ToldExchange[]): Turn[] {
  const turns: Turn[] = [];
  for (const { id = '', question, answer, grounded, sources, links, rating, ...more } of exchanges) {
    const { suggestions = [], chosen } = more;
    const turn: Turn = { id, question, answer, grounded, sources, links, suggestions, rating, state: 'done' };
    turns.push(turn);
    if (!chosen) continue;
    for (const each of suggestions) {
      if (each.contentId === chosen.contentId && each.ordinal === chosen.ordinal) turn.taken = each;
    }
    turns.push({
      ...blank,
      ...chosen,
      id,
      chosen,
      question: turn.taken?.label ?? '',
      grounded: true,
      rating,
      state: 'done',
    });
  }
  return turns;
}
