import type { Conversation, Turn } from './conversation.ts';
import { button, element, empty, icon } from './element.ts';
import { drawExchange, type ExchangeOptions, type ExchangeView } from './exchange.ts';
import { DOWN } from './open-icons.ts';
import * as words from './words.ts';

interface Thread {
  readonly element: HTMLElement;
  redraw(): void;
  show(turn: Turn): void;
  toEnd(): void;
  focusSuggestions(): void;
  /** If the reader is at the end. */
  follow(): void;
  destroy(): void;
}

const NEAR_END_PX = 48;

/** Follows the end, unless the reader has scrolled up. */
export function drawThread(
  conversation: Conversation,
  intro: HTMLElement,
  end: HTMLElement,
  optionsOf: (turn: Turn) => ExchangeOptions,
): Thread {
  let views: { turn: Turn; view: ExchangeView }[] = [];
  const list = element('div', { class: 'exchanges' });
  const scroller = element('div', { class: 'log', role: 'log', 'aria-live': 'off', tabindex: '0' }, [intro, list, end]);
  scroller.setAttribute('aria-label', words.messages);
  const latest = button({ class: 'latest', 'aria-label': words.latest, title: words.latest }, [icon(DOWN)], () =>
    toEnd(),
  );
  latest.hidden = true;
  let isAtEnd = true;

  const toEnd = () => {
    isAtEnd = true;
    latest.hidden = true;
    scroller.scrollTop = scroller.scrollHeight;
  };
  const follow = () => {
    if (isAtEnd) toEnd();
  };
  scroller.addEventListener('scroll', () => {
    isAtEnd = scroller.scrollHeight - scroller.scrollTop - scroller.clientHeight < NEAR_END_PX;
    latest.hidden = isAtEnd;
  });
  const watcher = typeof ResizeObserver === 'function' ? new ResizeObserver(follow) : undefined;
  watcher?.observe(scroller);

  const viewOf = (turn: Turn) => {
    for (const each of views) if (each.turn === turn) return each.view;
    return undefined;
  };
  const add = (turn: Turn) => {
    const view = drawExchange(turn, { ...optionsOf(turn), changed: follow });
    views.push({ turn, view });
    list.appendChild(view.element);
  };
  const clear = () => {
    for (const { view } of views) view.destroy();
    views = [];
    empty(list);
  };

  return {
    element: element('div', { class: 'thread' }, [scroller, latest]),
    redraw() {
      clear();
      for (const turn of conversation.turns) add(turn);
      toEnd();
    },
    show(turn) {
      const view = viewOf(turn);
      if (view) view.show();
      else add(turn);
      if (turn.state === 'waiting') toEnd();
      else follow();
    },
    toEnd,
    focusSuggestions() {
      const last = list.lastChild as HTMLElement | null;
      last?.querySelector<HTMLElement>('.near button')?.focus();
    },
    follow,
    destroy() {
      watcher?.disconnect();
      clear();
    },
  };
}
