import { fsyncSync } from 'node:fs';
import { NodeFS } from '@electric-sql/pglite/nodefs';

interface Stream {
  nfd?: number;
}
interface Attributes {
  mode?: number;
}
type SetAttributes = (target: object, attributes: Attributes) => void;
interface EmscriptenModule {
  FS: {
    filesystems: {
      NODEFS: {
        stream_ops: { fsync?: (stream: Stream) => number; setattr: SetAttributes };
        node_ops: { mknod(parent: object, name: string, mode: number, device: number): object; setattr: SetAttributes };
      };
    };
  };
}

/** Permissions of a group and of others. */
const NOT_OWNER = 0o077;

const withoutOthers =
  (set: SetAttributes): SetAttributes =>
  (target, { mode, ...others }) =>
    set(target, mode === undefined ? others : { ...others, mode: mode & ~NOT_OWNER });

/**
 * PGlite's folder on disk, with what it lacks: its file system has no fsync, so that what PostgreSQL takes for synced is
 * not (`synced` is called for each), and it makes files that everybody may read and write.
 */
export class DurableFs extends NodeFS {
  readonly #synced: () => void;

  constructor(folder: string, synced: () => void) {
    super(folder);
    this.#synced = synced;
  }

  override async init(...given: Parameters<NodeFS['init']>): ReturnType<NodeFS['init']> {
    const { emscriptenOpts } = await super.init(...given);
    const amend = ({ FS }: EmscriptenModule) => {
      const { stream_ops: streams, node_ops: nodes } = FS.filesystems.NODEFS;
      const { mknod } = nodes;
      nodes.mknod = (parent, name, mode, device) => mknod(parent, name, mode & ~NOT_OWNER, device);
      // A file gets the permissions that were asked for once it is open.
      streams.setattr = withoutOthers(streams.setattr);
      nodes.setattr = withoutOthers(nodes.setattr);
      streams.fsync = ({ nfd }) => {
        // Folders are opened without a descriptor of their own.
        if (nfd === undefined) return 0;
        fsyncSync(nfd);
        this.#synced();
        return 0;
      };
    };
    const preRun = [...((emscriptenOpts.preRun as unknown[]) ?? []), amend];
    return { emscriptenOpts: { ...emscriptenOpts, preRun: preRun as never } };
  }
}
