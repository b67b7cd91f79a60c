import type { BusinessRecord } from './records/record.ts';

export const HEADING_SEPARATOR = '›';

export interface Passage {
  contentId: string;
  /** From 0, unique together with `contentId`. */
  ordinal: number;
  /** Title of the content: a file's name or a page's title. */
  title: string;
  heading: string | null;
  /** 1-based; null without pages. */
  page: number | null;
  url: string | null;
  /** May be quoted. For a FAQ: the answer. */
  text: string;
  question: string | null;
  answer: string | null;
  /** Facts outside the main text of a page, such as its footer. */
  isBoilerplate?: boolean;
  /** From training; read from the text when unset. */
  records?: readonly BusinessRecord[];
  /** Lines with numbers read from a picture, unconfirmed; they must not be asserted. */
  unconfirmed?: readonly string[];
}

export type PassageWords = Pick<Passage, 'title' | 'heading' | 'text' | 'question' | 'answer'>;

export const nearestHeading = ({ heading }: Pick<Passage, 'heading'>): string =>
  heading?.slice(heading.lastIndexOf(HEADING_SEPARATOR) + 1).trim() ?? '';

export const withoutExtension = (title: string): string => title.replace(/\.(?:txt|pdf|docx?|xlsx)$/i, '');

/** A FAQ's question, or the heading directly above if it ends with a question mark and has text. */
export function questionOf({ question, heading, text }: Pick<Passage, 'question' | 'heading' | 'text'>): string | null {
  if (question !== null || heading === null || !heading.endsWith('?')) return question;
  const last = nearestHeading({ heading });
  return last === text.trim() ? null : last;
}

export function comparePassages(a: Passage, b: Passage): number {
  if (a.contentId !== b.contentId) return a.contentId < b.contentId ? -1 : 1;
  return a.ordinal - b.ordinal;
}
