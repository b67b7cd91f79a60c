import { parseArgs } from 'node:util';
import { z } from 'zod';
import { emailAddress } from '../../../resources/kit/schema.ts';
import { STAFF_ROLES } from '../../shared/roles.ts';
import { password as passwordRule } from '../../shared/rules.ts';
import { seedPlans } from '../billing/plans.ts';
import { joinDatabase } from '../db/connect.ts';
import { migrateDatabase } from '../db/migrate.ts';
import { findLogin, hasUsers } from '../db/platform.ts';
import { StartupError } from '../db/startup-error.ts';
import { openOrm, withPlatform } from '../db/tenant.ts';
import { createAccount } from '../identity/accounts.ts';
import { rejectGuessable } from '../identity/guessable.ts';
import { hashPassword } from '../identity/passwords.ts';
import { ApiError } from '../runtime/api-error.ts';
import { readEnv } from '../runtime/env.ts';
import { runCommand } from '../runtime/run-command.ts';
import { readSecretKey } from '../runtime/secrets.ts';

/* `--name "Ana Lima" --email ana@prosa.com.br`. All users of the machine can read arguments, hence STAFF_PASSWORD. */
const USAGE =
  'Uso: STAFF_PASSWORD=… npm run staff:create -- --name "Nome" --email pessoa@empresa.com.br [--role WM_ADMIN|WM_FINANCIAL|WM_READER]';

function readOptions() {
  const option = { type: 'string' } as const;
  try {
    return parseArgs({ options: { name: option, email: option, role: option } }).values;
  } catch {
    throw new StartupError('usage', USAGE, 64);
  }
}

async function createStaff(): Promise<string> {
  const values = readOptions();
  const role = z.enum(STAFF_ROLES).default('WM_ADMIN').safeParse(values.role);
  const email = emailAddress().safeParse(values.email);
  const password = passwordRule.safeParse(process.env.STAFF_PASSWORD);
  if (!values.name || !email.success || !password.success || !role.success) {
    const hint = password.success ? '' : '\nA senha precisa de 8 caracteres, maiúscula, minúscula, número e sinal.';
    throw new StartupError('usage', `${USAGE}${hint}`, 64);
  }
  const about = { email: email.data, name: values.name };
  await rejectGuessable(password.data, about).catch((error: unknown) => {
    if (!(error instanceof ApiError)) throw error;
    throw new StartupError('usage', 'Esta senha é fácil de adivinhar. Escolha outra.', 65);
  });
  const env = readEnv(process.env);
  const database = await joinDatabase({ dataDir: env.DATA_DIR, databaseUrl: env.DATABASE_URL });
  try {
    await migrateDatabase(database.pool);
    const db = openOrm(database.kind, database.pool);
    await seedPlans(db);
    // Created here if the server has never started: a database with users needs its key.
    readSecretKey(env, await hasUsers(db));
    if (await findLogin(db, email.data))
      throw new StartupError('known', `Já existe alguém com o e-mail ${email.data}.`, 65);
    const person = { name: values.name, email: email.data, passwordHash: await hashPassword(password.data) };
    await withPlatform(db, (tx) =>
      createAccount(tx, { ...person, role: role.data, planId: 'business', isStaff: true }),
    );
    return `${values.name} (${email.data}) agora faz parte da equipe, com o papel ${role.data}.`;
  } finally {
    await database.close();
  }
}

runCommand(createStaff);
