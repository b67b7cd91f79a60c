import type { Query } from 'drizzle-orm';
import pg from 'pg';
import utils from 'pg/lib/utils.js';

type Statement = Pick<Query, 'sql' | 'params'>;

/** The Bind message counts its values in 16 bits; more would corrupt the protocol stream. */
const VALUES_MAX = 65_535;

interface BoundStatement {
  text: string;
  values: (string | Buffer | null)[];
}

function bind({ sql, params }: Statement): BoundStatement {
  if (params.length > VALUES_MAX) throw new RangeError(`A statement takes at most ${VALUES_MAX} values`);
  return { text: sql, values: params.map(utils.prepareValue) };
}

/**
 * Sends several statements with bind parameters in one round trip. They are followed by a single Sync, so PostgreSQL
 * runs them as one implicit transaction and rolls all of them back on an error (see "Pipelining" in its protocol
 * chapter).
 */
class Batch extends pg.Query {
  constructor(statements: readonly BoundStatement[], done: (error: Error | undefined, result: unknown) => void) {
    super({ text: statements.map(({ text }) => text).join(';\n') }, done);
    this.submit = (connection) => {
      connection.stream.cork();
      for (const { text, values } of statements) {
        // Unnamed statements: all connections to the embedded database share one session, where names would collide.
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

/**
 * Runs statements in one transaction and one round trip. Returns the rows of the last statement. No statement may end
 * the transaction.
 */
export async function sendBatch<T>(pool: pg.Pool, statements: readonly Statement[]): Promise<T[]> {
  const bound = statements.map(bind);
  const client = await pool.connect();
  try {
    const results = await new Promise<pg.QueryResult[]>((resolve, reject) => {
      client.query(new Batch(bound, (error, all) => (error ? reject(error) : resolve(all as pg.QueryResult[]))));
    });
    return results.at(-1)?.rows as T[];
  } finally {
    // The pool discards broken connections. After a failed statement, the final Sync has left the connection usable.
    client.release();
  }
}
