import { catalogueOf, readCases } from '../../access-control/cases.ts';
import { rememberPermissions } from '../../access-control/permissions.ts';
import type { Policy } from '../../access-control/policy.ts';
import { runPolicyCommand } from '../../access-control/policy-command.ts';
import { readPolicyTexts } from '../../access-control/policy-files.ts';
import type { Records } from '../../access-control/records.ts';
import { FLAGS } from '../../access-control/vocabulary.ts';
import { StartupError } from './db/startup-error.ts';
import type { Db } from './db/tenant.ts';

/* `npm run policy -- COMMAND` */

/** Loads the server's code only for this, since most commands need none of it. */
async function openDatabase() {
  const [{ connectDatabase }, { openOrm }, { readEnv }] = await Promise.all([
    import('./db/connect.ts'),
    import('./db/tenant.ts'),
    import('./runtime/env.ts'),
  ]);
  const { DATABASE_URL, DATA_DIR } = readEnv(process.env);
  const database = await connectDatabase({ dataDir: DATA_DIR, databaseUrl: DATABASE_URL });
  return { db: openOrm(database.kind, database.pool), close: () => database.close() };
}

async function readReview(db: Db, accountId: string, policy: Policy) {
  const { reviewOf } = await import('./staff/policy/review-of.ts');
  const catalogue = catalogueOf(readCases((await readPolicyTexts()).cases).cases);
  return reviewOf(
    db,
    accountId,
    policy.version,
    rememberPermissions(policy, () => catalogue, FLAGS),
  );
}

const records: Records = {
  async *decisions(days) {
    const { db, close } = await openDatabase();
    try {
      const { loggedDecisions } = await import('./staff/policy/logged-decisions.ts');
      yield* loggedDecisions(db, days);
    } finally {
      await close();
    }
  },
  async review(accountId, policy) {
    const { db, close } = await openDatabase();
    return readReview(db, accountId, policy).finally(close);
  },
};

try {
  process.exitCode = await runPolicyCommand(process.argv.slice(2), console.log, undefined, records);
} catch (error) {
  if (!(error instanceof StartupError)) throw error;
  // Only one process can open the embedded database: while the server runs, the console answers these questions.
  console.error(error.message);
  process.exitCode = error.exitCode;
}
