import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { seedPlans } from '../../src/server/billing/plans.ts';
import { seedModels } from '../../src/server/chat/models/seed-models.ts';
import { connectDatabase } from '../../src/server/db/connect.ts';
import { migrateDatabase } from '../../src/server/db/migrate.ts';
import { openOrm } from '../../src/server/db/tenant.ts';
import { startCluster } from './cluster.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** A migrated data directory, to be copied. */
    templateDir: string;
    /** A PostgreSQL server with a database named `template`; empty when the tests run on the embedded database. */
    postgresUrl: string;
  }
}

const TEMPLATE = 'prosa_template';

async function prepare(config: { dataDir: string; databaseUrl?: string }): Promise<void> {
  const database = await connectDatabase(config);
  await migrateDatabase(database.pool);
  const db = openOrm(database.kind, database.pool);
  await seedPlans(db);
  await seedModels(db);
  await database.close();
}

/** Runs once per test run: migrates the database that every test file starts with a copy of. */
export default async function setup({ provide }: TestProject) {
  const folder = mkdtempSync(join(tmpdir(), 'prosa-tests-'));
  const templateDir = join(folder, 'template');
  // By process id: what runs until the end.
  const programs = join(folder, 'programs');
  mkdirSync(programs);
  const cluster = process.env.TEST_DATABASE === 'postgres' ? startCluster() : null;
  if (cluster) {
    const admin = new pg.Client({ connectionString: cluster.url('postgres') });
    await admin.connect();
    await admin.query(`create database ${TEMPLATE}`);
    await admin.end();
    await prepare({ dataDir: folder, databaseUrl: cluster.url(TEMPLATE) });
  } else {
    await prepare({ dataDir: templateDir });
  }
  provide('templateDir', templateDir);
  provide('postgresUrl', cluster ? cluster.url(TEMPLATE) : '');
  return () => {
    cluster?.stop();
    for (const pid of readdirSync(programs)) {
      try {
        process.kill(Number(pid), 'SIGKILL');
      } catch {
        // It has ended by itself.
      }
    }
    rmSync(folder, { recursive: true, force: true });
  };
}
