import type { WidgetAppearance } from '../shared/appearance.ts';
import type { LeftContact, PersonContact } from '../shared/chat-protocol.ts';
import type { VisitorTalk } from '../shared/handover.ts';
import type { MessageTerms } from '../shared/visitor-messages.ts';
import { plainText, renderAnswer } from './answer.ts';
import { avatarsOf } from './avatars.ts';
import { type Calls, callsTo } from './call.ts';
import { drawComposer } from './composer.ts';
import { type ConversationListener, createConversation, failureText, type Turn } from './conversation.ts';
import { element, empty, rewrite, shadowOf, styleSheet } from './element.ts';
import exchangeStyles from './exchange.css?inline';
import type { ExchangeOptions } from './exchange.ts';
import { closeOnEscape, followViewport, keepFocusInside, keepKeysInside } from './floating.ts';
import { drawHeader } from './header.ts';
import { drawHelpfulness } from './helpfulness.ts';
import { drawConsent, drawIntro } from './intro.ts';
import type { About } from './known-visitor.ts';
import type * as MessageForm from './message-form.ts';
import type { PanelEvent } from './page-events.ts';
import panelStyles from './panel.css?inline';
import { drawPast } from './past.ts';
import { drawPerson } from './person.ts';
import { SHEET_WINDOW } from './sizes.ts';
import type { Talk } from './talk.ts';
import { themeRule } from './theme.ts';
import { drawThread } from './thread.ts';
import * as words from './words.ts';

export interface MountOptions {
  into: HTMLElement;
  /** With `/api`: `https://prosa.example/api`. */
  api: string;
  contextId: string;
  appearance: WidgetAppearance;
  /** `floating`: over the page, closed until `open`. `inline`: fills its host. */
  layout: 'floating' | 'inline';
  /** Origin of the pictures; by default that of `api`. */
  host?: string;
  /** Such as Authorization in the console's preview. */
  headers?: () => Record<string, string>;
  demo?: string;
  /** In localStorage `prosa:<contextId>`, from the first question on. */
  remember: boolean;
  /** The server tells whether it collects ratings. */
  feedback?: boolean;
  message?: MessageTerms | null;
  talk?: boolean;
  /** What the assistant can help with, in a sentence. */
  topics?: string;
  /** Whether the contents state how to reach a person. */
  hasContact?: boolean;
  form?: () => Promise<typeof MessageForm>;
  /** Forces full size on or off; by default it depends on the window. */
  phone?: boolean;
  calls?: Calls;
  onClose?: () => void;
  about?: () => About;
  on?: (event: PanelEvent) => void;
}

export type FirstOffers = Pick<MountOptions, 'topics' | 'talk' | 'message' | 'hasContact'>;

export interface Mounted {
  /** Focuses the question field. */
  open(): void;
  close(): void;
  /** As if typed, but keeps the text in the field. Does nothing during an answer. */
  ask(question: string): void;
  /** Keeps the conversation. */
  update(appearance: WidgetAppearance): void;
  destroy(): void;
}

/** Ms after an answer without another question, to ask whether it helped. */
const ASKS_AFTER_MS = 20_000;

export function mount(options: MountOptions): Mounted {
  let { appearance } = options;
  const isFloating = options.layout === 'floating';
  // In a preview's container the panel is not modal: the rest of the page stays usable.
  const isOverPage = isFloating && options.phone === undefined;
  const host = options.host ?? options.api.replace(/\/api$/, '');
  const avatars = () => avatarsOf(appearance, host);
  const theme = styleSheet(themeRule(appearance));
  const shadow = shadowOf(options.into, [theme, styleSheet(exchangeStyles), styleSheet(panelStyles)]);
  const status = element('div', { class: 'sr', role: 'status', 'aria-live': 'polite' });
  let silence: ReturnType<typeof setTimeout> | undefined;
  let asking: ReturnType<typeof setTimeout> | undefined;
  const announce = (text: string) => {
    status.textContent = text;
    clearTimeout(silence);
    // Clears the status after it was announced, so that screen readers do not find it again in the panel.
    silence = setTimeout(() => empty(status), 10_000);
  };

  const listener: ConversationListener = {
    turn(turn) {
      thread.show(turn);
      refresh();
    },
    ended(turn) {
      refresh();
      announce(toAnnounce(turn, appearance.messages.error));
      const { id: messageId, state, outcome, grounded, sources } = turn;
      if (state !== 'done') return;
      if (turn.handover === 'join') openTalk();
      else asking = setTimeout(askWhetherItHelped, ASKS_AFTER_MS);
      options.on?.({
        event: 'answer',
        detail: { conversationId: conversation.id ?? '', messageId, outcome, grounded, sources },
      });
    },
    reset(said) {
      thread.redraw();
      talk?.clear();
      refresh();
      if (said) openTalk(said);
      else askWhetherItHelped();
    },
    history: (state) => intro.setHistory(state),
  };
  const calls = options.calls ?? callsTo(options);
  const conversation = createConversation({ ...options, calls }, listener);
  const send = (question: string) => {
    showPast(false);
    if (talk?.isOpen()) return talk.send(question);
    options.on?.({ event: 'question', detail: { question } });
    void conversation.ask(question);
  };
  const sendOffered = (question: string) => {
    if (!conversation.isBusy()) send(question);
  };
  const intro = drawIntro(options, { ask: sendOffered, readAgain: () => void conversation.restore() });
  let talk: Talk | undefined;
  const openTalk = (said?: VisitorTalk) =>
    void options.form!().then(({ drawTalk }) => {
      talk ??= drawTalk({ options, conversation, thread, drawWays });
      talk.open(said);
    });
  const drawWays = (person?: PersonContact, contact?: LeftContact, canCall?: boolean) => {
    const group = drawPerson(
      person,
      conversation.turns,
      appearance.botName,
      options.message && openForm,
      canCall && openTalk,
    );
    if (group && contact && options.message) openForm(group, contact);
    return group;
  };
  const openForm = (group: HTMLElement, contact?: LeftContact) => {
    const { turns } = conversation;
    const { question } = turns[turns.length - 1]!;
    options.form!().then(
      ({ drawMessageForm }) =>
        drawMessageForm({ group, options, question, contact, own: conversation.own(), announce }),
      () => (group.lastChild!.textContent = words.retry),
    );
  };
  const helped = drawHelpfulness({
    answer: conversation.finish,
    drawPerson: () => drawWays(appearance.person),
    changed: () => thread.follow(),
  });
  const askWhetherItHelped = () => {
    const { turns, satisfied } = conversation;
    const isDone = turns.length > 0 && turns[turns.length - 1]!.state === 'done';
    if (options.feedback && isDone && satisfied === null && !talk) helped.ask();
  };
  const optionsOf = (turn: Turn): ExchangeOptions => ({
    avatars: avatars(),
    errorMessage: appearance.messages.error,
    drawHuman: ({ state, answer, person, contact, outcome, failure, handover }) => {
      const known = failure?.person ?? appearance.person;
      if (failure?.isGone) return drawPerson(known, conversation.turns, appearance.botName);
      if (state === 'failed') return drawWays(known);
      return answer && (person || outcome === 'unknown')
        ? drawWays(person, contact, handover === 'offered')
        : undefined;
    },
    choose: (suggestion) => {
      if (conversation.isBusy()) return false;
      options.on?.({ event: 'suggestion', detail: { label: suggestion.label } });
      if (talk?.isOpen()) talk.send(suggestion.label);
      else void conversation.choose(turn, suggestion);
      return true;
    },
    rate: options.feedback ? (rating) => conversation.rate(turn, rating) : undefined,
    retry() {
      if (conversation.isBusy()) return;
      void conversation.retry(turn);
      // The button that had the focus was removed.
      focus();
    },
  });
  const thread = drawThread(conversation, intro.element, helped.element, optionsOf);
  const composer = drawComposer(send, conversation.stop, () => thread.focusSuggestions());
  const past = drawPast({
    choose(id) {
      showPast(false);
      conversation.openPast(id);
      composer.focus();
    },
    forget() {
      conversation.forget();
      showPast(false);
      composer.focus();
    },
    leave() {
      showPast(false);
      header.focusPast();
    },
  });
  const header = drawHeader({
    restart() {
      showPast(false);
      conversation.restart();
      composer.focus();
    },
    togglePast: () => (past.isOpen() ? showPast(false) : showPast(true)),
    ...((isFloating || options.onClose) && { close: () => close() }),
  });
  const consent = element('div', { class: 'consent' });
  const panel = element('section', { class: 'panel', role: isFloating ? 'dialog' : 'region', tabindex: '-1' }, [
    header.element,
    thread.element,
    past.element,
    consent,
    composer.element,
    status,
  ]);
  if (isOverPage) panel.setAttribute('aria-modal', 'true');
  const root = element('div', { class: `root ${options.layout}` }, [panel]);

  const showPast = (isShown: boolean) => {
    if (isShown) past.open(conversation.past());
    else past.close();
    thread.element.hidden = isShown;
    consent.hidden = isShown || conversation.turns.length > 0;
    header.setPastOpen(isShown);
    if (!isShown) thread.follow();
  };
  const refresh = () => {
    const { turns } = conversation;
    const isBusy = conversation.isBusy();
    if (isBusy || turns.length === 0) {
      clearTimeout(asking);
      helped.hide();
    }
    composer.setBusy(isBusy);
    header.setStarted(turns.length > 0, conversation.past().length > 0);
    intro.setEmpty(turns.length === 0);
    consent.hidden = turns.length > 0 || past.isOpen();
  };
  const applyAppearance = () => {
    panel.setAttribute('aria-label', appearance.botName);
    header.applyAppearance(appearance, avatars());
    intro.applyAppearance(appearance, avatars());
    composer.applyAppearance(appearance);
    empty(consent);
    const line = drawConsent(appearance);
    if (line) consent.appendChild(line);
  };
  const focus = () => {
    // On touch devices the keyboard would cover the messages, so the dialog gets the focus instead.
    if (isFloating && matchMedia('(pointer: coarse)').matches) panel.focus({ preventScroll: true });
    else composer.focus();
  };
  const open = () => {
    if (root.hidden) void wake();
    root.hidden = false;
    thread.toEnd();
    focus();
    talk?.keep();
  };
  const close = () => {
    if (isFloating && root.hidden) return;
    options.onClose?.();
    root.hidden = isFloating;
    talk?.keep();
    askWhetherItHelped();
  };
  const escape = () => {
    if (!past.isOpen()) return close();
    showPast(false);
    header.focusPast();
  };
  let isAwake = false;
  const wake = () => {
    const isFirst = !isAwake;
    isAwake = true;
    return isFirst ? conversation.restore() : undefined;
  };

  if (options.talk && options.form)
    void options
      .form()
      .then(({ watchForPerson }) =>
        watchForPerson({ root, options, conversation, isTalking: () => talk?.isOpen(), open: openTalk }),
      );
  applyAppearance();
  showPast(false);
  refresh();
  keepKeysInside(root);
  let unfollow = () => {};
  if (isFloating) {
    root.hidden = true;
    closeOnEscape(panel, escape);
    if (isOverPage) keepFocusInside(panel);
    unfollow = fillSmallWindows(root, options.phone);
  } else void wake();
  shadow.appendChild(root);

  return {
    open,
    close,
    ask(question) {
      if (root.hidden) open();
      sendOffered(question);
    },
    update(next) {
      const before = JSON.stringify(exchangeDeps(appearance));
      appearance = next;
      rewrite(theme, themeRule(next));
      applyAppearance();
      if (JSON.stringify(exchangeDeps(next)) !== before && !conversation.isBusy()) thread.redraw();
    },
    destroy() {
      conversation.destroy();
      thread.destroy();
      unfollow();
      clearTimeout(silence);
      clearTimeout(asking);
      empty(shadow);
    },
  };
}

const exchangeDeps = ({ botName, images, messages, person }: WidgetAppearance) => [
  botName,
  images,
  messages.error,
  person,
];

/** Also keeps it above a phone's keyboard. Returns a function that stops it. */
function fillSmallWindows(root: HTMLElement, isPhone: boolean | undefined): () => void {
  if (isPhone !== undefined) {
    root.classList.toggle('sheet', isPhone);
    return () => undefined;
  }
  const small = matchMedia(SHEET_WINDOW);
  const follow = () => void root.classList.toggle('sheet', small.matches);
  follow();
  small.addEventListener('change', follow);
  const unfollow = followViewport(root);
  return () => {
    small.removeEventListener('change', follow);
    unfollow();
  };
}

function toAnnounce(turn: Turn, errorMessage: string): string {
  if (turn.state === 'failed') return failureText(turn, errorMessage);
  if (turn.state === 'stopped') return words.stopped;
  let text = plainText(renderAnswer(turn.answer, [])).trim();
  for (const { label } of turn.suggestions) text += `\n${label}`;
  return text;
}
