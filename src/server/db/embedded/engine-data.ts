/** What the engine's thread is given. */
export interface EngineData {
  folder: string;
  socketPath: string;
  /** Shared with the thread that started it. */
  counts: Int32Array<SharedArrayBuffer>;
}

/** Places in `counts`: calls of fsync, and a count that is odd while a statement runs. */
export const SYNCS = 0;
export const TURNS = 1;
