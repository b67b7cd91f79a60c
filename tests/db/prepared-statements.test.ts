import { randomUUID } from 'node:crypto';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { type EmbeddedDatabase, openEmbedded } from '../../src/server/db/embedded/open.ts';
import {
  changeTenant,
  changeTenantUnsynced,
  type Db,
  isRolledBack,
  openOrm,
  readPlatform,
  readTenant,
  tenant,
  unlessZero,
} from '../../src/server/db/tenant.ts';

let folder: string;
let database: EmbeddedDatabase;
let db: Db;
const quiet = () => undefined;
const [one, other] = [tenant(randomUUID(), 'all'), tenant(randomUUID(), 'all')];
const names = sql`select name from letters order by name`;

describe.skipIf(process.env.TEST_DATABASE === 'postgres')('statements on the embedded database', () => {
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'prosa-db-'));
    cpSync(inject('templateDir'), folder, { recursive: true });
    database = await openEmbedded(folder, quiet, quiet);
    db = openOrm('embedded', database.pool);
    await database.pool.query(`create table letters (account_id uuid, name text);
      alter table letters enable row level security;
      create policy own on letters to prosa_tenant using (account_id = current_setting('prosa.account')::uuid);
      create policy every on letters to prosa_platform using (true);
      grant all on letters to prosa_tenant, prosa_platform`);
    for (const [index, { accountId }] of [one, other].entries()) {
      await database.pool.query('insert into letters values ($1, $2)', [accountId, `letter ${index}`]);
    }
  });
  afterAll(async () => {
    await database.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const preparedLike = async (pattern: string): Promise<number> => {
    const { rows } = await database.pool.query(
      'select count(*)::int as n from pg_prepared_statements where statement like $1',
      [pattern],
    );
    return rows[0].n;
  };

  it('are prepared once for all connections', async () => {
    await Promise.all(Array.from({ length: 50 }, () => readTenant(db, one, names)));
    expect(await preparedLike('select name from letters%')).toBe(1);
  });

  it('return the rows of the role and the account that run them', async () => {
    for (let n = 0; n < 8; n++) {
      expect(await readTenant(db, one, names)).toEqual([{ name: 'letter 0' }]);
      expect(await readTenant(db, other, names)).toEqual([{ name: 'letter 1' }]);
      expect(await readPlatform(db, names)).toHaveLength(2);
    }
  });

  it('are prepared again after the session has lost them', async () => {
    await readTenant(db, one, names);
    await database.pool.query('deallocate all');
    expect(await readTenant(db, one, names)).toHaveLength(1);
  });

  it('run after an error has skipped them', async () => {
    const late = sql`select count(*)::int as late from letters`;
    const failed = changeTenant(db, one, sql`select ${unlessZero(sql`0`)}`, late).catch(isRolledBack);
    expect(await failed).toBe(true);
    expect(await changeTenant(db, one, late)).toEqual([{ late: 1 }]);
  });

  it('are closed when there are too many', { timeout: 120_000 }, async () => {
    for (let n = 0; n < 250; n++) await readTenant(db, one, sql`select ${sql.raw(String(n))} as many`);
    expect(await preparedLike('%')).toBeLessThan(210);
    expect(await readTenant(db, one, names)).toHaveLength(1);
  });

  it('wait for the disk, except those of reservations', async () => {
    const insert = sql`insert into letters values (${one.accountId}, 'new')`;
    const before = database.syncs();
    await changeTenantUnsynced(db, one, insert);
    expect(database.syncs()).toBe(before);
    await changeTenant(db, one, insert);
    expect(database.syncs()).toBeGreaterThan(before);
  });
});
