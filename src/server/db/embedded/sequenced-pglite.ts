import { PGlite, type PGliteOptions } from '@electric-sql/pglite';

const typesOf = (letters: string) => new Set([...letters].map((letter) => letter.charCodeAt(0)));
/** Parse, Bind, Describe, Execute, Close: they are answered when Sync or Flush follows. */
const STEPS = typesOf('PBDEC');
/** Messages that end a sequence of the extended query protocol, or are whole by themselves. */
const WHOLE = typesOf('SQXp');

type Stream = PGlite['execProtocolRawStream'];

/**
 * PGlite behind a socket server that serves many connections on its one session. The server hands over one message at a
 * time and keeps a connection's turn only while a transaction is open: two connections that each send Parse, Bind, Execute
 * would run each other's statement. So an unfinished sequence counts as an open transaction. Its steps are held and run
 * at once when it ends, which takes half the time of running them one by one.
 */
export class SequencedPGlite extends PGlite {
  #isOpen = false;
  #held: Uint8Array[] = [];
  readonly #turned: () => void;

  /** @param turned called when the engine begins to work at something, and when it has ended */
  constructor(options: PGliteOptions, turned: () => void) {
    super(options);
    this.#turned = turned;
  }

  override async execProtocolRawStream(...[message, options]: Parameters<Stream>): ReturnType<Stream> {
    const type = message[0] as number;
    this.#isOpen = !WHOLE.has(type);
    if (STEPS.has(type)) {
      this.#held.push(message);
      return;
    }
    const sequence = this.#held.length > 0 ? Buffer.concat([...this.#held, message]) : message;
    this.#held = [];
    this.#turned();
    try {
      return await super.execProtocolRawStream(sequence, options);
    } catch (error) {
      // The engine itself broke (an error of a statement is an answer): only a new start recovers what was committed.
      setImmediate(() => {
        throw error;
      });
      throw error;
    } finally {
      this.#turned();
    }
  }

  override async exec(...given: Parameters<PGlite['exec']>): ReturnType<PGlite['exec']> {
    // How the server clears up after a connection that went away.
    this.#isOpen = false;
    this.#held = [];
    return super.exec(...given);
  }

  override isInTransaction(): boolean {
    return this.#isOpen || super.isInTransaction();
  }
}
