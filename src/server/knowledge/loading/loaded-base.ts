import type { Segment } from '../../../search/segment.ts';
import type { Db, Tenant } from '../../db/tenant.ts';
import { loadSegment } from './load-segment.ts';
import { type ContextState, type HeldVersion, readChanges, readRows, readUsable } from './read-rows.ts';
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
  async open(db: Db, tenant: Tenant, state: ContextState): Promise<readonly Segment[]> {
    while (this.#version < state.version) {
      this.#updating ??= this.#update(db, tenant, state).finally(() => (this.#updating = null));
      await this.#updating;
    }
    if (this.#isStale && !this.#isReloading) void this.#reload(db, tenant, state);
    return this.#segments;
  }

  async openHeld(db: Db, tenant: Tenant, state: ContextState, held: HeldVersion): Promise<readonly Segment[]> {
    await this.open(db, tenant, state);
    if (this.#isReloadedAtOnce()) return [await loadSegment(db, tenant, { state, held })];
    const rows = await readRows(db, tenant, { state, held }, [held.contentId]);
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

  async #update(db: Db, tenant: Tenant, state: ContextState): Promise<void> {
    if (this.#isReloadedAtOnce() || state.modelId !== this.#layers!.modelId) {
      return this.#replace(await loadSegment(db, tenant, { state }), state);
    }
    const changes = await readChanges(db, tenant, state, this.#version);
    if (changes && changes.passages <= ADDED_MAX) await this.#add(db, tenant, state, changes.contentIds);
    else await this.#hideUnusable(db, tenant, state, changes?.contentIds);
    this.#version = state.version;
  }

  async #add(db: Db, tenant: Tenant, state: ContextState, contentIds: readonly string[]): Promise<void> {
    const rows = Map.groupBy(await readRows(db, tenant, { state }, contentIds), ({ contentId }) => contentId);
    await this.#change(new Map(contentIds.map((id) => [id, (rows.get(id) ?? []).map(readRow)])));
  }

  /** Among the given ones or all; other changes follow when loaded. */
  async #hideUnusable(db: Db, tenant: Tenant, { id }: ContextState, contentIds?: readonly string[]): Promise<void> {
    const usable = await readUsable(db, tenant, id, contentIds);
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
  async #reload(db: Db, tenant: Tenant, state: ContextState): Promise<void> {
    this.#isReloading = true;
    try {
      const whole = await loadSegment(db, tenant, { state });
      // An update that is in progress belongs to the old segment.
      while (this.#updating) await this.#updating.catch(() => undefined);
      this.#replace(whole, state);
    } catch {
      // The next question tries again.
    } finally {
      this.#isReloading = false;
    }
  }
}
