import { button, element, empty } from './element.ts';
import * as words from './words.ts';

interface Helped {
  readonly element: HTMLElement;
  ask(): void;
  hide(): void;
}

interface HelpedActs {
  answer: (isSatisfied: boolean) => Promise<void>;
  drawPerson: () => HTMLElement | undefined;
  changed: () => void;
}

export function drawHelpfulness(acts: HelpedActs): Helped {
  const text = element('p', { tabindex: '-1' });
  const buttons = element('div', { class: 'choices' });
  const helpedBox = element('div', { class: 'helped', role: 'group', 'aria-label': words.helped }, [text, buttons]);
  helpedBox.hidden = true;

  const onPress = (isSatisfied: boolean) => {
    empty(buttons);
    text.textContent = isSatisfied ? words.thanks : words.thanksForComplaint;
    // The button that had the focus was removed.
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
    buttons.appendChild(button({ class: 'choice' }, [words.yes], () => onPress(true)));
    buttons.appendChild(button({ class: 'choice' }, [words.no], () => onPress(false)));
  };
  return {
    element: helpedBox,
    ask() {
      if (!helpedBox.hidden) return;
      draw();
      helpedBox.hidden = false;
      acts.changed();
    },
    hide() {
      helpedBox.hidden = true;
    },
  };
}
