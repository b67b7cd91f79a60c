import type { Segment } from '../../../search/segment.ts';
import { loadSegment } from './load-segment.ts';
import {
  type ContextState,
  type HeldVersion,
  readChanges,
  readRows,
  readUsable,
  type SegmentSource,
} from './read-rows.ts';
import {
  type ChangedContents,
  countReplaced,
  hasRepeatedFacts,
  layersOf,
  type SegmentLayers,
  segmentsOf,
  withChanges,
} from './segment-layers.ts';
import { readRow } from './segment-parts.ts';

/** A small base's decisions depend on exact statistics (`isReranked`); a larger one hides changes and adds segments. */
const RELOADED_MAX = 1_000;
/** Larger changes are loaded with everything else. */
const ADDED_MAX = 2_000;
/** From this share or number on, everything is loaded again. */
const REPLACED_SHARE = 0.1;

export class LoadedBase {
  #version = -1;
  #layers: SegmentLayers | null = null;
  #segments: readonly Segment[] = [];
  #updating: Promise<void> | null = null;
  /** Everything should be loaded again, and is. */
  #isStale = false;
  #isReloading = false;

  get byteSize(): number {
    return this.#segments.reduce((sum, segment) => sum + segment.byteSize, 0);
  }

  /** Or a newer version. Rejects when the database fails; the next call tries again. */
  async open(source: SegmentSource): Promise<readonly Segment[]> {
    while (this.#version < source.state.version) {
      this.#updating ??= this.#update(source).finally(() => (this.#updating = null));
      await this.#updating;
    }
    if (this.#isStale && !this.#isReloading) void this.#reload(source);
    return this.#segments;
  }

  async openHeld(source: SegmentSource, held: HeldVersion): Promise<readonly Segment[]> {
    await this.open(source);
    if (this.#isReloadedAtOnce()) return [await loadSegment({ ...source, held })];
    const rows = await readRows({ ...source, held }, [held.contentId]);
    return segmentsOf(await withChanges(this.#layers!, new Map([[held.contentId, rows.map(readRow)]])));
  }

  #isReloadedAtOnce(): boolean {
    return this.#layers === null || this.#layers.whole.passages.length <= RELOADED_MAX;
  }

  #replace(whole: Segment, { version, modelId }: ContextState): void {
    this.#layers = layersOf(whole, modelId);
    this.#segments = segmentsOf(this.#layers);
    this.#version = version;
    this.#isStale = false;
  }

  async #update(source: SegmentSource): Promise<void> {
    const { state } = source;
    if (this.#isReloadedAtOnce() || state.modelId !== this.#layers!.modelId) {
      return this.#replace(await loadSegment(source), state);
    }
    const changes = await readChanges(source, this.#version);
    if (changes && changes.passages <= ADDED_MAX) await this.#add(source, changes.contentIds);
    else await this.#hideUnusable(source, changes?.contentIds);
    this.#version = state.version;
  }

  async #add(source: SegmentSource, contentIds: readonly string[]): Promise<void> {
    const rows = Map.groupBy(await readRows(source, contentIds), ({ contentId }) => contentId);
    await this.#change(new Map(contentIds.map((id) => [id, (rows.get(id) ?? []).map(readRow)])));
  }

  /** Among the given ones or all; other changes follow when loaded. */
  async #hideUnusable(source: SegmentSource, contentIds?: readonly string[]): Promise<void> {
    const usable = await readUsable(source, contentIds);
    const loaded = contentIds ?? this.#segments.flatMap(({ passages }) => passages.map((passage) => passage.contentId));
    await this.#change(new Map(loaded.filter((one) => !usable.has(one)).map((one) => [one, []])));
    this.#isStale = true;
  }

  async #change(changed: ChangedContents): Promise<void> {
    const layers = await withChanges(this.#layers!, changed);
    this.#layers = layers;
    this.#segments = segmentsOf(layers);
    const enough = Math.min(ADDED_MAX, layers.whole.passages.length * REPLACED_SHARE);
    if (countReplaced(layers) > enough || !hasRepeatedFacts(layers)) this.#isStale = true;
  }

  /** While questions are answered from what there is. */
  async #reload(source: SegmentSource): Promise<void> {
    this.#isReloading = true;
    try {
      const whole = await loadSegment(source);
      // An update that is in progress belongs to the old segment.
      while (this.#updating) await this.#updating.catch(() => undefined);
      this.#replace(whole, source.state);
    } catch {
      // The next question tries again.
    } finally {
      this.#isReloading = false;
    }
  }
}
