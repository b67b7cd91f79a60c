import pg from 'pg';

/**
 * The first setting is a barrier behind bind parameters: with it off, which a server's own settings may say, a backslash
 * escapes in literals.
 */
const SET_UP = `select set_config('standard_conforming_strings', 'on', false), set_config('statement_timeout', $1, false)`;

export interface PoolOptions extends pg.PoolConfig {
  /** A connection ended by itself, in use or not. Whoever used it gets the error of their own statement. */
  onLost: (error: Error) => void;
  /** How long a statement may take, unless its transaction says otherwise; 0: as long as it likes. */
  statementTimeoutMs?: number;
}

/** A pool whose connections are all set up alike, and which outlives each of them. */
export function openPool({ onLost, statementTimeoutMs = 0, ...config }: PoolOptions): pg.Pool {
  const pool = new pg.Pool({
    ...config,
    onConnect: async (client) => {
      // The pool listens to idle clients only; an error event that nobody hears ends the process.
      client.on('error', onLost);
      await client.query(SET_UP, [String(statementTimeoutMs)]);
    },
  });
  // Reported by the client's own listener.
  pool.on('error', () => undefined);
  return pool;
}
