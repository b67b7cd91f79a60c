/**
 * Entry point of the thread that parses pages: receives HTTP responses and returns captured pages, one after the other.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { capturePage } from './capture-page.ts';
import type { Parcel, ReadAnswer, ReadOrder } from './read-apart.ts';
import { ToldLinks } from './told-links.ts';

/** Number of searches whose links are remembered, and links per search. Forgotten links are reported again. */
const MAX_SEARCHES = 8;
const MAX_LINKS = 50_000;

/** Counts the parsed pages in shared memory, so that the main thread knows which page made this thread fail. */
const finished = workerData as Int32Array;

const searches = new Map<number, ToldLinks>();

function toldTo(search: number): ToldLinks {
  let told = searches.get(search);
  if (!told) {
    if (searches.size >= MAX_SEARCHES) searches.delete(searches.keys().next().value!);
    searches.set(search, (told = new ToldLinks(MAX_LINKS)));
  }
  return told;
}

function read({ answer, evaluates, wantsText, links }: ReadOrder, body: Buffer): ReadAnswer {
  try {
    const told = typeof links === 'number' ? toldTo(links) : undefined;
    const page = capturePage({ ...answer, body }, { evaluates, told });
    if (links === 'none') page.links = [];
    else if (told) page.links = told.tell(page.links);
    // The caller does not need the text, and copying it between threads is expensive.
    if (!wantsText) page.document = { ...page.document, blocks: [] };
    return { page };
  } catch (error) {
    return { failure: String(error) };
  }
}

function readAll({ orders, bodies }: Parcel): ReadAnswer[] {
  let end = 0;
  return orders.map((order) => {
    const body = Buffer.from(bodies.buffer, end, order.length);
    end += order.length;
    const answer = read(order, body);
    Atomics.add(finished, 0, 1);
    return answer;
  });
}

parentPort!.on('message', (parcel: Parcel) => parentPort!.postMessage(readAll(parcel)));
