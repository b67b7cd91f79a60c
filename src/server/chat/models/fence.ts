import { randomBytes } from 'node:crypto';
import type { Passage } from '../../knowledge/search/passage.ts';
import { withoutMarkers } from './markers.ts';

/** The marks around what a model reads as data. Made anew for each request, so that no text can hold them beforehand. */
export interface Fence {
  open: string;
  close: string;
}

export function makeFence(what: string): Fence {
  const boundary = randomBytes(8).toString('hex');
  return { open: `<<<${what} ${boundary}>>>`, close: `<<<FIM ${boundary}>>>` };
}

/** Marks by which the servers of open models tell who speaks; some read them in the midst of a message too. */
const TURN_MARKS = /<\|[^|>\n]{0,40}\|>|<\/?s>|\[\/?INST\]|<<\/?SYS>>|<\/?(?:start|end)_of_turn>/gi;
/** Letters that nobody sees: orders hide in them. */
const UNSEEN = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff]|[\u{e0000}-\u{e007f}]/gu;

/** A text as data: without what is a mark of ours or resembles one, and without hidden letters. */
export function asData(text: string): string {
  let bare = text.replace(UNSEEN, '');
  // One mark taken out may join the halves of another.
  for (let before = ''; before !== bare;) {
    before = bare;
    bare = withoutMarkers(bare)
      .replace(TURN_MARKS, '')
      .replace(/<{2,}|>{2,}/g, '');
  }
  return bare.trim();
}

const onLine = (text: string) => asData(text).replace(/\s+/g, ' ');

/** A passage as a model reads it, with what names it; `number` counts from 1. */
export function writePassage({ title, heading, page, question, text }: Passage, number: number): string {
  const names = [`[${number}] ${onLine(title)}`, heading && onLine(heading), page && `página ${page}`];
  const head = names.filter(Boolean).join(' | ');
  return question ? `${head}\nPergunta: ${onLine(question)}\nResposta: ${asData(text)}` : `${head}\n${asData(text)}`;
}
