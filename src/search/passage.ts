import type { BusinessRecord } from './records/record.ts';

/** Separator between the headings above a passage, outermost first. */
export const HEADING_SEPARATOR = '›';

/** A piece of content that a question may be answered from. */
export interface Passage {
  contentId: string;
  /** Index within its content, from 0. Unique together with `contentId`; breaks ties. */
  ordinal: number;
  /** Title of the content: a file's name or a page's title. */
  title: string;
  /** Headings above it in its content, outermost first, joined by ` › `. */
  heading: string | null;
  /** 1-based; null without pages. */
  page: number | null;
  url: string | null;
  /** The text that may be quoted. For a FAQ: the answer. */
  text: string;
  /** Only for FAQs. */
  question: string | null;
  answer: string | null;
  /** Whether it holds the facts outside the main text of a page, such as its footer. */
  isBoilerplate?: boolean;
  /** Read at training; read from the text when they are needed if unset. */
  records?: readonly BusinessRecord[];
  /** Lines with numbers that were read from a picture and that nobody has confirmed; they must not be asserted. */
  unconfirmed?: readonly string[];
}

/** The fields of a passage that are searched. */
export type PassageWords = Pick<Passage, 'title' | 'heading' | 'text' | 'question' | 'answer'>;

/** Returns the innermost heading of a passage; an empty string without one. */
export const nearestHeading = ({ heading }: Pick<Passage, 'heading'>): string =>
  heading?.slice(heading.lastIndexOf(HEADING_SEPARATOR) + 1).trim() ?? '';

/** Returns a title without the extension of a file's name. */
export const withoutExtension = (title: string): string => title.replace(/\.(?:txt|pdf|docx?|xlsx)$/i, '');

/**
 * Returns the question that a passage answers: a FAQ's question, or the heading directly above when it ends with a
 * question mark. Null otherwise, and for a heading without text.
 */
export function questionOf({ question, heading, text }: Pick<Passage, 'question' | 'heading' | 'text'>): string | null {
  if (question !== null || heading === null || !heading.endsWith('?')) return question;
  const last = nearestHeading({ heading });
  return last === text.trim() ? null : last;
}

/** Compares passages by content and ordinal, for a stable order. */
export function comparePassages(a: Passage, b: Passage): number {
  if (a.contentId !== b.contentId) return a.contentId < b.contentId ? -1 : 1;
  return a.ordinal - b.ordinal;
}
