import type { Query } from 'drizzle-orm';
import pg from 'pg';
import utils from 'pg/lib/utils.js';
import { codeOf } from './failures.ts';
import { nameOf, type PreparedStatements } from './prepared-statements.ts';

type Statement = Pick<Query, 'sql' | 'params'>;

/** The Bind message counts its values in 16 bits; more would corrupt the protocol stream. */
const VALUES_MAX = 65_535;

interface BoundStatement {
  text: string;
  values: (string | Buffer | null)[];
  /** Empty for a statement that is not kept. */
  name: string;
  isPrepared: boolean;
}

function bind({ sql: text, params }: Statement, prepared?: PreparedStatements): BoundStatement {
  if (params.length > VALUES_MAX) throw new RangeError(`A statement takes at most ${VALUES_MAX} values`);
  const name = prepared?.get(text);
  const values = params.map(utils.prepareValue);
  return { text, values, name: name ?? (prepared ? nameOf(text) : ''), isPrepared: name !== undefined };
}

/**
 * Sends several statements with bind parameters in one round trip. They are followed by a single Sync, so PostgreSQL
 * runs them as one implicit transaction and rolls all of them back on an error (see "Pipelining" in its protocol
 * chapter).
 */
class Batch extends pg.Query {
  constructor(
    statements: readonly BoundStatement[],
    evicted: readonly string[],
    done: (error: Error | undefined, result: unknown) => void,
  ) {
    super({ text: statements.map(({ text }) => text).join(';\n') }, done);
    this.submit = (connection) => {
      connection.stream.cork();
      for (const name of evicted) connection.close({ type: 'S', name }, true);
      for (const { text, values, name, isPrepared } of statements) {
        // Another connection of the session may have prepared it: closing a statement that does not exist is no error.
        if (name && !isPrepared) connection.close({ type: 'S', name }, true);
        if (!isPrepared) connection.parse({ text, name, types: [] }, true);
        connection.bind({ statement: name, values }, true);
        connection.describe({ type: 'P' }, true);
        connection.execute({}, true);
      }
      connection.sync();
      connection.stream.uncork();
    };
  }
}

async function send<T>(pool: pg.Pool, statements: readonly Statement[], prepared?: PreparedStatements): Promise<T[]> {
  const client = await pool.connect();
  try {
    const bound = statements.map((statement) => bind(statement, prepared));
    const results = await new Promise<pg.QueryResult[]>((resolve, reject) => {
      const done = (error: Error | undefined, all: unknown) =>
        error ? reject(error) : resolve(all as pg.QueryResult[]);
      client.query(new Batch(bound, prepared?.takeEvicted() ?? [], done));
    });
    // Only now, because an error skips the statements after it.
    for (const { text, name } of bound) prepared?.add(text, name);
    return results.at(-1)?.rows as T[];
  } finally {
    // The pool discards broken connections. After a failed statement, the final Sync has left the connection usable.
    client.release();
  }
}

/** SQLSTATE of a prepared statement that does not exist. */
const UNKNOWN_STATEMENT = '26000';

/**
 * Runs statements in one transaction and one round trip. Returns the rows of the last statement. No statement may end
 * the transaction. With `prepared`, the database parses and plans each statement only once.
 */
export async function sendBatch<T>(
  pool: pg.Pool,
  statements: readonly Statement[],
  prepared?: PreparedStatements,
): Promise<T[]> {
  try {
    return await send<T>(pool, statements, prepared);
  } catch (error) {
    // The session was started anew, or another connection has just closed the statement.
    if (!prepared || codeOf(error) !== UNKNOWN_STATEMENT) throw error;
    prepared.clear();
    return send<T>(pool, statements, prepared);
  }
}
