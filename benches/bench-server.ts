import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { v7 as uuidv7 } from 'uuid';
import { openLivePolicy } from '../access-control/live-policy.ts';
import { seedPlans } from '../src/server/billing/plans.ts';
import { seedModels } from '../src/server/chat/models/seed-models.ts';
import { connectDatabase } from '../src/server/db/connect.ts';
import { migrateDatabase } from '../src/server/db/migrate.ts';
import { openOrm, withPlatform } from '../src/server/db/tenant.ts';
import { createAccount } from '../src/server/identity/accounts.ts';
import { createOutbound } from '../src/server/outbound/outbound.ts';
import { readEnv } from '../src/server/runtime/env.ts';
import { readSecretKey } from '../src/server/runtime/secrets.ts';
import type { Services } from '../src/server/runtime/services.ts';

/**
 * Opens a platform with one account for a bench: on PostgreSQL with DATABASE_URL, else on the embedded database.
 * @param keptIn folder that keeps the embedded database for later runs. `isBuilt` is true when an earlier run completed
 *   its data there and called `built()`. Without this folder, the platform is empty and deleted afterwards.
 */
export async function openBench({ allow = [] as string[], keptIn: dataFolder = '' } = {}) {
  const folder = dataFolder || mkdtempSync(join(tmpdir(), 'prosa-bench-'));
  const note = join(folder, 'bench.json');
  const isBuilt = dataFolder !== '' && existsSync(note);
  const { DATABASE_URL } = process.env;
  const env = readEnv({ DATA_DIR: folder, LOG_LEVEL: 'silent', DATABASE_URL, SECRET_KEY: 'x'.repeat(40) });
  const database = await connectDatabase({ dataDir: folder, databaseUrl: env.DATABASE_URL });
  await migrateDatabase(database.pool);
  const db = openOrm(database.kind, database.pool);
  await seedPlans(db);
  await seedModels(db);
  const services: Services = {
    db,
    env,
    policy: await openLivePolicy(),
    key: readSecretKey(env),
    outbound: createOutbound({ allow, userAgent: 'bench' }),
    publicUrl: () => 'http://bench',
  };
  const person = { name: 'Bench', email: `${uuidv7()}@bench.com.br`, passwordHash: 'x' } as const;
  const account: Awaited<ReturnType<typeof createAccount>> = isBuilt
    ? JSON.parse(readFileSync(note, 'utf8'))
    : await withPlatform(db, (tx) => createAccount(tx, { ...person, role: 'OWNER', planId: 'free' }));
  const built = () => {
    if (dataFolder) writeFileSync(note, JSON.stringify(account));
  };
  const close = async () => {
    await services.outbound.close();
    await database.close();
    if (!dataFolder) rmSync(folder, { recursive: true, force: true });
  };
  return { services, database, account, isBuilt, built, close };
}
