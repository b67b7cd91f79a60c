import type { Query } from 'drizzle-orm';
import pg from 'pg';
import utils from 'pg/lib/utils.js';
import { codeOf } from './failures.ts';
import { nameOf, type PreparedIn, type PreparedStatements } from './prepared-statements.ts';

export type Statement = Pick<Query, 'sql' | 'params'>;

/** The Bind message counts its values in 16 bits; more would corrupt the protocol stream. */
const VALUES_MAX = 65_535;

interface BoundStatement {
  text: string;
  values: (string | Buffer | null)[];
  name: string;
  isPrepared: boolean;
}

function bind({ sql: text, params }: Statement, prepared: PreparedStatements): BoundStatement {
  if (params.length > VALUES_MAX) throw new RangeError(`A statement takes at most ${VALUES_MAX} values`);
  const name = prepared.get(text);
  const values = params.map(utils.prepareValue);
  return { text, values, name: name ?? nameOf(text), isPrepared: name !== undefined };
}

/**
 * A single Sync follows, so PostgreSQL runs them as one implicit transaction and rolls all back on an error
 * ("Pipelining" in its protocol chapter).
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
        if (!isPrepared) connection.close({ type: 'S', name }, true);
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

async function send<T>(
  client: pg.PoolClient,
  statements: readonly Statement[],
  prepared: PreparedStatements,
): Promise<T[]> {
  const bound = statements.map((statement) => bind(statement, prepared));
  const results = await new Promise<pg.QueryResult[]>((resolve, reject) => {
    const done = (error: Error | undefined, all: unknown) => (error ? reject(error) : resolve(all as pg.QueryResult[]));
    client.query(new Batch(bound, prepared.takeEvicted(), done));
  });
  // Only now, because an error skips the statements after it.
  for (const { text, name } of bound) prepared.add(text, name);
  return results.at(-1)?.rows as T[];
}

/** The prepared statement does not exist, or a migration has changed its columns since. */
const OUTDATED_STATEMENT = new Set(['26000', '0A000']);

/** One transaction and round trip; no statement may end it. Returns the last one's rows. */
export async function sendBatch<T>(
  pool: pg.Pool,
  statements: readonly Statement[],
  preparedIn: PreparedIn,
): Promise<T[]> {
  const client = await pool.connect();
  try {
    const prepared = preparedIn(client);
    try {
      return await send<T>(client, statements, prepared);
    } catch (error) {
      // The session was started anew, or another connection of the session has just closed the statement.
      if (!OUTDATED_STATEMENT.has(codeOf(error) ?? '')) throw error;
      prepared.clear();
      return await send<T>(client, statements, prepared);
    }
  } finally {
    // The pool discards broken connections. After a failed statement, the final Sync has left the connection usable.
    client.release();
  }
}
