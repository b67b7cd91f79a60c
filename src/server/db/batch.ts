import type { Query } from 'drizzle-orm';
import pg from 'pg';
import utils from 'pg/lib/utils.js';

export type Statement = Pick<Query, 'sql' | 'params'>;

/** A Bind message counts its values in 16 bits; more would garble the protocol. */
const MAX_VALUES = 65_535;

interface Bound {
  text: string;
  values: (string | Buffer | null)[];
}

function bind({ sql, params }: Statement): Bound {
  if (params.length > MAX_VALUES) throw new RangeError(`A statement takes at most ${MAX_VALUES} values`);
  return { text: sql, values: params.map(utils.prepareValue) };
}

/**
 * Statements in one round trip, their values as bind parameters. Only one Sync follows them, so PostgreSQL runs them as one
 * implicit transaction: after an error it skips the others and rolls all of them back ("Pipelining" in its protocol chapter).
 */
class Batch extends pg.Query {
  constructor(statements: readonly Bound[], done: (error: Error | undefined, result: unknown) => void) {
    super({ text: statements.map(({ text }) => text).join(';\n') }, done);
    this.submit = (connection) => {
      connection.stream.cork();
      for (const { text, values } of statements) {
        // Unnamed: on the embedded database all connections share one session, where names would collide.
        connection.parse({ text, name: '', types: [] }, true);
        connection.bind({ values }, true);
        connection.describe({ type: 'P' }, true);
        connection.execute({}, true);
      }
      connection.sync();
      connection.stream.uncork();
    };
  }
}

/** Runs statements in one transaction and one round trip, and returns the rows of the last. None of them may end a transaction. */
export async function sendBatch<T>(pool: pg.Pool, statements: readonly Statement[]): Promise<T[]> {
  const bound = statements.map(bind);
  const client = await pool.connect();
  try {
    const results = await new Promise<pg.QueryResult[]>((resolve, reject) => {
      client.query(new Batch(bound, (error, all) => (error ? reject(error) : resolve(all as pg.QueryResult[]))));
    });
    return results.at(-1)?.rows as T[];
  } finally {
    // The pool drops a client whose connection broke; after an error of a statement the final Sync has left it clean.
    client.release();
  }
}
