import { fsyncSync } from 'node:fs';
import { PGlite } from '@electric-sql/pglite';
import { NodeFS } from '@electric-sql/pglite/nodefs';

type InitArguments = Parameters<NodeFS['init']>;
type EmscriptenOptions = Awaited<ReturnType<NodeFS['init']>>['emscriptenOpts'];
interface NodeStreamOperations {
  NODEFS: { stream_ops: { fsync?: (stream: { nfd: number }) => number } };
}

/**
 * PGlite's files on the disk, with fsync. As it comes, PGlite starts Postgres with fsync off, and its Node file system has
 * no fsync even when it is on, so a power cut could take back a committed charge. `onFsync` is called after each one.
 */
export class DurableFiles extends NodeFS {
  readonly #onFsync: () => void;

  constructor(folder: string, onFsync: () => void = () => {}) {
    super(folder);
    this.#onFsync = onFsync;
  }

  override async init(pg: InitArguments[0], options: InitArguments[1]): Promise<{ emscriptenOpts: EmscriptenOptions }> {
    const { emscriptenOpts } = await super.init(pg, options);
    const onFsync = this.#onFsync;
    const addFsync = (module: unknown) => {
      (module as NodeStreamOperations).NODEFS.stream_ops.fsync = (stream) => {
        fsyncSync(stream.nfd);
        onFsync();
        return 0;
      };
    };
    return { emscriptenOpts: { ...emscriptenOpts, preRun: [...(emscriptenOpts.preRun ?? []), addFsync] } };
  }
}

/** Start parameters under which Postgres waits for the disk at every commit: PGlite's own, less `-F` (fsync off). */
export const DURABLE_START = [
  ...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'),
  '-c',
  'wal_sync_method=fsync',
];
