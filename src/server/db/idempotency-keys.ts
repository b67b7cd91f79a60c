import { and, eq, lte, type SQL, sql } from 'drizzle-orm';
import { deleteInSteps } from './delete-in-steps.ts';
import { isRecent } from './running-until.ts';
import { idempotencyKeys } from './schema/platform.ts';
import { changeTenant, type Db, type Tenant } from './tenant.ts';

const KEPT_HOURS = 24;
/** No request takes as long: its process has died. */
const UNFINISHED_SECONDS = 900;

interface KnownCall {
  digest: string;
  status: number | null;
  /** Encrypted. */
  answer: string | null;
  isUnfinished: boolean;
}

const isOld = lte(idempotencyKeys.createdAt, sql`now() - make_interval(hours => ${KEPT_HOURS}::int)`);
const keyAt = ({ accountId }: Tenant, key: string): SQL =>
  and(eq(idempotencyKeys.accountId, accountId), eq(idempotencyKeys.key, key)) as SQL;

/** Null, or the earlier call with the same key. */
export async function claimKey(db: Db, tenant: Tenant, key: string, digest: string): Promise<KnownCall | null> {
  const { accountId } = tenant;
  // A select in the same statement would not see a row that a concurrent claim has just committed.
  const [row] = await changeTenant<KnownCall & { isOurs: boolean }>(
    db,
    tenant,
    sql`delete from idempotency_keys where ${keyAt(tenant, key)} and ${isOld}`,
    sql`insert into idempotency_keys as k (account_id, key, digest) values (${accountId}, ${key}, ${digest})
        on conflict (account_id, key) do update set key = k.key
        returning digest, status, answer, xmax = 0 as "isOurs",
          not ${isRecent(sql`created_at`, UNFINISHED_SECONDS)} as "isUnfinished"`,
  );
  return row!.isOurs ? null : row!;
}

export async function storeAnswer(
  db: Db,
  tenant: Tenant,
  key: string,
  { status, answer }: { status: number; answer: string },
): Promise<void> {
  await changeTenant(
    db,
    tenant,
    sql`update idempotency_keys set status = ${status}::int, answer = ${answer} where ${keyAt(tenant, key)}`,
  );
}

export async function releaseKey(db: Db, tenant: Tenant, key: string): Promise<void> {
  await changeTenant(db, tenant, sql`delete from idempotency_keys where ${keyAt(tenant, key)}`);
}

/** Of all accounts, older than a day. Returns their number. */
export const sweepIdempotencyKeys = (db: Db): Promise<number> =>
  deleteInSteps(db, idempotencyKeys, [idempotencyKeys.accountId, idempotencyKeys.key], isOld);
