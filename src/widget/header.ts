import type { WidgetAppearance } from '../shared/appearance.ts';
import { button, element, icon } from './element.ts';
import { type Faces, fillAvatar } from './faces.ts';
import { CLOSE, COMPOSE, PAST } from './icons.ts';
import { words } from './words.ts';

export interface Header {
  readonly element: HTMLElement;
  dress(appearance: WidgetAppearance, faces: Faces): void;
  /** Whether there is a conversation that could be left for a new one, and whether others were had before. */
  setStarted(isStarted: boolean, hasPast: boolean): void;
  setPastOpen(isOpen: boolean): void;
  /** Gives the focus to the button of the past conversations. */
  focusPast(): void;
}

interface HeaderActs {
  restart: () => void;
  togglePast: () => void;
  close?: () => void;
}

/** Who one talks to, ways to a new conversation and to earlier ones and, where the panel can be closed, a way out. */
export function drawHeader(acts: HeaderActs): Header {
  const avatar = element('span', { class: 'avatar', 'aria-hidden': 'true' });
  const name = element('h2');
  const company = element('p');
  const add = (text: string, strokes: string, press: () => void) =>
    button({ class: 'icon-button', 'aria-label': text, title: text }, [icon(strokes)], press);
  const past = add(words.past, PAST, acts.togglePast);
  const fresh = add(words.newConversation, COMPOSE, acts.restart);
  const leave = acts.close && add('', CLOSE, acts.close);
  return {
    element: element('header', {}, [
      avatar,
      element('div', { class: 'who' }, [name, company]),
      past,
      fresh,
      ...(leave ? [leave] : []),
    ]),
    dress({ botName, companyName, messages }, faces) {
      fillAvatar(avatar, faces);
      name.textContent = botName;
      company.textContent = companyName ? `${companyName} · ${words.assistant}` : words.assistant;
      leave?.setAttribute('aria-label', messages.close);
      if (leave) leave.title = messages.close;
    },
    setStarted(isStarted, hasPast) {
      fresh.hidden = !isStarted;
      past.hidden = !hasPast;
    },
    setPastOpen(isOpen) {
      past.setAttribute('aria-expanded', String(isOpen));
    },
    focusPast: () => past.focus(),
  };
}
