import pg from 'pg';
import { type Database } from '../src/server/db/connect.ts';
import { type Db, openOrm } from '../src/server/db/tenant.ts';

/** The driver's types do not declare the callback of queries. */
const callsBack = (given: unknown): given is { callback: (...answer: unknown[]) => void } => given instanceof pg.Query;

/** Returns the object with one method replaced. */
function withInstead<T extends object>(object: T, method: keyof T, instead: unknown): T {
  return new Proxy(object, {
    get(of, name) {
      if (name === method) return instead;
      const value = Reflect.get(of, name);
      return typeof value === 'function' ? value.bind(of) : value;
    },
  });
}

/** Reports when each statement began. Single statements return a promise; batches are queries with a callback. */
function timed(client: pg.PoolClient, count: (startedAt: number, statement: unknown) => void): pg.PoolClient {
  const query = client.query.bind(client) as (...given: unknown[]) => Promise<unknown>;
  const ask = (...given: unknown[]) => {
    const [startedAt, [first]] = [performance.now(), given];
    if (!callsBack(first)) return query(...given).finally(() => count(startedAt, first));
    const { callback } = first;
    first.callback = (...answer) => {
      count(startedAt, first);
      callback.apply(first, answer);
    };
    return query(first);
  };
  return withInstead(client, 'query', ask);
}

/** Returns the same database; `count` is called at the end of each statement or batch. */
export function openTimed({ kind, pool }: Database, count: (startedAt: number, statement: unknown) => void): Db {
  return openOrm(
    kind,
    withInstead(pool, 'connect', async () => timed(await pool.connect(), count)),
  );
}
