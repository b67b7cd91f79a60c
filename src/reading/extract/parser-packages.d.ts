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
declare module 'tesseract.js-core/tesseract-core-simd-lstm.js' {
  interface TessBaseAPI {
    /** Returns 0, unless it fails. */
    Init(dataPath: null, language: string, engine: number): number;
    SetPageSegMode(mode: number): void;
    /** Reads `/input`, turned by EXIF orientation and an angle. Returns 0, unless it fails. */
    SetImageFile(orientation: number, radians: number): number;
    FindLines(): number;
    GetGradient(): number;
    Recognize(monitor: null): number;
    GetTSVText(page: number): string;
    Clear(): void;
  }
  export interface TesseractCore {
    FS: { writeFile(name: string, bytes: Uint8Array): void; unlink(name: string): void };
    TessBaseAPI: new () => TessBaseAPI;
  }
  export default function load(options: {
    wasmBinary: Uint8Array;
    print: () => void;
    printErr: () => void;
  }): Promise<TesseractCore>;
}
