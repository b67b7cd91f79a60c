export interface EngineData {
  folder: string;
  socketPath: string;
  /** Shared between the engine's thread and its host. */
  counts: Int32Array<SharedArrayBuffer>;
}

/** Indexes in `counts`: the number of fsync calls, and a counter that is odd while a statement runs. */
export const SYNCS = 0;
export const TURNS = 1;
