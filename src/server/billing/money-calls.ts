import { and, eq, isNull, lt, sql } from 'drizzle-orm';
import type { ErrorCode } from '../../shared/error-codes.ts';
import type { Subscription } from '../../shared/billing.ts';
import { idempotentCalls } from '../db/schema/billing.ts';
import { type Db, type Tenant, type Tx, withPlatform, withTenant } from '../db/tenant.ts';
import { ApiError } from '../runtime/api-error.ts';
import { digest } from '../runtime/secrets.ts';
import type { Services } from '../runtime/services.ts';
import { type Command, perform } from './commands.ts';
import { voidDraft } from './invoices.ts';
import { GatewayRefusal } from './gateways/gateway.ts';
import { openGateway } from './gateways/open-gateway.ts';
import { reconcile } from './reconcile.ts';
import { lockSubscription, type SubscriptionRow } from './subscription-row.ts';

/*
 * A call that moves money: what it sets out to do is written down first, then the gateway is asked by the call's key, then
 * the answer is kept. Whoever dies in between, the same key goes on where it was, and charges nothing twice.
 */

/** A call left alone for so long is ended by whoever finds it. */
const ABANDONED_SECONDS = 60;
/** How long answers are kept. */
const KEPT_DAYS = 30;

interface Call {
  tenant: Tenant;
  key: string;
  /** The call's name and its body: by the same key they must be the same. */
  asked: { name: string; body: unknown };
}
type Kept = { status: number; answer: unknown };
type Claim = { kept: Kept } | { command: Command };

const callAt = (accountId: string, key: string) =>
  and(eq(idempotentCalls.accountId, accountId), eq(idempotentCalls.key, key));

/** Finds out what is to be done, or what was answered. @throws ApiError whatever `decide` refuses: then nothing is kept. */
async function claim(
  tx: Tx,
  { tenant: { accountId }, key, asked }: Call,
  decide: (tx: Tx, row: SubscriptionRow) => Promise<Command>,
): Promise<Claim> {
  const row = await lockSubscription(tx, accountId);
  const ours = digest(JSON.stringify([asked.name, asked.body]));
  const [known] = await tx.select().from(idempotentCalls).where(callAt(accountId, key));
  if (known && known.digest !== ours) throw new ApiError('idempotency_key_reused');
  if (known && known.status !== null) return { kept: { status: known.status, answer: known.answer } };
  if (known) return { command: known.answer as Command };
  const [other] = await tx
    .select({ key: idempotentCalls.key })
    .from(idempotentCalls)
    .where(and(eq(idempotentCalls.accountId, accountId), isNull(idempotentCalls.status)));
  if (other) throw new ApiError('payment_under_way');
  const command = await decide(tx, row);
  await tx.insert(idempotentCalls).values({ accountId, key, digest: ours, answer: command });
  return { command };
}

/** Keeps the answer, unless another has: then that one is it. */
async function keepAnswer(tx: Tx, accountId: string, key: string, kept: Kept): Promise<Kept> {
  const [known] = await tx.select().from(idempotentCalls).where(callAt(accountId, key)).for('update');
  if (known && known.status !== null) return { status: known.status, answer: known.answer };
  await tx.update(idempotentCalls).set(kept).where(callAt(accountId, key));
  return kept;
}

/** Ends a call: asks the gateway, takes its state over and keeps the answer in one transaction. */
async function finish(services: Services, tenant: Tenant, key: string, command: Command): Promise<Kept> {
  const { accountId } = tenant;
  let refusal: GatewayRefusal | null = null;
  const payments = await perform(services, openGateway(services), tenant, `${accountId} ${key}`, command).catch(
    (error: unknown) => {
      if (!(error instanceof GatewayRefusal)) throw error;
      refusal = error;
      return [];
    },
  );
  return reconcile(services, accountId, payments, async (tx, view) => {
    if (!refusal) return keepAnswer(tx, accountId, key, { status: 200, answer: view });
    if (command.kind === 'prepaid') await voidDraft(tx, accountId, command.invoiceId);
    return keepAnswer(tx, accountId, key, { status: 402, answer: { refused: refusal.code } });
  });
}

function answerOf({ answer }: Kept): Subscription {
  const { refused } = answer as { refused?: ErrorCode };
  if (refused) throw new ApiError(refused);
  return answer as Subscription;
}

/**
 * Makes a call once, however often it is repeated by its key. Answers the subscription as it is then.
 * @throws ApiError `idempotency_key_reused` for another body by the same key, `payment_under_way` while another call of the
 * account has not ended, what `decide` refuses, and what the gateway refuses (`card_refused`…).
 */
export async function callOnce(
  services: Services,
  call: Call,
  decide: (tx: Tx, row: SubscriptionRow) => Promise<Command>,
): Promise<Subscription> {
  const claimed = await withTenant(services.db, call.tenant, (tx) => claim(tx, call, decide));
  if ('kept' in claimed) return answerOf(claimed.kept);
  return answerOf(await finish(services, call.tenant, call.key, claimed.command));
}

/**
 * Ends what a dead process, or a gateway that did not answer, left under way. Answers how many calls. One that cannot be
 * ended yet keeps nobody else's waiting. @throws what the first of those failed by, once all were tried.
 */
export async function endAbandonedCalls(
  services: Services,
  tenantOf: (accountId: string) => Tenant,
  olderThanSeconds = ABANDONED_SECONDS,
): Promise<number> {
  const left = await withPlatform(services.db, (tx) =>
    tx
      .select()
      .from(idempotentCalls)
      .where(
        and(
          isNull(idempotentCalls.status),
          sql`${idempotentCalls.createdAt} <= now() + interval '1 ms' - make_interval(secs => ${olderThanSeconds})`,
        ),
      ),
  );
  const failures: unknown[] = [];
  for (const { accountId, key, answer } of left) {
    await finish(services, tenantOf(accountId), key, answer as Command).catch((error) => failures.push(error));
  }
  if (failures.length > 0) throw failures[0];
  return left.length;
}

/** Forgets old answers. */
export const sweepCalls = (db: Db): Promise<void> =>
  withPlatform(db, async (tx) => {
    await tx
      .delete(idempotentCalls)
      .where(
        and(
          sql`${idempotentCalls.status} is not null`,
          lt(idempotentCalls.createdAt, sql`now() - make_interval(days => ${KEPT_DAYS})`),
        ),
      );
  });
