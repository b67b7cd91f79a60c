import type { Segment } from '../../../search/segment.ts';
import { runInSlices } from '../../../search/slices.ts';
import { loadInThread } from './load-in-thread.ts';
import { hasMorePassages, readRows, type SegmentSource } from './read-rows.ts';
import { loadSteps } from './segment-parts.ts';

/** Larger bases: a thread takes 150 ms to start but does not block this one. */
const PASSAGES_HERE = 5_000;
/** Per query; the embedded database serves other requests in between. */
const PASSAGES_PER_PAGE = 1_000;

/** Small in slices between requests, large in a thread; the same steps. */
export async function loadSegment(source: SegmentSource, passagesHere = PASSAGES_HERE): Promise<Segment> {
  if (await hasMorePassages(source, passagesHere)) {
    return loadInThread(source, Math.max(1, Math.min(PASSAGES_PER_PAGE, passagesHere)));
  }
  return runInSlices(loadSteps(await readRows(source), source.state.modelId));
}
