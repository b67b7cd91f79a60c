import type { Suggestion } from '../shared/chat-protocol.ts';
import { drawActions } from './actions.ts';
import { answerPainter } from './answer.ts';
import { type Avatars, drawAvatar, drawOwnAvatar } from './avatars.ts';
import { failureText, type Rating, type Turn } from './conversation.ts';
import { button, element, empty, icon } from './element.ts';
import { NOTICE, RETRY } from './icons.ts';
import { drawFoot } from './sources.ts';
import { drawSuggestions, listSuggestions } from './suggestions.ts';
import * as words from './words.ts';

export interface ExchangeView {
  readonly element: HTMLElement;
  show(): void;
  destroy(): void;
}

export interface ExchangeOptions {
  avatars: Avatars;
  errorMessage: string;
  changed?: () => void;
  retry?: () => void;
  /** Whether it was accepted. Absent when suggestions are only displayed. */
  choose?: (suggestion: Suggestion) => boolean;
  rate?: (rating: Rating) => Promise<void>;
  drawHuman?: (turn: Turn) => HTMLElement | undefined;
}

export function drawReply(avatars: Avatars, inside: Node, below: readonly Node[] = []): HTMLElement {
  return element('div', { class: 'reply' }, [
    drawAvatar(avatars),
    element('div', { class: 'column' }, [
      element('div', { class: 'bubble bot' }, [element('span', { class: 'sr' }, [`${avatars.botName}: `]), inside]),
      ...below,
    ]),
  ]);
}

const drawTyping = () =>
  element('div', { class: 'typing', role: 'img', 'aria-label': words.typing }, [
    element('span'),
    element('span'),
    element('span'),
  ]);

export function drawExchange(turn: Turn, options: ExchangeOptions): ExchangeView {
  const answer = element('div', { class: 'answer' });
  const below = element('div', { class: 'below' });
  const painter = answerPainter(answer);
  const caret = element('span', { class: 'caret', 'aria-hidden': 'true' });
  const typing = drawTyping();
  const reply = drawReply(options.avatars, answer, [below]);
  const bubble = answer.parentNode as HTMLElement;
  const changed = options.changed ?? (() => undefined);
  let shown = 0;
  let frame = 0;

  const paint = () => {
    if (caret.parentNode) caret.parentNode.removeChild(caret);
    painter.paint(turn.answer.slice(0, shown));
    if (turn.state === 'streaming') lastLine(answer).appendChild(caret);
    changed();
  };
  // Shows received text gradually over several frames, so that pieces of any size look like an even flow.
  const flow = () => {
    frame = 0;
    const left = turn.answer.length - shown;
    if (left > 0) {
      shown += Math.max(2, Math.ceil(left / 6));
      if (/[\ud800-\udbff]/.test(turn.answer.charAt(shown - 1))) shown++;
      paint();
    }
    if (shown < turn.answer.length) frame = requestAnimationFrame(flow);
    else if (turn.state !== 'streaming') finish();
  };
  const finish = () => {
    cancelAnimationFrame(frame);
    frame = 0;
    shown = turn.answer.length;
    painter.finish(turn.answer, turn.links);
    drawBelow();
    changed();
  };
  const drawBelow = () => {
    empty(below);
    const { state, grounded, sources } = turn;
    const isOver = state === 'failed' || state === 'stopped';
    if (state === 'failed')
      below.appendChild(drawFailure(failureText(turn, options.errorMessage), turn, options.retry));
    else if (isOver) below.appendChild(drawStopped(options.retry));
    const human = options.drawHuman?.(turn);
    if (human) below.appendChild(human);
    if (state === 'failed' || !turn.answer) return;
    if (turn.suggestions.length > 0) {
      const offered = options.choose ? drawSuggestions(turn, options.choose) : listSuggestions(turn);
      below.insertBefore(offered, below.firstChild);
      if (!grounded) return;
    }
    const isGood = state === 'done';
    const actions = drawActions(answer, turn, isGood ? options.rate : undefined);
    below.appendChild(drawFoot(isGood && grounded ? sources : [], actions, changed));
  };

  const show = () => {
    const isWaiting = turn.state === 'waiting';
    if (isWaiting) {
      shown = 0;
      empty(answer);
      empty(below);
      answer.appendChild(typing);
    } else if (typing.parentNode) answer.removeChild(typing);
    bubble.hidden = !isWaiting && !turn.answer;
    if (isWaiting) changed();
    else if (shown >= turn.answer.length || document.hidden || wantsStillness()) {
      if (turn.state === 'streaming') {
        shown = turn.answer.length;
        paint();
      } else finish();
    } else if (!frame) frame = requestAnimationFrame(flow);
  };

  const userText = [element('span', { class: 'sr' }, [`${words.you}: `]), turn.question];
  const question = element('div', { class: 'question' }, [element('div', { class: 'bubble user' }, userText)]);
  const face = drawOwnAvatar(options.avatars);
  if (face) question.appendChild(face);
  if (turn.state === 'done') shown = turn.answer.length;
  show();
  return {
    element: element('div', { class: 'exchange' }, [question, reply]),
    show,
    destroy: () => cancelAnimationFrame(frame),
  };
}

const wantsStillness = () => matchMedia('(prefers-reduced-motion: reduce)').matches;

function lastLine(answer: HTMLElement): HTMLElement {
  let line = answer;
  for (;;) {
    const last = line.lastChild as HTMLElement | null;
    if (!last || !/^(?:P|UL|OL|LI|PRE|DIV|T(?:ABLE|[RHD]))$/.test(last.nodeName)) return line;
    line = last;
  }
}

function drawFailure(message: string, { failure }: Turn, retry?: () => void): HTMLElement {
  // What the server says, such as the owner's sentence about a pause, is shown like an answer.
  const notice = failure?.errorText
    ? element('div', { class: 'bubble bot' }, [message])
    : element('div', { class: 'notice' }, [element('p', {}, [icon(NOTICE, 16), message])]);
  if (failure?.canRetry && retry) notice.appendChild(drawRetry(retry));
  return notice;
}

function drawStopped(retry?: () => void): HTMLElement {
  const notice = element('div', { class: 'notice quiet' }, [element('p', {}, [words.stopped])]);
  if (retry) notice.appendChild(drawRetry(retry));
  return notice;
}

export const drawRetry = (retry: () => void) => button({ class: 'text-button' }, [icon(RETRY, 16), words.retry], retry);
