import type { WidgetAppearance } from '../shared/appearance.ts';
import { button, element, icon } from './element.ts';
import { sendIcon, STOP } from './icons.ts';
import * as words from './words.ts';

/** The server has the same limit. */
export const LONGEST_QUESTION = 2_000;
const COUNT_FROM = 1_800;
const MAX_HEIGHT_PX = 144;

interface Composer {
  readonly element: HTMLElement;
  applyAppearance(appearance: WidgetAppearance): void;
  /** The button stops the answer and Enter does nothing. */
  setBusy(isBusy: boolean): void;
  focus(): void;
}

/** Enter asks, Shift+Enter breaks the line. In the empty field, the up arrow moves to the suggestions. */
export function drawComposer(ask: (question: string) => void, stop: () => void, goUp: () => void): Composer {
  let isBusy = false;
  let strokes = sendIcon('');
  const field = element('textarea', { rows: '1', maxlength: String(LONGEST_QUESTION), enterkeyhint: 'send' });
  const counter = element('span', { class: 'counter', role: 'status' });
  counter.hidden = true;

  const grow = () => {
    field.style.height = 'auto';
    field.style.height = `${Math.min(field.scrollHeight, MAX_HEIGHT_PX)}px`;
    field.style.overflowY = field.scrollHeight > MAX_HEIGHT_PX ? 'auto' : 'hidden';
  };
  const refresh = () => {
    const count = field.value.length;
    counter.hidden = count < COUNT_FROM;
    counter.textContent = counter.hidden ? '' : words.charactersLeft(LONGEST_QUESTION - count);
    sendButton.setAttribute('aria-disabled', String(!isBusy && field.value.trim() === ''));
    grow();
  };
  const send = () => {
    const question = field.value.trim();
    if (isBusy || !question) return;
    field.value = '';
    refresh();
    ask(question);
  };
  const sendButton = button({ class: 'send' }, [], () => {
    if (isBusy) stop();
    else send();
    field.focus();
  });
  const setBusy = (next: boolean) => {
    isBusy = next;
    const name = isBusy ? words.stop : words.send;
    sendButton.classList.toggle('busy', isBusy);
    sendButton.setAttribute('aria-label', name);
    sendButton.title = name;
    drawSign();
    refresh();
  };
  const drawSign = () => {
    if (sendButton.firstChild) sendButton.removeChild(sendButton.firstChild);
    sendButton.appendChild(icon(isBusy ? STOP : strokes));
  };

  field.addEventListener('input', refresh);
  field.addEventListener('keydown', (event) => {
    if (event.key === 'ArrowUp' && field.value === '') goUp();
    if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
    event.preventDefault();
    send();
  });
  setBusy(false);
  return {
    element: element('div', { class: 'composer' }, [element('div', { class: 'field' }, [field, sendButton]), counter]),
    applyAppearance({ messages, icons }) {
      field.placeholder = messages.placeholder;
      field.setAttribute('aria-label', messages.placeholder);
      strokes = sendIcon(icons?.send);
      drawSign();
    },
    setBusy,
    focus: () => {
      field.focus({ preventScroll: true });
      grow();
    },
  };
}
