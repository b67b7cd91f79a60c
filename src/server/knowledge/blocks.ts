/** A piece of a document, in reading order. */
export interface Block {
  kind: 'heading' | 'paragraph' | 'list' | 'table';
  /** One line, but for lists (an item a line, with its mark) and tables (a row a line, cells joined by ` | `). */
  text: string;
  /** Headings: 1 to 6. */
  level?: number;
  /** Counts from 1; absent where the format has no pages. */
  page?: number;
}

/** What is left of a file or a page once its looks are gone. */
export interface ExtractedDocument {
  title: string | null;
  /** A BCP 47 tag, when the document names its language. */
  language?: string;
  blocks: Block[];
}
