import type { Suggestion } from '../shared/chat-protocol.ts';
import type { Turn } from './conversation.ts';
import { button, element, icon } from './element.ts';
import { ARROW, DONE } from './icons.ts';
import * as words from './words.ts';

/** The line is the description of a button and not its name. */
const drawOffer = ({ label, excerpt }: Suggestion, line = {}) =>
  element('span', {}, [label, element('small', line, [excerpt])]);

/** Navigable with the arrow keys. */
export function drawSuggestions(turn: Turn, choose: (suggestion: Suggestion) => boolean): HTMLElement {
  const drawn = element('div', { class: 'near', role: 'group', 'aria-label': words.near });
  const offers: HTMLElement[] = [];
  const mark = (chosen?: Suggestion) => {
    for (let at = 0; at < offers.length; at++) {
      const isTaken = turn.suggestions[at] === chosen;
      offers[at]!.setAttribute('aria-pressed', String(isTaken));
      offers[at]!.replaceChild(icon(isTaken ? DONE : ARROW, 16), offers[at]!.lastChild!);
    }
  };
  for (const suggestion of turn.suggestions) {
    const inside = [drawOffer(suggestion, { 'aria-hidden': 'true' }), icon(ARROW, 16)];
    const offer = button({ title: suggestion.excerpt }, inside, () => {
      if (choose(suggestion)) mark(suggestion);
    });
    offers.push(offer);
    drawn.appendChild(offer);
  }
  mark(turn.chosenSuggestion);
  drawn.addEventListener('keydown', (event) => {
    const step = /^Arrow(?:Down|Right)$/.test(event.key) ? 1 : /^Arrow(?:Up|Left)$/.test(event.key) ? -1 : 0;
    for (let at = 0; step && at < offers.length; at++) {
      if (offers[at] !== event.target) continue;
      event.preventDefault();
      return offers[(at + step + offers.length) % offers.length]!.focus();
    }
  });
  return drawn;
}

export function listSuggestions({ suggestions, chosenSuggestion: taken }: Turn): HTMLElement {
  const drawn = element('ul', { class: 'near' });
  for (const suggestion of suggestions) {
    const item = element('li', {}, [drawOffer(suggestion)]);
    if (suggestion === taken) {
      item.insertBefore(element('span', { class: 'sr' }, [`${words.chosenSuggestion}: `]), item.firstChild);
      item.setAttribute('aria-current', 'true');
      item.appendChild(icon(DONE, 16));
    }
    drawn.appendChild(item);
  }
  return drawn;
}
