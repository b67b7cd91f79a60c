import { randomBytes } from 'node:crypto';
import type { Passage } from '../../../search/passage.ts';
import { withoutMarkers } from './markers.ts';

/** Random for each request, so that no text can contain the marks in advance. */
export interface Fence {
  open: string;
  close: string;
}

export function makeFence(what: string): Fence {
  const boundary = randomBytes(8).toString('hex');
  return { open: `<<<${what} ${boundary}>>>`, close: `<<<FIM ${boundary}>>>` };
}

/** Servers of open models separate speakers with them, some also within a message. */
const TURN_MARKS = /<\|[^|>\n]{0,40}\|>|<\/?s>|\[\/?INST\]|<<\/?SYS>>|<\/?(?:start|end)_of_turn>/gi;
/** They may hide instructions. */
const INVISIBLE = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff]|[\u{e0000}-\u{e007f}]/gu;

/** Safe as data in a prompt: without invisible characters, our markers, and anything that resembles them. */
export function asData(text: string): string {
  let cleaned = text.replace(INVISIBLE, '');
  // Repeat, because removing one mark may join the halves of another.
  for (let before = ''; before !== cleaned;) {
    before = cleaned;
    cleaned = withoutMarkers(cleaned)
      .replace(TURN_MARKS, '')
      .replace(/<{2,}|>{2,}/g, '');
  }
  return cleaned.trim();
}

const onLine = (text: string) => asData(text).replace(/\s+/g, ' ');

export function writePassage({ title, heading, page, question, text }: Passage, number: number): string {
  const names = [`[${number}] ${onLine(title)}`, heading && onLine(heading), page && `página ${page}`];
  const head = names.filter(Boolean).join(' | ');
  return question ? `${head}\nPergunta: ${onLine(question)}\nResposta: ${asData(text)}` : `${head}\n${asData(text)}`;
}
