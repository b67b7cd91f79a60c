import type { WidgetAppearance } from '../shared/appearance.ts';
import type { Exchange, Source } from '../shared/chat-protocol.ts';
import { plainText, renderAnswer } from './answer.ts';
import { drawComposer } from './composer.ts';
import { createConversation, type ConversationListener, type Turn } from './conversation.ts';
import { element, empty, rewrite, shadowOf, styleSheet } from './element.ts';
import exchangeStyles from './exchange.css?inline';
import { drawExchange } from './exchange.ts';
import { followViewport, keepFocusInside, keepKeysInside } from './floating.ts';
import { drawHeader } from './header.ts';
import { drawIntro } from './intro.ts';
import panelStyles from './panel.css?inline';
import { themeRule } from './theme.ts';
import { drawThread } from './thread.ts';
import { words } from './words.ts';

export { renderAnswer };

export interface MountOptions {
  /** A host element; the panel attaches its own shadow root. */
  into: HTMLElement;
  /** Origin and `/api`, e.g. `https://prosa.example/api`. */
  api: string;
  contextId: string;
  appearance: WidgetAppearance;
  /** `floating` stands over the page, closed until `open`; `inline` fills its host. */
  layout: 'floating' | 'inline';
  /** Sent with each call, e.g. Authorization in the console's preview. */
  headers?: () => Record<string, string>;
  /** The token of a demo link. */
  demo?: string;
  /** Keep the conversation on this device (localStorage `prosa:<contextId>`); nothing is kept before a first question. */
  remember: boolean;
  onClose?: () => void;
  onDone?: (done: { messageId: string; grounded: boolean; sources: Source[] }) => void;
}

export interface Mounted {
  /** Shows the panel (floating) and puts the cursor in its field. */
  open(): void;
  /** Hides the panel (floating) and calls `onClose`. */
  close(): void;
  /** Takes another appearance, in place; the conversation stays. */
  update(appearance: WidgetAppearance): void;
  /** Ends what runs and leaves the host empty; it may be mounted again. */
  destroy(): void;
}

/** Draws a chat panel into a host element and brings it to life. */
export function mount(options: MountOptions): Mounted {
  let { appearance } = options;
  const isFloating = options.layout === 'floating';
  const theme = styleSheet(themeRule(appearance));
  const shadow = shadowOf(options.into, [theme, styleSheet(exchangeStyles), styleSheet(panelStyles)]);
  const status = element('div', { class: 'sr', role: 'status', 'aria-live': 'polite' });
  let silence: ReturnType<typeof setTimeout> | undefined;
  const announce = (text: string) => {
    status.textContent = text;
    clearTimeout(silence);
    // Said once; left there, it would be met a second time by whoever reads on through the panel.
    silence = setTimeout(() => empty(status), 10_000);
  };

  const listener: ConversationListener = {
    turn(turn) {
      thread.show(turn);
      refresh();
    },
    ended(turn) {
      refresh();
      announce(toAnnounce(turn));
      const { id, grounded, sources } = turn;
      if (turn.state === 'done') options.onDone?.({ messageId: id, grounded, sources: sources.slice() });
    },
    reset() {
      thread.redraw();
      refresh();
    },
    history: (state) => intro.setHistory(state),
  };
  const conversation = createConversation({ ...options, errorMessage: () => appearance.messages.error }, listener);
  const send = (question: string) => void conversation.ask(question);
  const intro = drawIntro({
    ask: (question) => !conversation.isBusy() && send(question),
    goBack: conversation.goBack,
    readAgain: () => void conversation.restore(),
  });
  const thread = drawThread(conversation, intro.element, () => appearance.botName);
  const composer = drawComposer(send, conversation.stop);
  const header = drawHeader(
    () => {
      conversation.restart();
      composer.focus();
    },
    isFloating || options.onClose ? () => close() : undefined,
  );
  const panel = element('section', { class: 'panel', role: isFloating ? 'dialog' : 'region', tabindex: '-1' }, [
    header.element,
    thread.element,
    composer.element,
    status,
  ]);
  const root = element('div', { class: `root ${options.layout}` }, [panel]);

  const refresh = () => {
    composer.setBusy(conversation.isBusy());
    header.setStarted(conversation.turns.length > 0);
    intro.setState(conversation.turns.length === 0, conversation.canGoBack());
  };
  const dress = () => {
    panel.setAttribute('aria-label', appearance.botName);
    header.dress(appearance);
    intro.dress(appearance);
    composer.setPlaceholder(appearance.messages.placeholder);
  };
  const open = () => {
    if (root.hidden) void wake();
    root.hidden = false;
    thread.toEnd();
    // On a phone the field would raise the keyboard over the welcome: the dialog itself takes the focus.
    if (isFloating && matchMedia('(pointer: coarse)').matches) panel.focus({ preventScroll: true });
    else composer.focus();
  };
  const close = () => {
    if (isFloating && root.hidden) return;
    options.onClose?.();
    root.hidden = isFloating;
  };
  let isAwake = false;
  const wake = () => {
    const isFirst = !isAwake;
    isAwake = true;
    return isFirst ? conversation.restore() : undefined;
  };

  dress();
  refresh();
  keepKeysInside(root);
  let unfollow = () => {};
  if (isFloating) {
    root.hidden = true;
    keepFocusInside(panel, close);
    unfollow = followViewport(root);
  } else void wake();
  shadow.appendChild(root);

  return {
    open,
    close,
    update(next) {
      const isRenamed = next.botName !== appearance.botName;
      appearance = next;
      rewrite(theme, themeRule(next));
      dress();
      if (isRenamed && !conversation.isBusy()) thread.redraw();
    },
    destroy() {
      conversation.destroy();
      thread.destroy();
      unfollow();
      clearTimeout(silence);
      empty(shadow);
    },
  };
}

function toAnnounce(turn: Turn): string {
  if (turn.state === 'failed') return turn.failure?.message ?? '';
  if (turn.state === 'stopped') return words.stopped;
  return plainText(renderAnswer(turn.answer, [])).trim();
}

/** What of an exchange is drawn; an Exchange of the protocol is one. */
export type ShownExchange = Pick<Exchange, 'question' | 'answer' | 'grounded' | 'sources' | 'links'>;

/**
 * A question with its answer and sources, drawn as the panel draws them, on the appearance's ground. The element has its
 * own shadow root, needs no style sheet of the page and takes the width that it is given.
 */
export function renderExchange(exchange: ShownExchange, appearance: WidgetAppearance): HTMLElement {
  const host = element('div');
  const shadow = shadowOf(host, [styleSheet(themeRule(appearance)), styleSheet(exchangeStyles)]);
  const turn: Turn = { id: '', state: 'done', ...exchange };
  const { element: drawn } = drawExchange(turn, { botName: appearance.botName });
  shadow.appendChild(element('div', { class: 'root alone' }, [drawn]));
  return host;
}
