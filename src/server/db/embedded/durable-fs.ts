import { fsyncSync } from 'node:fs';
import { NodeFS } from '@electric-sql/pglite/nodefs';

interface EmscriptenStream {
  nfd?: number;
}
interface FileAttributes {
  mode?: number;
}
type SetAttributes = (target: object, attributes: FileAttributes) => void;
interface EmscriptenModule {
  FS: {
    filesystems: {
      NODEFS: {
        stream_ops: { fsync?: (stream: EmscriptenStream) => number; setattr: SetAttributes };
        node_ops: { mknod(parent: object, name: string, mode: number, device: number): object; setattr: SetAttributes };
      };
    };
  };
}

const GROUP_AND_OTHERS = 0o077;

const ownerOnly =
  (set: SetAttributes): SetAttributes =>
  (target, { mode, ...others }) =>
    set(target, mode === undefined ? others : { ...others, mode: mode & ~GROUP_AND_OTHERS });

/** PGlite's own has no fsync, so synced data may be lost, and creates files that everybody can read and write. */
export class DurableFs extends NodeFS {
  readonly #synced: () => void;

  constructor(folder: string, synced: () => void) {
    super(folder);
    this.#synced = synced;
  }

  override async init(...given: Parameters<NodeFS['init']>): ReturnType<NodeFS['init']> {
    const { emscriptenOpts } = await super.init(...given);
    const patch = ({ FS }: EmscriptenModule) => {
      const { stream_ops: streams, node_ops: nodes } = FS.filesystems.NODEFS;
      const { mknod } = nodes;
      nodes.mknod = (parent, name, mode, device) => mknod(parent, name, mode & ~GROUP_AND_OTHERS, device);
      // Emscripten sets the requested permissions after it opens a file.
      streams.setattr = ownerOnly(streams.setattr);
      nodes.setattr = ownerOnly(nodes.setattr);
      streams.fsync = ({ nfd }) => {
        // Directories have no descriptor of their own.
        if (nfd === undefined) return 0;
        fsyncSync(nfd);
        this.#synced();
        return 0;
      };
    };
    const preRun = [...((emscriptenOpts.preRun as unknown[]) ?? []), patch];
    return { emscriptenOpts: { ...emscriptenOpts, preRun: preRun as never } };
  }
}
