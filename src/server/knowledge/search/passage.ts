/** Stands between the headings above a passage, the outermost first. */
export const HEADING_JOINT = '›';

/** One piece of knowledge that a question may be answered from. */
export interface Passage {
  contentId: string;
  /** Place within its content, from 0. With `contentId` it names the passage and settles ties. */
  ordinal: number;
  /** The content's title: a file's name, a page's title. */
  title: string;
  /** The headings that it stands below inside its content, outermost first, joined by ` › `. */
  heading: string | null;
  /** Counts from 1. */
  page: number | null;
  url: string | null;
  /** What may be quoted. Of a FAQ: the answer. */
  text: string;
  /** FAQ alone. */
  question: string | null;
  answer: string | null;
}

/** What is searched of a passage. */
export type PassageWords = Pick<Passage, 'title' | 'heading' | 'text' | 'question' | 'answer'>;

/**
 * What a passage is the answer to: a FAQ's question, or the heading right above it when that asks. Null when neither is
 * there, and of a heading that stands alone.
 */
export function askedOf({ question, heading, text }: Pick<Passage, 'question' | 'heading' | 'text'>): string | null {
  if (question !== null || heading === null || !heading.endsWith('?')) return question;
  const last = heading.slice(heading.lastIndexOf(HEADING_JOINT) + 1).trim();
  return last === text.trim() ? null : last;
}

/** A fixed order of passages, whatever order they came in. */
export function comparePassages(a: Passage, b: Passage): number {
  if (a.contentId !== b.contentId) return a.contentId < b.contentId ? -1 : 1;
  return a.ordinal - b.ordinal;
}
