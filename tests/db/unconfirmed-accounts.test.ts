import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import { expect, test } from 'vitest';
import { connectDatabase } from '../../src/server/db/connect.ts';
import { migrateDatabase } from '../../src/server/db/migrate.ts';

const MIGRATIONS = join(import.meta.dirname, '../../src/server/db/migrations');

/** Returns a folder with the migrations that come before the one whose name has this ending. */
function migrationsBefore(ending: string, folder: string): string {
  cpSync(MIGRATIONS, folder, { recursive: true });
  const path = join(folder, 'meta/_journal.json');
  const journal = JSON.parse(readFileSync(path, 'utf8')) as { entries: { tag: string }[] };
  const at = journal.entries.findIndex(({ tag }) => tag.endsWith(ending));
  writeFileSync(path, JSON.stringify({ ...journal, entries: journal.entries.slice(0, at) }));
  return folder;
}

test('turns unconfirmed accounts into sign-ups, and records who sent each invitation', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'prosa-migration-'));
  const database = await connectDatabase({ dataDir: join(folder, 'data') });
  try {
    const { pool } = database;
    await migrate(drizzle(pool), { migrationsFolder: migrationsBefore('_sign_ups', join(folder, 'migrations')) });
    const id = (n: number) => `00000000-0000-7000-8000-00000000000${n}`;
    const person = async (account: number, user: number, name: string, change: object) => {
      const row = { account_id: id(account), id: id(user), name, email: `${name}@x.com.br`, role: 'OWNER', ...change };
      const names = Object.keys(row);
      const placeholders = names.map((_, at) => `$${at + 1}`).join(', ');
      await pool.query(`insert into users (${names.join(', ')}) values (${placeholders})`, Object.values(row));
      const login = [row.email, row.account_id, row.id];
      await pool.query('insert into logins (email, account_id, user_id) values ($1, $2, $3)', login);
    };
    for (const n of [1, 2]) {
      const values = [id(n), `Conta ${n}`, 'https://www.x.com.br'];
      await pool.query(`insert into accounts (id, type, name, website) values ($1, 'PERSONAL', $2, $3)`, values);
    }
    const active = { status: 'ACTIVE', password_hash: 'hash' };
    await person(1, 3, 'ana', { ...active, email_verified_at: new Date() });
    await person(1, 4, 'bia', { status: 'PENDING', role: 'READER' });
    await person(2, 5, 'caio', active);
    await pool.query(
      `insert into audit_entries (account_id, id, action, user_id, subject) values ($1, $2, 'user_invited', $3, 'bia@x.com.br')`,
      [id(1), id(6), id(3)],
    );
    await migrateDatabase(pool);
    const rows = async (query: string) => (await pool.query(query)).rows;
    expect(await rows('select email, name, website, password_hash from sign_ups')).toEqual([
      { email: 'caio@x.com.br', name: 'caio', website: 'https://www.x.com.br', password_hash: 'hash' },
    ]);
    expect(await rows('select name from accounts')).toEqual([{ name: 'Conta 1' }]);
    expect(await rows('select email from logins')).toEqual([{ email: 'ana@x.com.br' }]);
    expect(await rows(`select name, invited_by from users order by name`)).toEqual([
      { name: 'ana', invited_by: null },
      { name: 'bia', invited_by: id(3) },
    ]);
  } finally {
    await database.close();
    rmSync(folder, { recursive: true, force: true });
  }
});
