/** One piece of knowledge that a question may be answered from. */
export interface Passage {
  contentId: string;
  /** Place within its content, from 0. With `contentId` it names the passage and settles ties. */
  ordinal: number;
  /** The content's title: a file's name, a page's title. */
  title: string;
  /** The heading that it stands below, inside its content. */
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

/** A fixed order of passages, whatever order they came in. */
export function comparePassages(a: Passage, b: Passage): number {
  if (a.contentId !== b.contentId) return a.contentId < b.contentId ? -1 : 1;
  return a.ordinal - b.ordinal;
}
