/** The whole of a reading thread: answers of sites come in, captured pages go out, one after the other. */
import { parentPort, workerData } from 'node:worker_threads';
import { type CapturedPage, capturePage } from './capture-page.ts';
import type { Parcel, ReadAnswer, ReadOrder } from './read-apart.ts';

/** Searches whose links are remembered, and how many of each; of what is forgotten links are told again. */
const MAX_SEARCHES = 8;
const MAX_LINKS = 50_000;

/** Counts the pages read, for whoever has to know at which one this thread came to grief. */
const finished = workerData as Int32Array;

/** The links told so far, by the search that they were told to. */
const told = new Map<number, Set<string>>();

function linksOf(search: number): Set<string> {
  let links = told.get(search);
  if (!links) {
    if (told.size >= MAX_SEARCHES) told.delete(told.keys().next().value!);
    told.set(search, (links = new Set()));
  }
  return links;
}

/** The menu of a site stands on all its pages: each link is told once. */
function untold({ links }: CapturedPage, search: number): string[] {
  const known = linksOf(search);
  const fresh = links.filter((link) => !known.has(link));
  if (known.size < MAX_LINKS) for (const link of fresh) known.add(link);
  return fresh;
}

function read({ answer, evaluates, wantsText, links }: ReadOrder, body: Buffer): ReadAnswer {
  try {
    const page = capturePage({ ...answer, body }, { evaluates });
    if (links === 'none') page.links = [];
    else if (links !== 'all') page.links = untold(page, links);
    // The text of a page that is but found would be copied for nothing.
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
