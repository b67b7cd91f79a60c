import { createHash } from 'node:crypto';
import type pg from 'pg';

/** Maximum number of statements. Each keeps its plan in the database's memory. */
const PREPARED_MAX = 200;

/** Returns the same name for the same statement, so that connections which share a session agree. */
export const nameOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 32);

/** The statements that are prepared in a session of the database: their names by text, least recently used first. */
export class PreparedStatements {
  readonly #names = new Map<string, string>();
  #evicted: string[] = [];

  /** Returns the name of a prepared statement, or undefined. */
  get(text: string): string | undefined {
    const name = this.#names.get(text);
    if (name !== undefined) this.add(text, name);
    return name;
  }

  add(text: string, name: string): void {
    this.#names.delete(text);
    this.#names.set(text, name);
    if (this.#names.size <= PREPARED_MAX) return;
    const [oldest] = this.#names;
    this.#names.delete(oldest![0]);
    this.#evicted.push(oldest![1]);
  }

  /** Returns the names of statements to close, once. */
  takeEvicted(): string[] {
    const evicted = this.#evicted;
    this.#evicted = [];
    return evicted;
  }

  clear(): void {
    this.#names.clear();
  }
}

export type PreparedIn = (client: pg.PoolClient) => PreparedStatements;

/**
 * Returns the function that finds the prepared statements of a connection. The embedded database has one session for
 * all connections; on PostgreSQL, each connection has its own.
 */
export function preparedIn(kind: 'embedded' | 'postgres'): PreparedIn {
  if (kind === 'embedded') {
    const shared = new PreparedStatements();
    return () => shared;
  }
  const ofClient = new WeakMap<pg.PoolClient, PreparedStatements>();
  return (client) => {
    const prepared = ofClient.get(client) ?? new PreparedStatements();
    ofClient.set(client, prepared);
    return prepared;
  };
}
