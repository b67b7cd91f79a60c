import type { WidgetAppearance } from '../shared/appearance.ts';
import { type Avatars, fillAvatar } from './avatars.ts';
import { button, element, icon } from './element.ts';
import { CLOSE, COMPOSE, PAST } from './icons.ts';
import * as words from './words.ts';

export interface Header {
  readonly element: HTMLElement;
  applyAppearance(appearance: WidgetAppearance, avatars: Avatars): void;
  setStarted(isStarted: boolean, hasPast: boolean): void;
  setPastOpen(isOpen: boolean): void;
  focusPast(): void;
}

interface HeaderActs {
  restart: () => void;
  togglePast: () => void;
  close?: () => void;
}

export function drawHeader(acts: HeaderActs): Header {
  const avatar = element('span', { class: 'avatar', 'aria-hidden': 'true' });
  const name = element('h2');
  const company = element('p');
  const add = (text: string, strokes: string, onPress: () => void) =>
    button({ class: 'icon-button', 'aria-label': text, title: text }, [icon(strokes)], onPress);
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
    applyAppearance({ botName, companyName, messages }, avatars) {
      fillAvatar(avatar, avatars);
      name.textContent = botName;
      // Long names are cut at their end, never the word that this is not a person.
      company.textContent = words.assistant + (companyName === botName ? '' : companyName && ` · ${companyName}`);
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
