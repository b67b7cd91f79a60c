import type pg from 'pg';
import type { Db } from '../../src/server/db/tenant.ts';

/** Returns the same database, and the statements that are sent to it in batches. */
export function watchStatements(db: Db): { db: Db; sent: string[] } {
  const sent: string[] = [];
  const connect = async () => {
    const client = await db.pool.connect();
    const query = (batch: pg.Query & { text: string }) => {
      sent.push(batch.text);
      return client.query(batch);
    };
    return { query, release: (error?: Error) => client.release(error) };
  };
  return { db: { ...db, pool: { connect } as unknown as Db['pool'] }, sent };
}
