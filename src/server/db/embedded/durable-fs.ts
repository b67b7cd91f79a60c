import { fsyncSync } from 'node:fs';
import { NodeFS } from '@electric-sql/pglite/nodefs';

interface Stream {
  nfd?: number;
}
interface EmscriptenModule {
  FS: { filesystems: { NODEFS: { stream_ops: { fsync?: (stream: Stream) => number } } } };
}

/**
 * PGlite's folder on disk, with the one thing that it lacks: its file system has no fsync, so that what PostgreSQL takes
 * for synced is not. `synced` is called for each.
 */
export class DurableFs extends NodeFS {
  readonly #synced: () => void;

  constructor(folder: string, synced: () => void) {
    super(folder);
    this.#synced = synced;
  }

  override async init(...given: Parameters<NodeFS['init']>): ReturnType<NodeFS['init']> {
    const { emscriptenOpts } = await super.init(...given);
    const addSync = ({ FS }: EmscriptenModule) => {
      FS.filesystems.NODEFS.stream_ops.fsync = ({ nfd }) => {
        // Folders are opened without a descriptor of their own.
        if (nfd === undefined) return 0;
        fsyncSync(nfd);
        this.#synced();
        return 0;
      };
    };
    const preRun = [...((emscriptenOpts.preRun as unknown[]) ?? []), addSync];
    return { emscriptenOpts: { ...emscriptenOpts, preRun: preRun as never } };
  }
}
