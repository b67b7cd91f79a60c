import { and, eq, isNull, lt, sql } from 'drizzle-orm';
import type { Subscription } from '../../shared/billing.ts';
import type { ErrorCode } from '../../shared/error-codes.ts';
import { isRecent } from '../db/running-until.ts';
import { idempotentCalls } from '../db/schema/billing.ts';
import { type Db, type Tenant, tenant, type Tx, withPlatform, withTenant } from '../db/tenant.ts';
import { ApiError } from '../runtime/api-error.ts';
import { digest } from '../runtime/secrets.ts';
import type { Services } from '../runtime/services.ts';
import { type GatewayCommand, runCommand } from './commands.ts';
import { GatewayError } from './gateways/gateway.ts';
import { openGateway } from './gateways/open-gateway.ts';
import { voidDraft } from './invoices.ts';
import { reconcile } from './reconcile.ts';
import { applyRefund } from './refund.ts';
import { lockSubscription, type SubscriptionRow } from './subscription-row.ts';

/*
 * A call that moves money stores its command, runs it under the call's key, stores the answer. If the process dies in
 * between, a repetition with the same key continues there and never charges twice.
 */

const ABANDONED_SECONDS = 60;
const ANSWER_DAYS = 30;

interface MoneyCall {
  tenant: Tenant;
  key: string;
  /** Equal for all repetitions with the same key. */
  request: { name: string; body: unknown };
}
type StoredAnswer = { status: number; answer: unknown };
type ClaimedCall = { stored: StoredAnswer } | { command: GatewayCommand };

const callAt = (accountId: string, key: string) =>
  and(eq(idempotentCalls.accountId, accountId), eq(idempotentCalls.key, key));

/** Or returns what an earlier call stored. Throws `ApiError` of `decide`; then nothing is stored. */
async function claimCall(
  tx: Tx,
  { tenant: { accountId }, key, request }: MoneyCall,
  decide: (tx: Tx, row: SubscriptionRow) => Promise<GatewayCommand>,
): Promise<ClaimedCall> {
  const row = await lockSubscription(tx, accountId);
  const ownDigest = digest(JSON.stringify([request.name, request.body]));
  const [known] = await tx.select().from(idempotentCalls).where(callAt(accountId, key));
  if (known && known.digest !== ownDigest) throw new ApiError('idempotency_key_reused');
  if (known && known.status !== null) return { stored: { status: known.status, answer: known.answer } };
  if (known) return { command: known.answer as GatewayCommand };
  const [other] = await tx
    .select({ key: idempotentCalls.key })
    .from(idempotentCalls)
    .where(and(eq(idempotentCalls.accountId, accountId), isNull(idempotentCalls.status)));
  if (other) throw new ApiError('payment_under_way');
  const command = await decide(tx, row);
  await tx.insert(idempotentCalls).values({ accountId, key, digest: ownDigest, answer: command });
  return { command };
}

/** Unless another process stored one first. Returns the stored one. */
async function storeAnswer(tx: Tx, accountId: string, key: string, stored: StoredAnswer): Promise<StoredAnswer> {
  const [known] = await tx.select().from(idempotentCalls).where(callAt(accountId, key)).for('update');
  if (known && known.status !== null) return { status: known.status, answer: known.answer };
  await tx.update(idempotentCalls).set(stored).where(callAt(accountId, key));
  return stored;
}

/** The gateway's state and the answer are stored in one transaction. */
async function finishCall(
  services: Services,
  tenant: Tenant,
  key: string,
  command: GatewayCommand,
): Promise<StoredAnswer> {
  const { accountId } = tenant;
  let refusal: GatewayError | null = null;
  const payments = await runCommand(services, openGateway(services), tenant, `${accountId} ${key}`, command).catch(
    (error: unknown) => {
      if (!(error instanceof GatewayError)) throw error;
      refusal = error;
      return [];
    },
  );
  return reconcile(services, accountId, payments, async (tx, view) => {
    if (!refusal && command.kind === 'refund') await applyRefund(tx, accountId, command.refund);
    if (!refusal) return storeAnswer(tx, accountId, key, { status: 200, answer: view });
    if (command.kind === 'prepaid') await voidDraft(tx, accountId, command.invoiceId);
    return storeAnswer(tx, accountId, key, { status: 402, answer: { refused: refusal.code } });
  });
}

function answerOf({ answer }: StoredAnswer): Subscription {
  const { refused } = answer as { refused?: ErrorCode };
  if (refused) throw new ApiError(refused);
  return answer as Subscription;
}

/**
 * Once per key; returns the subscription as it was then. Throws `ApiError` `idempotency_key_reused` for a different
 * body, `payment_under_way` while another call is open, and the errors of `decide` and of the gateway
 * (`card_refused`…).
 */
export async function callOnce(
  services: Services,
  call: MoneyCall,
  decide: (tx: Tx, row: SubscriptionRow) => Promise<GatewayCommand>,
): Promise<Subscription> {
  const claimed = await withTenant(services.db, call.tenant, (tx) => claimCall(tx, call, decide));
  if ('stored' in claimed) return answerOf(claimed.stored);
  return answerOf(await finishCall(services, call.tenant, call.key, claimed.command));
}

/** After a dead process or an unreachable gateway. Returns their number; throws the first failure after trying all. */
export async function endAbandonedCalls(services: Services, olderThanSeconds = ABANDONED_SECONDS): Promise<number> {
  const left = await withPlatform(services.db, (tx) =>
    tx
      .select()
      .from(idempotentCalls)
      .where(
        and(
          isNull(idempotentCalls.status),
          sql`not ${isRecent(sql`${idempotentCalls.createdAt} - interval '1 ms'`, olderThanSeconds)}`,
        ),
      ),
  );
  const failures: unknown[] = [];
  for (const { accountId, key, answer } of left) {
    await finishCall(services, tenant(accountId, 'all'), key, answer as GatewayCommand).catch((error) =>
      failures.push(error),
    );
  }
  if (failures.length > 0) throw failures[0];
  return left.length;
}

export const sweepIdempotentCalls = (db: Db): Promise<void> =>
  withPlatform(db, async (tx) => {
    await tx
      .delete(idempotentCalls)
      .where(
        and(
          sql`${idempotentCalls.status} is not null`,
          lt(idempotentCalls.createdAt, sql`now() - make_interval(days => ${ANSWER_DAYS})`),
        ),
      );
  });
