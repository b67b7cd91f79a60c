import type { Segment } from '../../../search/segment.ts';
import { runInSlices } from '../../../search/slices.ts';
import type { Db, Tenant } from '../../db/tenant.ts';
import { loadInThread } from './load-in-thread.ts';
import { hasMorePassages, readRows, type SegmentSource } from './read-rows.ts';
import { loadSteps } from './segment-parts.ts';

/** Larger bases: a thread takes 150 ms to start but does not block this one. */
const PASSAGES_HERE = 5_000;
/** Per query; the embedded database serves other requests in between. */
const PASSAGES_PER_PAGE = 1_000;

/** Small in slices between requests, large in a thread; the same steps. */
export async function loadSegment(
  db: Db,
  tenant: Tenant,
  source: SegmentSource,
  passagesHere = PASSAGES_HERE,
): Promise<Segment> {
  if (await hasMorePassages(db, tenant, source.state.id, passagesHere)) {
    return loadInThread(db, tenant, source, Math.max(1, Math.min(PASSAGES_PER_PAGE, passagesHere)));
  }
  return runInSlices(loadSteps(await readRows(db, tenant, source), source.state.modelId));
}
