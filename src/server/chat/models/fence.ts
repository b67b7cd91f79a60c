import { randomBytes } from 'node:crypto';
import type { Passage } from '../../../search/passage.ts';
import { withoutMarkers } from './markers.ts';

/** The marks around data in a prompt. They are random for each request, so that no text can contain them in advance. */
export interface Fence {
  open: string;
  close: string;
}

export function makeFence(what: string): Fence {
  const boundary = randomBytes(8).toString('hex');
  return { open: `<<<${what} ${boundary}>>>`, close: `<<<FIM ${boundary}>>>` };
}

/** The marks with which open models' servers separate speakers. Some servers also interpret them within a message. */
const TURN_MARKS = /<\|[^|>\n]{0,40}\|>|<\/?s>|\[\/?INST\]|<<\/?SYS>>|<\/?(?:start|end)_of_turn>/gi;
/** Invisible characters, which may hide instructions. */
const INVISIBLE = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff]|[\u{e0000}-\u{e007f}]/gu;

/**
 * Returns a text that is safe as data in a prompt: without invisible characters, our markers, and anything that
 * resembles them.
 */
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

/** Returns a passage as it is written in a prompt, with its title, heading and page. `number` counts from 1. */
export function writePassage({ title, heading, page, question, text }: Passage, number: number): string {
  const names = [`[${number}] ${onLine(title)}`, heading && onLine(heading), page && `página ${page}`];
  const head = names.filter(Boolean).join(' | ');
  return question ? `${head}\nPergunta: ${onLine(question)}\nResposta: ${asData(text)}` : `${head}\n${asData(text)}`;
}
