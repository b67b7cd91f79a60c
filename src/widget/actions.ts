import { plainText } from './answer.ts';
import type { Rating, Turn } from './conversation.ts';
import { copyText } from './copy.ts';
import { button, element, icon } from './element.ts';
import { COPY, DONE, THUMB, THUMB_DOWN } from './icons.ts';
import * as words from './words.ts';

const STATUS_MS = 2_500;

export function drawActions(
  answer: HTMLElement,
  turn: Turn,
  rate: ((rating: Rating) => Promise<void>) | undefined,
): HTMLElement {
  const statusLine = element('span', { class: 'said', role: 'status' });
  let silence: ReturnType<typeof setTimeout> | undefined;
  const announce = (text: string, then: () => void = () => undefined) => {
    statusLine.textContent = text;
    clearTimeout(silence);
    silence = setTimeout(() => {
      statusLine.textContent = '';
      then();
    }, STATUS_MS);
  };
  const actions = element('div', { class: 'actions' }, [drawCopy(answer, announce)]);
  if (rate) for (const thumb of drawThumbs(turn, rate, announce)) actions.appendChild(thumb);
  actions.appendChild(statusLine);
  return actions;
}

type Announce = (text: string, then?: () => void) => void;

function drawCopy(answer: HTMLElement, say: Announce): HTMLElement {
  const copy = button({ class: 'small-button', 'aria-label': words.copy, title: words.copy }, [icon(COPY, 16)], () => {
    const show = (strokes: string) => copy.replaceChild(icon(strokes, 16), copy.firstChild!);
    void copyText(plainText(answer).trim(), answer).then((isCopied) => {
      copy.focus();
      if (isCopied) show(DONE);
      say(isCopied ? words.copied : words.copyFailed, () => show(COPY));
    });
  });
  return copy;
}

function drawThumbs(turn: Turn, rate: (rating: Rating) => Promise<void>, say: Announce): HTMLElement[] {
  const thumbs: HTMLElement[] = [];
  const show = (rating: Rating | null | undefined) => {
    thumbs[0]!.setAttribute('aria-pressed', String(rating === 'up'));
    thumbs[1]!.setAttribute('aria-pressed', String(rating === 'down'));
  };
  const add = (rating: Rating, name: string, strokes: string) => {
    const onPress = () => {
      show(rating);
      rate(rating).then(
        () => say(words.thanks),
        () => {
          show(turn.rating);
          say(words.notKept);
        },
      );
    };
    thumbs.push(button({ class: 'small-button thumb', 'aria-label': name, title: name }, [icon(strokes, 16)], onPress));
  };
  add('up', words.good, THUMB);
  add('down', words.bad, THUMB_DOWN);
  show(turn.rating);
  return thumbs;
}
