import { threadTask } from '../threads/thread-task.ts';
import { capturePage, type ParsedPage } from './capture-page.ts';
import type { PageBatch, ParseRequest, ParseResponse } from './read-in-thread.ts';
import { ReportedLinks } from './reported-links.ts';

/** Forgotten links are reported again. */
const MAX_SEARCHES = 8;
const MAX_LINKS = 50_000;

const searches = new Map<number, ReportedLinks>();

function reportedBy(search: number): ReportedLinks {
  let reported = searches.get(search);
  if (!reported) {
    if (searches.size >= MAX_SEARCHES) searches.delete(searches.keys().next().value!);
    searches.set(search, (reported = new ReportedLinks(MAX_LINKS)));
  }
  return reported;
}

function parsePage({ answer, evaluates, wantsText, links, chosen }: ParseRequest, body: Buffer): ParsedPage {
  const reported = typeof links === 'number' ? reportedBy(links) : undefined;
  const page = capturePage({ ...answer, body }, { evaluates, reported, ...(wantsText && { chosen: new Set(chosen) }) });
  if (links === 'none') page.links = [];
  else if (reported) page.links = reported.takeNew(page.links);
  // The caller does not need the text, and copying it between threads is expensive.
  if (!wantsText) page.document = { ...page.document, blocks: [] };
  return page;
}

function* parseBatch({ requests, bodies, parsed }: PageBatch): Generator<never, ParseResponse[]> {
  let end = 0;
  return requests.map((request) => {
    const body = Buffer.from(bodies.buffer, end, request.length);
    end += request.length;
    try {
      return { page: parsePage(request, body) };
    } catch (error) {
      return { failure: String(error) };
    } finally {
      Atomics.add(parsed, 0, 1);
    }
  });
}

export const parsePages = threadTask(([batch]: PageBatch[]) => parseBatch(batch!));
