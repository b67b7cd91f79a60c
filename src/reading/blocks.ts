import type { LeftOutReason } from '../shared/constants.ts';

export interface Block {
  /** `boilerplate`: lines with facts from the header, footer or sidebar, which pages repeat. */
  kind: 'heading' | 'paragraph' | 'list' | 'table' | 'boilerplate';
  /** One line; lists have one per item, with its marker, tables one per row (` | ` between cells). */
  text: string;
  level?: number;
  page?: number;
  /** After an empty line. */
  isApart?: true;
  /** Asked by a line above it or at its start (`markQuestions`). */
  question?: string;
  /** Read from a picture, so that its numbers may be wrong. */
  isFromPicture?: true;
}

/** Left out, or taken in because a person chose it. */
export interface LeftOutText {
  reason: LeftOutReason;
  text: string;
  isTaken?: true;
}

export interface ExtractedDocument {
  title: string | null;
  /** BCP 47 tag, if the document declares its language. */
  language?: string;
  blocks: Block[];
  /** Bounded; not set when nobody asks for it. */
  leftOut?: LeftOutText[];
  /** Pictures not read, because of a bound or because they cannot be read surely enough. */
  unreadPages?: number[];
}
