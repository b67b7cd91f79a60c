export interface EngineData {
  folder: string;
  socketPath: string;
  counts: Int32Array<SharedArrayBuffer>;
}

/** Of `counts`: fsync calls; a counter that is odd while a statement runs. */
export const SYNCS = 0;
export const TURNS = 1;
