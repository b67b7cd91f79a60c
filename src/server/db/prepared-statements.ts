import { createHash } from 'node:crypto';
import type pg from 'pg';

/** Each keeps its plan in the database's memory. */
const PREPARED_MAX = 200;

/** Connections that share a session must agree. */
export const nameOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 32);

/** Of one session: names by text, least recently used first. */
export class PreparedStatements {
  readonly #names = new Map<string, string>();
  #evicted: string[] = [];

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

/** The embedded database has one session for all connections; on PostgreSQL, each has its own. */
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
