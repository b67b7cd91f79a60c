import { randomUUID } from 'node:crypto';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { connectDatabase, type Database } from '../../src/server/db/connect.ts';
import { migrateDatabase } from '../../src/server/db/migrate.ts';

const MIGRATIONS = join(import.meta.dirname, '../../src/server/db/migrations');
let folder: string;
let database: Database;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'prosa-migration-'));
  database = await connectDatabase({ dataDir: join(folder, 'data') });
}, 60_000);
afterAll(async () => {
  await database.close();
  rmSync(folder, { recursive: true });
});

/** Returns a folder with the migrations that come before the given one. */
function migrationsBefore(tag: string): string {
  const until = join(folder, 'migrations');
  cpSync(MIGRATIONS, until, { recursive: true });
  const path = join(until, 'meta/_journal.json');
  const journal = JSON.parse(readFileSync(path, 'utf8')) as { entries: { tag: string }[] };
  const at = journal.entries.findIndex((entry) => entry.tag.endsWith(tag));
  expect(at).toBeGreaterThan(0);
  writeFileSync(path, JSON.stringify({ ...journal, entries: journal.entries.slice(0, at) }));
  return until;
}

it('turns declined into unknown and counts answered as helped, and still accepts writes from the previous version', async () => {
  const { pool } = database;
  await migrate(drizzle({ client: pool }), { migrationsFolder: migrationsBefore('three_outcomes') });
  const client = await pool.connect();
  const [account, context, conversation] = [randomUUID(), randomUUID(), randomUUID()];
  const insertMessage = (outcome: string) =>
    client.query(
      `insert into messages (account_id, conversation_id, id, question, answer, grounded, outcome, model, created_at)
       values ($1, $2, gen_random_uuid(), 'x', 'y', false, $3, 'embedded', '2026-11-17T12:00:00Z')`,
      [account, conversation, outcome],
    );
  try {
    await client.query(`set session_replication_role = replica`);
    await client.query(
      `insert into conversations (account_id, id, context_id, type, first_question) values ($1, $2, $3, 'widget', 'x')`,
      [account, conversation, context],
    );
    await client.query(
      `insert into daily_figures (account_id, context_id, day, type, interactions, declined)
       values ($1, $2, '2026-11-17', 'widget', 4, 1)`,
      [account, context],
    );
    for (const outcome of ['answered', 'answered', 'declined', 'small_talk']) await insertMessage(outcome);
    await migrateDatabase(pool);
    await client.query(`set session_replication_role = origin; alter table messages disable trigger user;
      alter table messages enable trigger messages_unknown_outcome; alter table messages drop constraint messages_conversation`);
    await insertMessage('declined');
    const { rows } = await client.query('select outcome, count(*)::int as n from messages group by 1 order by 1');
    expect(rows).toEqual([
      { outcome: 'answered', n: 2 },
      { outcome: 'small_talk', n: 1 },
      { outcome: 'unknown', n: 2 },
    ]);
    const figures = await client.query('select helped, declined from daily_figures');
    expect(figures.rows).toEqual([{ helped: 2, declined: 1 }]);
  } finally {
    client.release(true);
  }
}, 120_000);
