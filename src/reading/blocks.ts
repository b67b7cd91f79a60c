import type { LeftOutReason } from '../shared/constants.ts';

/** A part of a document, in reading order. */
export interface Block {
  /** `boilerplate`: lines with facts from the header, footer or sidebar, which the pages of a site or file repeat. */
  kind: 'heading' | 'paragraph' | 'list' | 'table' | 'boilerplate';
  /**
   * A single line, except for lists (one item per line, with its marker), tables (one row per line, cells joined by
   * ` | `) and boilerplate.
   */
  text: string;
  /** Heading level, 1 to 6. */
  level?: number;
  /** 1-based; absent when the format has no pages. */
  page?: number;
  /** The question that this block answers, if a line above it or at its start asks one (`markQuestions`). */
  question?: string;
  /** Read from a picture, so that its numbers may be wrong. */
  isFromPicture?: true;
}

/** A text that was left out, or that was taken in because a person chose it. */
export interface LeftOutText {
  reason: LeftOutReason;
  text: string;
  isTaken?: true;
}

/** The structured text of a file or page, without its layout. */
export interface ExtractedDocument {
  title: string | null;
  /** BCP 47 tag, if the document declares its language. */
  language?: string;
  blocks: Block[];
  /** What was not read as part of the text, and why. Bounded; not set when nobody asks for it. */
  leftOut?: LeftOutText[];
  /** The pages that are pictures and were not read, because of a bound or because they cannot be read surely enough. */
  unreadPages?: number[];
}
