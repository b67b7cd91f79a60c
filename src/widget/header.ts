import type { WidgetAppearance } from '../shared/appearance.ts';
import { button, element, icon } from './element.ts';
import { CLOSE, COMPOSE } from './icons.ts';
import { initials } from './sizes.ts';
import { words } from './words.ts';

export interface Header {
  readonly element: HTMLElement;
  dress(appearance: WidgetAppearance): void;
  /** Whether there is a conversation that could be left for a new one. */
  setStarted(isStarted: boolean): void;
}

/** Who one talks to, a way to a new conversation and, where the panel can be closed, a way out. */
export function drawHeader(restart: () => void, close?: () => void): Header {
  const avatar = element('span', { class: 'avatar', 'aria-hidden': 'true' });
  const name = element('h2');
  const company = element('p');
  const fresh = button(
    { class: 'icon-button', 'aria-label': words.newConversation, title: words.newConversation },
    [icon(COMPOSE)],
    restart,
  );
  const leave = close && button({ class: 'icon-button' }, [icon(CLOSE)], close);
  return {
    element: element('header', {}, [
      avatar,
      element('div', { class: 'who' }, [name, company]),
      fresh,
      ...(leave ? [leave] : []),
    ]),
    dress({ botName, companyName, messages }) {
      avatar.textContent = initials(botName);
      name.textContent = botName;
      company.textContent = companyName ? `${companyName} · ${words.assistant}` : words.assistant;
      leave?.setAttribute('aria-label', messages.close);
      if (leave) leave.title = messages.close;
    },
    setStarted(isStarted) {
      fresh.hidden = !isStarted;
    },
  };
}
