/** Entry point of the parser process: receives files of one owner and sends the result of each. */
import { batchesOf } from '../batches.ts';
import type { Block, ExtractedDocument } from '../blocks.ts';
import { disableNetwork } from './disable-network.ts';
import { ExtractError, type ExtractReason } from './extract-error.ts';
import { PictureReader } from './pictures/picture-reader.ts';
import { TEXT_MAX } from './tidy-text.ts';

export interface ParserJob {
  format: 'pdf' | 'txt' | 'doc' | 'docx' | 'rtf' | 'html' | 'xlsx';
  bytes: Buffer;
}
/** The bytes in slices, then the format. */
export type ParserRequest = { slice: Uint8Array } | Pick<ParserJob, 'format'>;
/** The blocks in batches, then the rest; or the reason of a failure. */
export type ParserResponse =
  | { blocks: Block[] }
  | { document: Omit<ExtractedDocument, 'blocks'> }
  | { reason: ExtractReason }
  | { isReadingPictures: true };

const TITLE_MAX = 300;

const newPictureReader = () =>
  new PictureReader(() => process.send!({ isReadingPictures: true } satisfies ParserResponse));

async function parse({ format, bytes }: ParserJob): Promise<ExtractedDocument> {
  switch (format) {
    case 'pdf':
      return (await import('./parse-pdf.ts')).parsePdf(bytes, newPictureReader());
    case 'docx':
      return (await import('./parse-docx.ts')).parseDocx(bytes, newPictureReader());
    case 'doc':
      return (await import('./parse-doc.ts')).parseDoc(bytes);
    case 'rtf':
      return (await import('./parse-rtf.ts')).parseRtf(bytes);
    case 'html':
      return (await import('./parse-html-file.ts')).parseHtmlFile(bytes);
    case 'xlsx':
      return (await import('./parse-xlsx.ts')).parseXlsx(bytes);
    case 'txt':
      return (await import('./parse-txt.ts')).parseTxt(bytes);
  }
}

const charsOf = (blocks: Block[]) => blocks.reduce((sum, block) => sum + block.text.length, 0);

/** The title is among the first three blocks: a line or two may precede it. */
const openingTitle = (blocks: Block[]) => blocks.slice(0, 3).find((block) => block.kind === 'heading')?.text;

async function parseSafely(job: ParserJob): Promise<{ document: ExtractedDocument } | { reason: ExtractReason }> {
  try {
    const document = await parse(job);
    const blocks = document.blocks.filter((block) => /[\p{L}\p{N}]/u.test(block.text));
    if (blocks.every(({ kind }) => kind === 'boilerplate'))
      return { reason: job.format === 'txt' ? 'empty' : 'no_text' };
    if (job.format !== 'txt' && charsOf(blocks) > TEXT_MAX) return { reason: 'too_complex' };
    const title = (document.title ?? openingTitle(blocks))?.slice(0, TITLE_MAX).toWellFormed() ?? null;
    return { document: { ...document, title, blocks } };
  } catch (error) {
    if (error instanceof ExtractError) return { reason: error.reason };
    return { reason: error instanceof RangeError && /call stack/i.test(error.message) ? 'too_complex' : 'damaged' };
  }
}

const send = (response: ParserResponse) => process.send!(response);

function sendResult(response: Awaited<ReturnType<typeof parseSafely>>): void {
  if (!('document' in response)) return void send(response);
  const { blocks, ...document } = response.document;
  for (const batch of batchesOf(blocks, ({ text }) => text.length))
    process.send!({ blocks: batch } satisfies ParserResponse);
  send({ document });
}

disableNetwork();
// The server has gone away, so nobody needs the result.
process.on('disconnect', () => process.exit());
for (const event of ['uncaughtException', 'unhandledRejection'])
  process.on(event, () => process.send!({ reason: 'damaged' } satisfies ParserResponse, () => process.exit()));
let slices: Uint8Array[] = [];
process.on('message', (request: ParserRequest) => {
  if ('slice' in request) return void slices.push(request.slice);
  const bytes = Buffer.concat(slices);
  slices = [];
  void parseSafely({ format: request.format, bytes }).then(sendResult);
});
