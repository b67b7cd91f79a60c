import { button, element, empty } from './element.ts';
import { words } from './words.ts';

export interface Helped {
  readonly element: HTMLElement;
  /** Asks whether the conversation helped. */
  ask(): void;
  hide(): void;
}

interface HelpedActs {
  /** Rejects when it was not kept. */
  answer: (isSatisfied: boolean) => Promise<void>;
  /** What is offered to who was not helped. */
  drawPerson: () => HTMLElement | undefined;
  changed: () => void;
}

/** The question at the end of a conversation: did this help? */
export function drawHelped(acts: HelpedActs): Helped {
  const text = element('p', { tabindex: '-1' });
  const buttons = element('div', { class: 'choices' });
  const asked = element('div', { class: 'helped', role: 'group', 'aria-label': words.helped }, [text, buttons]);
  asked.hidden = true;

  const press = (isSatisfied: boolean) => {
    empty(buttons);
    text.textContent = isSatisfied ? words.thanks : words.sorry;
    // The button that had the focus is gone.
    text.focus({ preventScroll: true });
    const person = isSatisfied ? undefined : acts.drawPerson();
    if (person) buttons.appendChild(person);
    acts.changed();
    acts.answer(isSatisfied).catch(() => {
      draw();
      text.textContent = words.notKept;
    });
  };
  const draw = () => {
    empty(buttons);
    text.textContent = words.helped;
    buttons.appendChild(button({ class: 'choice' }, [words.yes], () => press(true)));
    buttons.appendChild(button({ class: 'choice' }, [words.no], () => press(false)));
  };
  return {
    element: asked,
    ask() {
      if (!asked.hidden) return;
      draw();
      asked.hidden = false;
      acts.changed();
    },
    hide() {
      asked.hidden = true;
    },
  };
}
