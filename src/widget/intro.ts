import type { WidgetAppearance } from '../shared/appearance.ts';
import { button, element, empty, icon } from './element.ts';
import { drawReply, drawRetry } from './exchange.ts';
import { ARROW } from './icons.ts';
import { words } from './words.ts';

export interface Intro {
  readonly element: HTMLElement;
  dress(appearance: WidgetAppearance): void;
  setState(isEmpty: boolean, canGoBack: boolean): void;
  setHistory(state: 'loading' | 'ready' | 'failed'): void;
}

interface IntroActs {
  ask: (question: string) => void;
  goBack: () => void;
  readAgain: () => void;
}

/** What stands before the first question: the welcome, the owner's example, and the way back to what was. */
export function drawIntro(acts: IntroActs): Intro {
  const welcome = element('div');
  const example = element('div');
  const back = button({ class: 'text-button' }, [words.previousConversation], acts.goBack);
  const history = element('div', { class: 'history' });
  return {
    element: element('div', { class: 'intro' }, [welcome, example, history, back]),
    dress(appearance) {
      empty(welcome);
      const text = element('div', { class: 'answer welcome' }, [appearance.messages.welcome]);
      welcome.appendChild(drawReply(appearance.botName, text));
      empty(example);
      if (appearance.exampleQuestion) example.appendChild(drawExample(appearance, acts.ask));
    },
    setState(isEmpty, canGoBack) {
      example.hidden = !isEmpty;
      back.hidden = !canGoBack;
    },
    setHistory(state) {
      empty(history);
      if (state === 'loading') {
        const lines = [element('span'), element('span'), element('span')];
        history.appendChild(element('div', { class: 'loading', role: 'status', 'aria-label': words.loading }, lines));
      } else if (state === 'failed') {
        const said = element('p', {}, [words.historyFailed]);
        history.appendChild(element('div', { class: 'notice quiet' }, [said, drawRetry(acts.readAgain)]));
      }
    },
  };
}

function drawExample(
  { exampleQuestion, exampleAnswer }: WidgetAppearance,
  ask: (question: string) => void,
): HTMLElement {
  const lines = [element('span', { class: 'label' }, [words.example]), element('strong', {}, [exampleQuestion])];
  if (exampleAnswer) lines.push(element('span', { class: 'gist' }, [exampleAnswer]));
  return button({ class: 'example' }, [element('span', { class: 'lines' }, lines), icon(ARROW, 18)], () =>
    ask(exampleQuestion),
  );
}
