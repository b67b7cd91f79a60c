import type { PersonContact } from '../shared/chat-protocol.ts';
import type { HandoverState, TalkMessage, TalkState, VisitorTalk } from '../shared/handover.ts';
import type { Conversation } from './conversation.ts';
import { addSheet, button, element, empty, styleSheet } from './element.ts';
import { eventReader } from './event-stream.ts';
import { visitKey } from './forget-visit.ts';
import type { MountOptions } from './mount.ts';
import styles from './talk.css?inline';
import * as words from './talk-words.ts';
import { newMessageId } from './visit.ts';

type TalkCallOptions = Pick<MountOptions, 'api' | 'contextId' | 'headers'>;

interface TalkScope {
  options: TalkCallOptions & Pick<MountOptions, 'appearance' | 'remember'>;
  conversation: Pick<Conversation, 'own' | 'turns'>;
  thread: { readonly element: HTMLElement; follow(): void; toEnd(): void };
  /** Draws how else to reach the team, for when nobody came. */
  drawWays: (person?: PersonContact) => HTMLElement | undefined;
}

export interface Talk {
  /** Whether messages are for a person. */
  isOpen(): boolean;
  send(text: string): void;
  /** Draws what was said, and goes on if a person is called or there. Without it, calls a person. */
  open(said?: VisitorTalk): void;
  /** Notes whether the panel is open during the talk, for when the page is loaded anew. */
  keep(): void;
  /** Forgets the conversation that was shown. */
  clear(): void;
}

interface Outgoing {
  id: string;
  text: string;
  view: HTMLElement;
  mark: HTMLElement;
}

const RETRY_MS = 2_000;
const RETRY_MAX_MS = 15_000;
/** A server that sends nothing for this long is gone: it sends a comment every 15 s. */
const STILL_MS = 45_000;
const TYPING_EVERY_MS = 3_000;
/** How often to look for a person who joins uncalled, and how long after what was said last. */
const LOOKS_EVERY_MS = 8_000;
const LOOKS_FOR_MS = 20 * 60_000;

const sheet = styleSheet(styles);
const isOpenState = (state?: HandoverState) => state === 'waiting' || state === 'taken';

/** Calls the server about the visitor's conversation with a person: POST with a body, else GET. */
function sendTo(
  { options, conversation }: { options: TalkCallOptions; conversation: Pick<Conversation, 'own'> },
  path: string,
  body?: object,
  signal?: AbortSignal,
): Promise<Response> {
  const { conversationId, visitorToken } = conversation.own();
  const context = encodeURIComponent(options.contextId);
  return fetch(`${options.api}/widgets/${context}/conversations/${encodeURIComponent(conversationId)}/person${path}`, {
    method: body ? 'POST' : 'GET',
    headers: {
      ...options.headers?.(),
      'Visitor-Token': visitorToken,
      ...(body && { 'Content-Type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
    credentials: 'omit',
    signal,
  });
}

interface WatchScope {
  root: HTMLElement;
  options: TalkCallOptions;
  conversation: Pick<Conversation, 'id' | 'own' | 'isBusy' | 'turns'>;
  isTalking: () => boolean | undefined;
  open: (said: VisitorTalk) => void;
}

/** Opens the talk when a person joins uncalled. Ends with the panel. */
export function watchForPerson({ root, options, conversation, isTalking, open }: WatchScope): void {
  let said = '';
  let saidAt = 0;
  const look = () => {
    if (!root.isConnected) return clearInterval(timer);
    const { id, turns } = conversation;
    const now = [id, turns.length, isTalking()].join();
    if (now !== said) saidAt = Date.now();
    said = now;
    if (root.hidden || document.hidden || !id || conversation.isBusy() || isTalking()) return;
    if (Date.now() - saidAt > LOOKS_FOR_MS) return;
    sendTo({ options, conversation }, '')
      .then((response) => response.json() as Promise<{ talk?: VisitorTalk | null }>)
      .then(({ talk }) => {
        if (talk?.state === 'taken' && id === conversation.id && !conversation.isBusy()) open(talk);
      })
      .catch(() => undefined);
  };
  const timer = setInterval(look, LOOKS_EVERY_MS);
}

/** Draws a visitor's talk with a person into the panel, and keeps it up to date. */
export function drawTalk(scope: TalkScope): Talk {
  const { options, conversation } = scope;
  const { element: thread, follow } = scope.thread;
  const drawWays = () => scope.drawWays(options.appearance.person);
  const shadow = thread.getRootNode() as ShadowRoot;
  if (!sheet.constructed || shadow.adoptedStyleSheets.indexOf(sheet.constructed) < 0) addSheet(shadow, sheet);
  const bar = element('div', { class: 'talk-bar', role: 'status' });
  const typing = element('div', { class: 'typing', role: 'img' }, [element('span'), element('span'), element('span')]);
  // For screen readers: the messages themselves are not read out.
  const heard = element('div', { class: 'sr', role: 'status', 'aria-live': 'polite' });
  const announce = (text: string) => void (heard.textContent = text);
  bar.hidden = true;
  thread.parentNode!.insertBefore(bar, thread);
  thread.parentNode!.insertBefore(heard, thread);

  let state: TalkState | undefined;
  let isCalling = false;
  let isLost = false;
  let lastSeq = 0;
  let toRead = 0;
  let group: HTMLElement | undefined;
  let known: Record<string, true> = {};
  let marks: { seq: number; mark: HTMLElement }[] = [];
  let placed: { seq: number; node: HTMLElement }[] = [];
  let outgoing: Outgoing[] = [];
  let listening: AbortController | undefined;
  let typedAt = 0;

  const send = (path: string, body?: object, signal?: AbortSignal) => sendTo(scope, path, body, signal);
  const sign = (body: object) => void send('/signs', body).catch(() => undefined);
  const isOpen = () => isCalling || isOpenState(state?.state);

  const keep = () => {
    if (!options.remember) return;
    const key = visitKey(options.contextId);
    try {
      if (isOpen() && !thread.closest('[hidden]')) sessionStorage.setItem(key, '1');
      else sessionStorage.removeItem(key);
    } catch {
      // Without storage the panel stays closed.
    }
  };
  const drawBar = () => {
    keep();
    empty(bar);
    bar.hidden = !isOpen();
    thread.parentElement!.classList.toggle('talking', !bar.hidden);
    if (bar.hidden) return;
    const text = element('p');
    const add = (line: string) => text.appendChild(document.createTextNode(`${line} `));
    if (isLost) add(words.offline);
    else if (!state || !isOpenState(state.state)) add(words.calling);
    else if (state.state === 'taken') add(words.talking(state.person ?? ''));
    else {
      add(words.queue);
      if (state.place) add(words.place(state.place));
      if (state.minutes) add(words.minutes(state.minutes));
    }
    if (state && isOpenState(state.state)) {
      text.appendChild(element('small', {}, [words.protocol(state.protocol)]));
      const isTaken = state.state === 'taken';
      bar.appendChild(text);
      bar.appendChild(button({ class: 'text-button' }, [isTaken ? words.end : words.stopWaiting], leave));
    } else bar.appendChild(text);
  };
  const leave = () =>
    void send('/leave', {}).then(
      () => undefined,
      () => undefined,
    );

  const into = (after?: string | null) => {
    if (group && after === undefined) return group;
    group = element('div', { class: 'exchange talk' });
    place(group, after);
    return group;
  };
  /** Puts a group after the last exchange of a turn, or at the end. */
  const place = (node: HTMLElement, after?: string | null) => {
    const list = thread.querySelector('.exchanges')!;
    let last = -1;
    for (let at = 0; at < conversation.turns.length; at++) if (conversation.turns[at]!.id === after) last = at;
    const drawn = list.querySelectorAll(':scope > .exchange:not(.talk)')[last];
    list.insertBefore(node, drawn ? drawn.nextSibling : null);
  };
  const add = (node: HTMLElement) => {
    into().appendChild(node);
    follow();
    return node;
  };
  /** Puts a message before those with a later sequence and those on their way. */
  const put = (seq: number, node: HTMLElement) => {
    const parent = into();
    const later = placed
      .filter((one) => one.seq > seq && one.node.parentNode === parent)
      .sort((one, other) => one.seq - other.seq)[0];
    const next = later?.node ?? outgoing[0]?.view ?? typing;
    parent.insertBefore(node, next.parentNode === parent ? next : null);
    placed.push({ seq, node });
    follow();
  };
  const drawOwn = (text: string, mark: HTMLElement) => {
    const inside = [element('span', { class: 'sr' }, [`${words.you}: `]), text];
    const question = element('div', { class: 'question' }, [element('div', { class: 'bubble user' }, inside)]);
    return element('div', { class: 'exchange' }, [question, mark]);
  };
  const drawTheirs = ({ name, text }: TalkMessage) =>
    element('div', { class: 'column' }, [
      element('span', { class: 'talk-name' }, [name ?? '']),
      element('div', { class: 'bubble bot' }, [text]),
    ]);
  const lineOf = ({ text, name }: TalkMessage) =>
    text === 'taken'
      ? words.arrived(name ?? '')
      : words[text as 'waiting' | 'returned' | 'closed' | 'missed' | 'cancelled'];

  const show = (message: TalkMessage, after?: string | null) => {
    if (known[message.id]) return;
    known[message.id] = true;
    // What was asked before the panel knew of the person is shown as a question already.
    if (conversation.turns.some(({ id }) => id === message.id)) return;
    const { author, seq } = message;
    if (after !== undefined) into(after);
    if (author === 'visitor') {
      let mark = element('span', { class: 'talk-mark' });
      const own = outgoing.filter(({ id }) => id === message.id)[0];
      outgoing = outgoing.filter(({ id }) => id !== message.id);
      if (own) {
        mark = own.mark;
        empty(mark);
        placed.push({ seq, node: own.view });
      } else put(seq, drawOwn(message.text, mark));
      marks.push({ seq, mark });
    } else if (author === 'person') {
      put(seq, drawTheirs(message));
      announce(`${message.name ?? ''}: ${message.text}`);
      toRead = seq;
    } else {
      const line = lineOf(message);
      put(seq, element('p', { class: 'talk-line' }, [line]));
      if (after === undefined) announce(line);
    }
  };
  const noteRead = () => {
    if (toRead === 0 || document.hidden || !bar.offsetParent) return;
    sign({ readTo: toRead });
    toRead = 0;
  };
  const showMarks = () => {
    const readTo = state?.readTo ?? 0;
    let last: HTMLElement | undefined;
    for (const { seq, mark } of marks) {
      empty(mark);
      if (seq <= readTo) last = mark;
    }
    if (last) last.appendChild(document.createTextNode(words.read));
  };
  const showTyping = () => {
    const isShown = state?.isTyping && state.state === 'taken';
    if (isShown) {
      typing.setAttribute('aria-label', words.typing(state!.person ?? ''));
      add(typing);
    } else if (typing.parentNode) typing.parentNode.removeChild(typing);
  };
  const setState = (next: TalkState) => {
    const wasOpen = isOpen();
    state = next;
    isCalling = false;
    drawBar();
    showMarks();
    showTyping();
    if (wasOpen && !isOpen()) over(next);
  };
  /** What follows the end of a talk: whether it helped, or another way to reach the team. */
  const over = ({ state: at, helped }: TalkState) => {
    if (at === 'missed') {
      const ways = drawWays();
      if (ways) add(ways);
    } else if (at !== 'cancelled' && helped === null) add(drawHelped());
    group = undefined;
  };
  const drawHelped = () => {
    const text = element('p', { tabindex: '-1' }, [words.helped]);
    const buttons = element('div', { class: 'choices' });
    const answer = (helped: boolean) => {
      empty(buttons);
      text.textContent = words.thanks;
      text.focus({ preventScroll: true });
      void send('/helped', { helped }).catch(() => undefined);
    };
    buttons.appendChild(button({ class: 'choice' }, [words.yes], () => answer(true)));
    buttons.appendChild(button({ class: 'choice' }, [words.no], () => answer(false)));
    return element('div', { class: 'helped', role: 'group', 'aria-label': words.helped }, [text, buttons]);
  };

  /** Reads events until the stream ends. A client that resumes names the last message that it has. */
  const read = async (signal: AbortSignal) => {
    const response = await send(`/events?after=${lastSeq}`, undefined, signal);
    if (response.status === 404) return setState({ ...state!, state: 'cancelled' });
    if (!response.ok) throw new Error();
    setLost(false);
    const reader = response.body!.getReader();
    const decoder = new TextDecoder();
    const take = eventReader((name, data) => {
      if (signal.aborted) return;
      if (name === 'message') {
        const message = JSON.parse(data) as TalkMessage;
        show(message);
        lastSeq = message.seq;
      } else if (name === 'state') setState(JSON.parse(data) as TalkState);
      noteRead();
    });
    try {
      for (;;) {
        const still = setTimeout(() => void reader.cancel(), STILL_MS);
        const { done, value } = await reader.read();
        clearTimeout(still);
        if (done) return;
        take(decoder.decode(value, { stream: true }));
      }
    } finally {
      reader.cancel().catch(() => undefined);
    }
  };
  const setLost = (next: boolean) => {
    if (isLost === next) return;
    isLost = next;
    drawBar();
  };
  const listen = async () => {
    if (listening) return;
    const { signal } = (listening = new AbortController());
    for (
      let waitMs = RETRY_MS;
      isOpen() && thread.isConnected && !signal.aborted;
      waitMs = Math.min(waitMs * 2, RETRY_MAX_MS)
    ) {
      try {
        await read(signal);
        waitMs = RETRY_MS / 2;
      } catch {
        if (!signal.aborted) setLost(true);
      }
      if (isOpen() && !signal.aborted) await new Promise((resolve) => setTimeout(resolve, waitMs));
    }
    if (!signal.aborted) listening = undefined;
  };

  /** Sends the messages one after the other, so that they arrive in their order. The server applies each id once. */
  let isSending = false;
  const flush = async () => {
    if (isSending) return;
    isSending = true;
    for (let waitMs = RETRY_MS; outgoing.length > 0 && isOpen();) {
      const { id, text, mark } = outgoing[0]!;
      const response = await send('/messages', { id, text }).catch(() => undefined);
      if (response?.ok) {
        waitMs = RETRY_MS;
        show((await response.json()) as TalkMessage);
        continue;
      }
      const isFinal = response && response.status < 500 && response.status !== 429;
      mark.textContent = isFinal ? words.failed : words.sending;
      if (isFinal) outgoing.shift();
      else {
        await new Promise((resolve) => setTimeout(resolve, waitMs));
        waitMs = Math.min(waitMs * 2, RETRY_MAX_MS);
      }
    }
    isSending = false;
  };
  const onType = () => {
    if (state?.state !== 'taken' || Date.now() - typedAt < TYPING_EVERY_MS) return;
    typedAt = Date.now();
    sign({});
  };
  thread.parentNode!.addEventListener('input', onType);
  document.addEventListener('visibilitychange', noteRead);

  const call = () => {
    if (isOpen()) return;
    isCalling = true;
    drawBar();
    send('', {})
      .then(async (response) => {
        if (!response.ok) throw new Error(((await response.json()) as { message?: string }).message);
        setState((await response.json()) as TalkState);
        void listen();
      })
      .catch((error: Error) => {
        isCalling = false;
        drawBar();
        add(element('p', { class: 'talk-line' }, [error.message || words.missed]));
        const ways = drawWays();
        if (ways) add(ways);
        group = undefined;
      });
  };
  const resume = ({ messages, after, ...next }: VisitorTalk) => {
    for (const message of messages) {
      show(message, message.id in after ? after[message.id] : undefined);
      lastSeq = message.seq;
    }
    state = next;
    drawBar();
    showMarks();
    scope.thread.toEnd();
    if (!isOpen()) group = undefined;
    else {
      void listen();
      void flush();
    }
  };

  return {
    isOpen,
    keep,
    send(text) {
      const mark = element('span', { class: 'talk-mark' }, [words.sending]);
      const view = add(drawOwn(text, mark));
      outgoing.push({ id: newMessageId(), text, view, mark });
      if (typing.parentNode) add(typing);
      void flush();
    },
    open(said) {
      // A button passes its event.
      if (said?.messages) resume(said);
      else call();
    },
    clear() {
      listening?.abort();
      listening = state = group = undefined;
      isCalling = isLost = false;
      lastSeq = toRead = 0;
      known = {};
      marks = [];
      placed = [];
      outgoing = [];
      drawBar();
    },
  };
}
