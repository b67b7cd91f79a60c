import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readPlatform } from '../../src/server/db/tenant.ts';
import { startServer, type TestServer } from '../support/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer({ worker: false });
});
afterAll(() => server.close());

it('values written into a read come back as they were, whatever they are', async () => {
  // PostgreSQL's text has no room for NUL, and UTF-8 none for half a surrogate pair.
  const anyText = fc.string({ unit: 'binary' }).map((text) => text.replaceAll('\0', ''));
  const nasty = fc.constantFrom("'", "''", "\\'", '\\', "'; drop table accounts; --", '$1', '%', '$$', 'E\\x27');
  await fc.assert(
    fc.asyncProperty(fc.array(fc.oneof(anyText, nasty), { minLength: 1, maxLength: 4 }), async (parts) => {
      const text = parts.join('');
      const [row] = await readPlatform<{ text: string }>(server.services.db, sql`select ${text}::text as text`);
      expect(row?.text).toBe(text);
    }),
    { numRuns: 150 },
  );
});
