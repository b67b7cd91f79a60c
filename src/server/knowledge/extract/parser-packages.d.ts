/** What we use of packages whose types are missing or older than they are. */
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
  export interface Piece {
    text: string;
    startCp: number;
    startFilePos: number;
    endFilePos: number;
    bpc: number;
  }
  export default class WordOleExtractor {
    _pieces: Piece[];
    _boundaries: { ccpText: number };
    extract(reader: object): Promise<unknown>;
    extractWordDocument(document: object, stream: Buffer): Promise<unknown>;
    writeParagraphProperties(stream: Buffer, table: Buffer): void;
  }
}
