import { sql } from 'drizzle-orm';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Policy, Principal } from '../../../access-control/policy.ts';
import { writeAudit } from '../audit/write-audit.ts';
import { type Db, withPlatform } from '../db/tenant.ts';
import { ApiError } from '../runtime/api-error.ts';
import type { Services } from '../runtime/services.ts';
import type { Member } from './read-member.ts';

export interface DeniedPair {
  resource: string;
  action: string;
}

/** Recorded in the audit log, except for `fresh_sign_in_required`: who proves who they are may do it. */
export class PermissionDenied extends ApiError {
  readonly denied: DeniedPair;
  constructor(denied: DeniedPair, ...error: ConstructorParameters<typeof ApiError>) {
    super(...error);
    this.denied = denied;
  }
}

/** The same action and caller are not recorded again. */
const REPEATED_MS = 3_600_000;
const REMEMBERED_MAX = 10_000;

/**
 * So that a caller in a loop does not reach the database. The process's own clock, since that of the machine may jump.
 */
function openMemory(): (key: string) => boolean {
  const seenAt = new Map<string, number>();
  return (key) => {
    const now = performance.now();
    const last = seenAt.get(key);
    if (last !== undefined && now - last < REPEATED_MS) return true;
    if (seenAt.size >= REMEMBERED_MAX) seenAt.clear();
    seenAt.set(key, now);
    return false;
  };
}

/** And the row of policy.csv that would then allow it. */
export function wayIn(policy: Policy, asker: Principal, { resource, action }: DeniedPair) {
  const change = policy.smallestChange(asker, resource, action);
  if (!change) return {};
  const flags = change.flag ? [...asker.flags, change.flag] : asker.flags;
  const verdict = policy.explain({ role: change.role, flags }, resource, action);
  return {
    neededRole: change.role,
    ...(change.flag && { neededFlag: change.flag }),
    ...(verdict.allowed && { row: verdict.because }),
  };
}

const isStaffRoute = ({ routeOptions }: FastifyRequest) => routeOptions.url?.startsWith('/api/admin/') ?? false;

async function record(db: Db, member: Member, action: string, detail: DeniedPair): Promise<void> {
  await withPlatform(db, async (tx) => {
    const { rows } = await tx.execute(sql`
      select 1 from audit_entries where account_id = ${member.accountId} and user_id = ${member.apiKey?.id ?? member.userId}
        and action = ${action} and at between now() - make_interval(secs => ${REPEATED_MS / 1_000}) and now()
        and detail ->> 'resource' = ${detail.resource} and detail ->> 'action' = ${detail.action} limit 1`);
    if (rows.length === 0) await writeAudit(tx, member, action as `${string}_${string}`, { detail: { ...detail } });
  });
}

/** With what would have allowed it: once an hour for each caller and action, so that nobody can flood the log. */
export function recordDenials(app: FastifyInstance, { db, policy }: Services): void {
  const isRepeated = openMemory();
  app.addHook('onError', async (request, _reply, error) => {
    const { member } = request;
    if (!member || !((error as Error) instanceof PermissionDenied)) return;
    const { code, denied } = error as Error as PermissionDenied;
    if (code === 'fresh_sign_in_required') return;
    const caller = member.apiKey?.id ?? member.userId;
    if (isRepeated(`${member.accountId} ${caller} ${denied.resource} ${denied.action}`)) return;
    const action = isStaffRoute(request) ? 'staff_call_refused' : 'call_refused';
    const asker = { role: member.role, flags: member.flags };
    await record(db, member, action, { ...denied, ...wayIn(policy, asker, denied) });
  });
}
