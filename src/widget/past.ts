import { button, element, empty, icon } from './element.ts';
import { ARROW } from './icons.ts';
import type { Past } from './visit.ts';
import * as words from './words.ts';

interface PastList {
  readonly element: HTMLElement;
  isOpen(): boolean;
  open(past: readonly Past[]): void;
  close(): void;
}

interface PastActs {
  choose: (id: string) => void;
  forget: () => void;
  leave: () => void;
}

export function drawPast(acts: PastActs): PastList {
  const list = element('ul');
  const title = element('h3', { tabindex: '-1' }, [words.past]);
  const shown = element('div', { class: 'past', role: 'region', 'aria-label': words.past }, [
    element('div', { class: 'past-head' }, [title, element('p', {}, [words.pastHint])]),
    list,
    element('div', { class: 'past-foot' }, [
      button({ class: 'text-button' }, [words.back], acts.leave),
      button({ class: 'text-button quiet' }, [words.forget], acts.forget),
    ]),
  ]);
  shown.hidden = true;
  return {
    element: shown,
    isOpen: () => !shown.hidden,
    open(past) {
      empty(list);
      for (const { id, title: question, at } of past) {
        const lines = element('span', { class: 'lines' }, [
          element('strong', {}, [question]),
          element('span', { class: 'label' }, [whenOf(at)]),
        ]);
        list.appendChild(
          element('li', {}, [button({ class: 'row' }, [lines, icon(ARROW, 18)], () => acts.choose(id))]),
        );
      }
      shown.hidden = false;
      title.focus({ preventScroll: true });
    },
    close() {
      shown.hidden = true;
    },
  };
}

function whenOf(at: number): string {
  const day = new Date(at);
  if (day.toDateString() !== new Date().toDateString()) {
    return day.toLocaleDateString('pt-BR', { day: 'numeric', month: 'long' });
  }
  return `${words.today}, ${day.toLocaleTimeString('pt-BR', { hour: '2-digit', minute: '2-digit' })}`;
}
