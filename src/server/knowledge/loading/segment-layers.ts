import { hideContents, isHidden, livePassages } from '../../../search/hidden-passages.ts';
import type { Passage } from '../../../search/passage.ts';
import type { Segment } from '../../../search/segment.ts';
import { runInSlices } from '../../../search/slices.ts';
import { joinParts, partsSteps, type ReadRow } from './segment-parts.ts';

/** None for contents out of use. */
export type ChangedContents = ReadonlyMap<string, readonly ReadRow[]>;

interface Layer {
  contents: ChangedContents;
  segment: Segment | null;
}

export interface SegmentLayers {
  modelId: string | null;
  whole: Segment;
  repeated: readonly Passage[];
  older: Layer;
  /** Each change indexes them again, so they move to `older` when there are many. */
  recent: Layer;
}

/** Takes about 10 ms. */
const RECENT_MAX = 200;

const EMPTY: Layer = { contents: new Map(), segment: null };

export const layersOf = (whole: Segment, modelId: string | null): SegmentLayers => {
  const repeated = whole.passages.filter(({ isBoilerplate }) => isBoilerplate);
  return { modelId, whole, repeated, older: EMPTY, recent: EMPTY };
};

export const segmentsOf = ({ whole, older, recent }: SegmentLayers): Segment[] =>
  [whole, older.segment, recent.segment].filter((segment) => segment !== null);

const passagesOf = (contents: ChangedContents): number =>
  [...contents.values()].reduce((sum, rows) => sum + rows.length, 0);

/** Hidden in the loaded segment, or in use among the changed. */
export const countReplaced = ({ whole, older, recent }: SegmentLayers): number => {
  const [hidden, added] = [whole.hidden?.indexes.length ?? 0, older.segment?.passages.length ?? 0];
  return hidden + added - (older.segment?.hidden?.indexes.length ?? 0) + passagesOf(recent.contents);
};

function repeatedTexts({ whole, repeated, older, recent }: SegmentLayers): Set<string> {
  const others = [older, recent].flatMap(({ segment }) => (segment ? livePassages(segment) : []));
  const kept = [
    ...repeated.filter((passage) => !isHidden(whole, passage)),
    ...others.filter(({ isBoilerplate }) => isBoilerplate),
  ];
  return new Set(kept.map(({ text }) => text));
}

/** Only one page keeps what all of them repeat. */
export function hasRepeatedFacts(layers: SegmentLayers): boolean {
  const kept = repeatedTexts(layers);
  return layers.repeated.every(({ text }) => kept.has(text));
}

/** Without repeated facts that other layers have. */
async function indexLayer(contents: ChangedContents, others: SegmentLayers): Promise<Layer> {
  const kept = repeatedTexts(others);
  const all = [...contents.values()].flat();
  const rows = all.filter(({ passage }) => !passage.isBoilerplate || !kept.has(passage.text));
  if (rows.length === 0) return { contents, segment: null };
  return { contents, segment: joinParts(await runInSlices(partsSteps(rows, others.modelId))) };
}

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
