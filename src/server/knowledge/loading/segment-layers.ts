import { hideContents, isHidden, livePassages } from '../../../search/hidden-passages.ts';
import type { Passage } from '../../../search/passage.ts';
import type { Segment } from '../../../search/segment.ts';
import { runInSlices } from '../../../search/slices.ts';
import { joinParts, partsSteps, type ReadRow } from './segment-parts.ts';

/** The passages of contents that changed after a segment was loaded; none for those that are out of use. */
export type ChangedContents = ReadonlyMap<string, readonly ReadRow[]>;

/** Changed contents, and a segment with their passages. */
interface Layer {
  contents: ChangedContents;
  segment: Segment | null;
}

/** A loaded segment and what has changed since, which hides what it replaces. */
export interface SegmentLayers {
  modelId: string | null;
  whole: Segment;
  /** The facts in the loaded segment that pages repeat. */
  repeated: readonly Passage[];
  /** What changed some time ago. */
  older: Layer;
  /** The last changes. Each one indexes them again, so they move to `older` when there are many. */
  recent: Layer;
}

/** Indexing as many passages takes about 10 ms. */
const RECENT_MAX = 200;

const EMPTY: Layer = { contents: new Map(), segment: null };

export const layersOf = (whole: Segment, modelId: string | null): SegmentLayers => {
  const repeated = whole.passages.filter(({ isBoilerplate }) => isBoilerplate);
  return { modelId, whole, repeated, older: EMPTY, recent: EMPTY };
};

/** Returns the segments to search, without empty ones. */
export const segmentsOf = ({ whole, older, recent }: SegmentLayers): Segment[] =>
  [whole, older.segment, recent.segment].filter((segment) => segment !== null);

const passagesOf = (contents: ChangedContents): number =>
  [...contents.values()].reduce((sum, rows) => sum + rows.length, 0);

/** Returns how many passages of the loaded segment are hidden, and of the changed contents are in use. */
export const countReplaced = ({ whole, older, recent }: SegmentLayers): number => {
  const [hidden, added] = [whole.hidden?.indexes.length ?? 0, older.segment?.passages.length ?? 0];
  return hidden + added - (older.segment?.hidden?.indexes.length ?? 0) + passagesOf(recent.contents);
};

/** Returns the texts of the repeated facts that may be used. */
function repeatedTexts({ whole, repeated, older, recent }: SegmentLayers): Set<string> {
  const others = [older, recent].flatMap(({ segment }) => (segment ? livePassages(segment) : []));
  const kept = [
    ...repeated.filter((passage) => !isHidden(whole, passage)),
    ...others.filter(({ isBoilerplate }) => isBoilerplate),
  ];
  return new Set(kept.map(({ text }) => text));
}

/** Returns whether all repeated facts may still be used: only one page keeps what all of them repeat. */
export function hasRepeatedFacts(layers: SegmentLayers): boolean {
  const kept = repeatedTexts(layers);
  return layers.repeated.every(({ text }) => kept.has(text));
}

/** Returns the layer of changed contents, without repeated facts that other layers have. */
async function indexLayer(contents: ChangedContents, others: SegmentLayers): Promise<Layer> {
  const kept = repeatedTexts(others);
  const all = [...contents.values()].flat();
  const rows = all.filter(({ passage }) => !passage.isBoilerplate || !kept.has(passage.text));
  if (rows.length === 0) return { contents, segment: null };
  return { contents, segment: joinParts(await runInSlices(partsSteps(rows, others.modelId))) };
}

/** Returns the layers after more contents have changed. */
export async function withChanges(layers: SegmentLayers, changed: ChangedContents): Promise<SegmentLayers> {
  const { older } = layers;
  const contents = new Map([...layers.recent.contents, ...changed]);
  const whole = hideContents(layers.whole, changed.keys());
  if (passagesOf(contents) > RECENT_MAX) {
    const rest = { ...layers, whole, older: EMPTY, recent: EMPTY };
    return { ...rest, older: await indexLayer(new Map([...older.contents, ...contents]), rest) };
  }
  const segment = older.segment && hideContents(older.segment, changed.keys());
  const rest = { ...layers, whole, older: { ...older, segment }, recent: EMPTY };
  return { ...rest, recent: await indexLayer(contents, rest) };
}
