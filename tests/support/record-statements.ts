import pg from 'pg';
import { type Db, openOrm } from '../../src/server/db/tenant.ts';

/** A message to the database: one statement or several, with all their bind parameters as text. */
export interface SentStatement {
  text: string;
  values: string[];
}

interface Wire {
  bind(bound: { values?: unknown[] }, more?: boolean): void;
}

/** Returns the same database through a pool of its own, and everything that is sent through it. */
export function recordStatements({ kind, pool: original }: Db): {
  db: Db;
  sent: SentStatement[];
  close(): Promise<void>;
} {
  const sent: SentStatement[] = [];
  const pool = new pg.Pool(original.options);
  pool.on('connect', (client) => {
    const query = client.query.bind(client) as (...words: unknown[]) => unknown;
    client.query = ((...words: unknown[]) => {
      const [first] = words as [string | { text: string }];
      sent.push({ text: typeof first === 'string' ? first : first.text, values: [] });
      return query(...words);
    }) as typeof client.query;
    const wire = (client as unknown as { connection: Wire }).connection;
    const bind = wire.bind.bind(wire);
    wire.bind = (bound, more) => {
      sent.at(-1)?.values.push(...(bound.values ?? []).map(String));
      bind(bound, more);
    };
  });
  return { db: openOrm(kind, pool), sent, close: () => pool.end() };
}
