/** The whole of a parser's process: one job comes in, one answer goes out. */
import type { Block, ExtractedDocument } from '../blocks.ts';
import { batchesOf } from '../threads/batches.ts';
import { ExtractError, type ExtractReason } from './extract-error.ts';
import { shutNetwork } from './shut-network.ts';
import { TEXT_MAX } from './tidy-text.ts';

export interface ParserJob {
  format: 'pdf' | 'txt' | 'doc' | 'docx';
  bytes: Uint8Array;
}
/** What the process is told: the bytes in slices, then of what format they are. */
export type ParserOrder = { slice: Uint8Array } | Pick<ParserJob, 'format'>;
/** A document's blocks come in batches, and then the rest of it. */
export type ParserAnswer =
  { blocks: Block[] } | { document: Omit<ExtractedDocument, 'blocks'> } | { reason: ExtractReason };

const TITLE_MAX = 300;

async function parse({ format, bytes }: ParserJob): Promise<ExtractedDocument> {
  switch (format) {
    case 'pdf':
      return (await import('./parse-pdf.ts')).parsePdf(bytes);
    case 'docx':
      return (await import('./parse-docx.ts')).parseDocx(bytes);
    case 'doc':
      return (await import('./parse-doc.ts')).parseDoc(bytes);
    case 'txt':
      return (await import('./parse-txt.ts')).parseTxt(bytes);
  }
}

const charsOf = (blocks: Block[]) => blocks.reduce((sum, block) => sum + block.text.length, 0);

/** A document opens with its title, or with a line or two above it. */
const openingTitle = (blocks: Block[]) => blocks.slice(0, 3).find((block) => block.kind === 'heading')?.text;

async function answer(job: ParserJob): Promise<{ document: ExtractedDocument } | { reason: ExtractReason }> {
  try {
    const document = await parse(job);
    const blocks = document.blocks.filter((block) => /[\p{L}\p{N}]/u.test(block.text));
    if (blocks.length === 0) return { reason: job.format === 'txt' ? 'empty' : 'no_text' };
    if (job.format !== 'txt' && charsOf(blocks) > TEXT_MAX) return { reason: 'too_complex' };
    const title = (document.title ?? openingTitle(blocks))?.slice(0, TITLE_MAX).toWellFormed() ?? null;
    return { document: { ...document, title, blocks } };
  } catch (error) {
    if (error instanceof ExtractError) return { reason: error.reason };
    // A stack that overflows is a file nested without end.
    return { reason: error instanceof RangeError && /call stack/i.test(error.message) ? 'too_complex' : 'damaged' };
  }
}

const say = (said: ParserAnswer) => process.send!(said, () => process.exit());

function sayAll(said: Awaited<ReturnType<typeof answer>>): void {
  if (!('document' in said)) return void say(said);
  const { blocks, ...document } = said.document;
  for (const batch of batchesOf(blocks, ({ text }) => text.length))
    process.send!({ blocks: batch } satisfies ParserAnswer);
  say({ document });
}

shutNetwork();
// A server that is gone wants no answer.
process.on('disconnect', () => process.exit());
for (const event of ['uncaughtException', 'unhandledRejection']) process.on(event, () => say({ reason: 'damaged' }));
const slices: Uint8Array[] = [];
process.on('message', (order: ParserOrder) => {
  if ('slice' in order) slices.push(order.slice);
  else void answer({ format: order.format, bytes: Buffer.concat(slices) }).then(sayAll);
});
