import pg from 'pg';
import { measurements } from '../runtime/measurements.ts';

/** Second defence next to bind parameters: a server may have turned this off. */
const SET_UP = `select set_config('standard_conforming_strings', 'on', false), set_config('statement_timeout', $1, false)`;

// A day. The driver would make it the first instant of that day in the server's time zone.
pg.types.setTypeParser(pg.types.builtins.DATE, String);

interface PoolOptions extends pg.PoolConfig {
  /** Unexpectedly, in use or idle; a running statement also rejects. */
  onLost: (error: Error) => void;
  /** 0 means none. A transaction may set its own. */
  statementTimeoutMs?: number;
}

/** Survives the loss of connections. */
export function openPool({ onLost, statementTimeoutMs = 0, ...config }: PoolOptions): pg.Pool {
  const pool = new pg.Pool({
    ...config,
    onConnect: async (client) => {
      // The pool only handles errors of idle clients; an unhandled error event would end the process.
      client.on('error', onLost);
      // Each ReadyForQuery of the server: the end of a statement, or of a batch up to its Sync.
      client.on('drain', () => measurements.emit('roundTrip'));
      await client.query(SET_UP, [String(statementTimeoutMs)]);
    },
  });
  // Already reported by the client's own listener.
  pool.on('error', () => undefined);
  return pool;
}
