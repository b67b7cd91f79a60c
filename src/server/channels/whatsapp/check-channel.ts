import { and, eq, sql } from 'drizzle-orm';
import type { ChannelCheck, ChannelChecks } from '../../../shared/channel-checks.ts';
import type { ChannelRow } from '../../db/platform.ts';
import { channels } from '../../db/schema/channels.ts';
import { readTenant, type Tenant, withTenant } from '../../db/tenant.ts';
import type { Services } from '../../runtime/services.ts';
import { callGraph, type GraphResult } from './graph.ts';
import { resumeSends } from './send.ts';

type Step = ChannelCheck['step'];
type GraphRefusal = Extract<GraphResult<unknown>, { ok: false }>;

const ok = (step: Step, detail: string | null = null): ChannelCheck => ({
  ...{ step, state: 'ok', problem: null, actor: null, detail },
});
const waiting = (step: Step, problem: string): ChannelCheck => ({
  ...{ step, state: 'waiting', problem, actor: 'you', detail: null },
});
const bad = (
  step: Step,
  problem: string,
  actor: ChannelCheck['actor'],
  detail: string | null = null,
): ChannelCheck => ({
  ...{ step, state: 'bad', problem, actor, detail },
});

/** Returns what a refusal of Meta means for somebody who sets a channel up. */
function refused(step: Step, { meaning, code, text, failure }: GraphRefusal): ChannelCheck {
  if (failure === 'timeout') return bad(step, 'meta_timeout', 'meta');
  if (failure) return bad(step, 'meta_unreachable', 'operator');
  if (meaning === 'token_ended') return bad(step, 'token_ended', 'you', text);
  if (meaning === 'blocked') return bad(step, 'blocked', 'you', text);
  if (code === 10 || (code !== null && code >= 200 && code < 300)) return bad(step, 'no_permission', 'you', text);
  if (code === 100 || code === 33) return bad(step, 'unknown_id', 'you', text);
  return meaning === 'wait' ? bad(step, 'meta_away', 'meta', text) : bad(step, 'refused', 'you', text);
}

interface NumberAnswer {
  display_phone_number?: string;
  verified_name?: string;
  code_verification_status?: string;
}

/** Checks each step of the setup against Meta and against what was received. Stores the number's name if Meta tells it. */
export async function checkChannel(
  services: Services,
  tenant: Tenant,
  channel: ChannelRow,
  signal: AbortSignal,
): Promise<ChannelChecks> {
  const number = await callGraph<NumberAnswer>(
    services,
    channel,
    `${channel.phoneNumberId}?fields=display_phone_number,verified_name,code_verification_status`,
    { signal },
  );
  const phone = number.ok ? (number.body.display_phone_number ?? null) : channel.phone;
  const checks = [
    ...checkNumber(number),
    number.ok ? await checkAccount(services, channel, signal) : waiting('account', 'first_token'),
    checkWebhook(services, channel),
    await checkMessage(services, tenant, channel),
  ];
  if (number.ok) await keepGood(services, tenant, channel, phone?.slice(0, 40) ?? null);
  return { checks, phone };
}

/** One call tells about the token and the number: a token that is refused says nothing about the number. */
function checkNumber(number: GraphResult<NumberAnswer>): ChannelCheck[] {
  if (number.ok) {
    const { display_phone_number, verified_name } = number.body;
    return [ok('token'), ok('number', [display_phone_number, verified_name].filter(Boolean).join(', ') || null)];
  }
  const refusal = refused('token', number);
  return refusal.problem === 'unknown_id'
    ? [ok('token'), { ...refusal, step: 'number' }]
    : [refusal, waiting('number', 'first_token')];
}

/** Checks that the number belongs to the account, whose webhooks must come to the app. */
async function checkAccount(services: Services, channel: ChannelRow, signal: AbortSignal): Promise<ChannelCheck> {
  const { wabaId, phoneNumberId } = channel;
  const numbers = await callGraph<{ data?: { id?: string }[] }>(
    services,
    channel,
    `${wabaId}/phone_numbers?fields=id&limit=100`,
    { signal },
  );
  if (!numbers.ok) return refused('account', numbers);
  if (!numbers.body.data?.some(({ id }) => id === phoneNumberId)) return bad('account', 'other_account', 'you');
  const subscribed = await callGraph(services, channel, `${wabaId}/subscribed_apps`, {
    method: 'POST',
    body: {},
    signal,
  });
  return subscribed.ok ? ok('account') : refused('account', subscribed);
}

function checkWebhook({ publicUrl }: Services, { verifiedAt, receivedAt }: ChannelRow): ChannelCheck {
  if (verifiedAt || receivedAt) return ok('webhook');
  // Meta only calls addresses with TLS.
  return publicUrl().startsWith('https://') ? waiting('webhook', 'not_seen') : bad('webhook', 'no_https', 'operator');
}

/** Looks for a message that came, was answered, and has arrived. */
async function checkMessage({ db }: Services, tenant: Tenant, { id }: ChannelRow): Promise<ChannelCheck> {
  const [row] = await readTenant<{ received: boolean; arrived: boolean; failed: boolean }>(
    db,
    tenant,
    sql`select exists (select from channel_events where account_id = ${tenant.accountId}::uuid and channel_id = ${id}::uuid
            and kind = 'message') as received,
          exists (select from channel_sends where account_id = ${tenant.accountId}::uuid and channel_id = ${id}::uuid
            and state in ('delivered', 'read')) as arrived,
          (select state = 'failed' from channel_sends where account_id = ${tenant.accountId}::uuid
            and channel_id = ${id}::uuid order by created_at desc limit 1) as failed`,
  );
  if (row?.arrived) return ok('message');
  if (row?.failed) return bad('message', 'failed', 'you');
  return waiting('message', row?.received ? 'not_arrived' : 'not_received');
}

/** Stores that Meta accepts the channel: what was waiting is sent. */
async function keepGood(services: Services, tenant: Tenant, { id }: ChannelRow, phone: string | null): Promise<void> {
  const { accountId } = tenant;
  await withTenant(services.db, tenant, async (tx) => {
    await tx
      .update(channels)
      .set({ phone, problem: null })
      .where(and(eq(channels.accountId, accountId), eq(channels.id, id)));
    await resumeSends(tx, { accountId, id });
  });
}
