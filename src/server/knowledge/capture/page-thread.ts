/** The whole of a reading thread: answers of sites come in, captured pages go out, one after the other. */
import { parentPort } from 'node:worker_threads';
import { capturePage } from './capture-page.ts';
import type { ReadAnswer, ReadOrder } from './read-apart.ts';

parentPort!.on('message', ({ answer, evaluates, wantsText }: ReadOrder) => {
  const body = Buffer.from(answer.body.buffer, answer.body.byteOffset, answer.body.byteLength);
  let said: ReadAnswer;
  try {
    const page = capturePage({ ...answer, body }, { evaluates });
    // The text of a page that is but found would be copied for nothing.
    said = { page: wantsText ? page : { ...page, document: { ...page.document, blocks: [] } } };
  } catch (error) {
    said = { failure: String(error) };
  }
  parentPort!.postMessage(said);
});
