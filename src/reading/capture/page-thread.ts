/**
 * Entry point of the thread that parses pages: receives HTTP responses and returns captured pages, one after the other.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { capturePage } from './capture-page.ts';
import type { PageBatch, ParseRequest, ParseResponse } from './read-in-thread.ts';
import { ReportedLinks } from './reported-links.ts';

/** Number of searches whose links are remembered, and links per search. Forgotten links are reported again. */
const MAX_SEARCHES = 8;
const MAX_LINKS = 50_000;

/** Counts the parsed pages in shared memory, so that the main thread knows which page this thread failed on. */
const parsedCount = workerData as Int32Array;

const searches = new Map<number, ReportedLinks>();

function reportedBy(search: number): ReportedLinks {
  let reported = searches.get(search);
  if (!reported) {
    if (searches.size >= MAX_SEARCHES) searches.delete(searches.keys().next().value!);
    searches.set(search, (reported = new ReportedLinks(MAX_LINKS)));
  }
  return reported;
}

function parsePage({ answer, evaluates, wantsText, links }: ParseRequest, body: Buffer): ParseResponse {
  try {
    const reported = typeof links === 'number' ? reportedBy(links) : undefined;
    const page = capturePage({ ...answer, body }, { evaluates, reported });
    if (links === 'none') page.links = [];
    else if (reported) page.links = reported.takeNew(page.links);
    // The caller does not need the text, and copying it between threads is expensive.
    if (!wantsText) page.document = { ...page.document, blocks: [] };
    return { page };
  } catch (error) {
    return { failure: String(error) };
  }
}

function parseBatch({ requests, bodies }: PageBatch): ParseResponse[] {
  let end = 0;
  return requests.map((request) => {
    const body = Buffer.from(bodies.buffer, end, request.length);
    end += request.length;
    const answer = parsePage(request, body);
    Atomics.add(parsedCount, 0, 1);
    return answer;
  });
}

parentPort!.on('message', (batch: PageBatch) => parentPort!.postMessage(parseBatch(batch)));
