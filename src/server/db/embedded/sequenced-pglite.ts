import { PGlite } from '@electric-sql/pglite';

/** Messages that end a sequence of the extended query protocol, or are whole by themselves. */
const WHOLE = new Set(['S', 'Q', 'X', 'p'].map((letter) => letter.charCodeAt(0)));

type Stream = PGlite['execProtocolRawStream'];

/**
 * PGlite behind a socket server that serves many connections on its one session. The server takes turns between
 * messages, and keeps a turn only for an open transaction: two connections that each send Parse, Bind, Execute would
 * run each other's statement. So an unfinished sequence counts as an open transaction, too.
 */
export class SequencedPGlite extends PGlite {
  #isOpen = false;

  override async execProtocolRawStream(...[message, options]: Parameters<Stream>): ReturnType<Stream> {
    this.#isOpen = !WHOLE.has(message[0] as number);
    try {
      return await super.execProtocolRawStream(message, options);
    } catch (error) {
      // The engine itself broke (an error of a statement is an answer): only a new start recovers what was committed.
      setImmediate(() => {
        throw error;
      });
      throw error;
    }
  }

  override async exec(...given: Parameters<PGlite['exec']>): ReturnType<PGlite['exec']> {
    // How the server clears up after a connection that went away.
    this.#isOpen = false;
    return super.exec(...given);
  }

  override isInTransaction(): boolean {
    return this.#isOpen || super.isInTransaction();
  }
}
