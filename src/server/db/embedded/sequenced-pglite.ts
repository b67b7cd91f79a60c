import { PGlite, type PGliteOptions } from '@electric-sql/pglite';

const typesOf = (letters: string) => new Set([...letters].map((letter) => letter.charCodeAt(0)));
/** Parse, Bind, Describe, Execute and Close: answered at the next Sync or Flush. */
const BUFFERED = typesOf('PBDEC');
/** They end a sequence of the extended query protocol or stand alone. */
const COMPLETE = typesOf('SQXp');

type ExecProtocolRawStream = PGlite['execProtocolRawStream'];

/**
 * The socket server multiplexes connections onto one session, message by message, and reserves it only during a
 * transaction. Two connections' Parse, Bind and Execute would run each other's statements, so an unfinished sequence
 * counts as an open transaction. It is buffered and runs together, which takes half the time.
 */
export class SequencedPGlite extends PGlite {
  #isOpen = false;
  #held: Uint8Array[] = [];
  readonly #turned: () => void;

  /** `turned`: the engine starts, or ends a piece of work. */
  constructor(options: PGliteOptions, turned: () => void) {
    super(options);
    this.#turned = turned;
  }

  override async execProtocolRawStream(
    ...[message, options]: Parameters<ExecProtocolRawStream>
  ): ReturnType<ExecProtocolRawStream> {
    const type = message[0] as number;
    this.#isOpen = !COMPLETE.has(type);
    if (BUFFERED.has(type)) {
      this.#held.push(message);
      return;
    }
    const sequence = this.#held.length > 0 ? Buffer.concat([...this.#held, message]) : message;
    this.#held = [];
    this.#turned();
    try {
      return await super.execProtocolRawStream(sequence, options);
    } catch (error) {
      // The engine itself has failed (errors of statements are normal responses). Only a restart recovers the
      // committed data, so the thread ends.
      setImmediate(() => {
        throw error;
      });
      throw error;
    } finally {
      this.#turned();
    }
  }

  override async exec(...given: Parameters<PGlite['exec']>): ReturnType<PGlite['exec']> {
    // The server calls this to clean up after a closed connection.
    this.#isOpen = false;
    this.#held = [];
    return super.exec(...given);
  }

  override isInTransaction(): boolean {
    return this.#isOpen || super.isInTransaction();
  }
}
