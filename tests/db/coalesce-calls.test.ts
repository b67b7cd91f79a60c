import { setTimeout as wait } from 'node:timers/promises';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { coalesceCalls } from '../../src/server/db/coalesce-calls.ts';
import type { Db } from '../../src/server/db/tenant.ts';

const db = {} as Db;

it('runs a lone call at once, and the calls that arrive meanwhile together', async () => {
  const runs: number[][] = [];
  const double = coalesceCalls({
    keyOf: () => 'one',
    run: async (_, items: readonly number[]) => {
      runs.push([...items]);
      await wait(1);
      return items.map((item) => item * 2);
    },
  });
  expect(await Promise.all([1, 2, 3, 4].map((item) => double(db, item)))).toEqual([2, 4, 6, 8]);
  expect(runs).toEqual([[1], [2, 3, 4]]);
  expect(await double(db, 5)).toBe(10);
  expect(runs).toEqual([[1], [2, 3, 4], [5]]);
});

it('rejects all calls of a failed run, and serves the next ones', async () => {
  let isDown = true;
  const read = coalesceCalls({
    keyOf: () => 'one',
    run: async (_, items: readonly number[]) => {
      await wait(1);
      if (isDown) throw new Error('down');
      return items;
    },
  });
  const first = await Promise.allSettled([read(db, 1), read(db, 2)]);
  expect(first.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  isDown = false;
  expect(await read(db, 3)).toBe(3);
});

it('never starts a run before the calls that it serves, nor shares one between keys or databases', async () => {
  const other = {} as Db;
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ key: fc.nat(2), isOther: fc.boolean(), after: fc.nat(3) }), { maxLength: 25 }),
      async (calls) => {
        let time = 0;
        const answer = coalesceCalls({
          keyOf: ({ key }: { key: number; db: Db; calledAt: number }) => String(key),
          run: async (at, items) => {
            const startedAt = ++time;
            expect(new Set(items.map(({ key }) => key)).size).toBe(1);
            for (const item of items) expect(item.db).toBe(at);
            await Promise.resolve();
            return items.map(() => startedAt);
          },
        });
        await Promise.all(
          calls.map(async ({ key, isOther, after }) => {
            for (let tick = 0; tick < after; tick++) await Promise.resolve();
            const at = isOther ? other : db;
            const calledAt = ++time;
            expect(await answer(at, { key, db: at, calledAt })).toBeGreaterThan(calledAt);
          }),
        );
      },
    ),
  );
});
