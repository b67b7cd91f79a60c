import type { ExtractedDocument } from '../../src/reading/blocks.ts';
import { extractFile } from '../../src/reading/extract/extract-file.ts';

/** Reads files one after the other in the same parser process, since each start takes about a second. */
export const readFile = (file: { name: string; bytes: Buffer }): Promise<ExtractedDocument> =>
  extractFile(file, { owner: 'tests' });
