/** The parts we use of packages whose types are missing or outdated. */
declare module 'word-extractor/lib/buffer-reader.js' {
  export default class BufferReader {
    constructor(buffer: Buffer);
    open(): Promise<void>;
  }
}
declare module 'word-extractor/lib/ole-allocation-table.js' {
  export default class AllocationTable {
    _table: number[];
    getSecIdChain(start: number): number[];
  }
}
declare module 'word-extractor/lib/word-ole-extractor.js' {
  interface Document {
    getBody(options: { filterUnicode: boolean }): string;
    getFootnotes(options: { filterUnicode: boolean }): string;
    getEndnotes(options: { filterUnicode: boolean }): string;
    getHeaders(options: { filterUnicode: boolean }): string;
    getTextboxes(options: {
      filterUnicode: boolean;
      includeBody?: boolean;
      includeHeadersAndFooters?: boolean;
    }): string;
  }
  export default class WordOleExtractor {
    extract(reader: object): Promise<Document>;
    extractWordDocument(document: object, stream: Buffer): Promise<Document>;
  }
}
