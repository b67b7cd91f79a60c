import type { FastifyInstance, FastifyRequest } from 'fastify';
import { DAY_MS } from '../../shared/constants.ts';
import { type Decision, openDecisionLog } from '../audit/decision-log.ts';
import type { Services } from '../runtime/services.ts';
import type { Member } from './read-member.ts';
import { type DeniedPair, PermissionDenied, wayIn } from './record-denials.ts';

/** Of what is allowed: the first call of each kind in a day, then each hundredth. */
const SAMPLE = 100;
const KINDS_MAX = 20_000;

/** Per minute of the same refusal to the same caller, then each hundredth: nobody floods the log. */
const REFUSALS_MAX = 20;
const MINUTE_MS = 60_000;

/** How many calls the one to log stands for, or 0: the first `alone` of each kind and period, then each hundredth. */
function openSample(periodMs: number, alone: number): (kind: string) => number {
  let period = 0;
  let seen = new Map<string, number>();
  return (kind) => {
    const now = Math.floor(Date.now() / periodMs);
    if (now !== period || seen.size >= KINDS_MAX) seen = new Map();
    period = now;
    const count = (seen.get(kind) ?? 0) + 1;
    seen.set(kind, count);
    if (count <= alone) return 1;
    return (count - alone) % SAMPLE === 0 ? SAMPLE : 0;
  };
}

const callerOf = ({ accountId, userId, apiKey, actor, role, flags }: Member) => ({
  accountId,
  userId,
  apiKeyId: apiKey?.id ?? null,
  actorId: actor?.id ?? null,
  role,
  flags: [...flags],
});

/**
 * Every refusal, whichever code asked, and a sample of the rest. Returns the function to call for an allowed request.
 */
export function recordDecisions(app: FastifyInstance, { db, policy }: Services) {
  const log = openDecisionLog(db, (error) => app.log.warn({ err: error }, 'decisions could not be logged'));
  app.addHook('onClose', () => log.close());
  const sampleAllowed = openSample(DAY_MS, 1);
  const sampleRefused = openSample(MINUTE_MS, REFUSALS_MAX);
  const kindOf = ({ accountId, userId, apiKey, actor, role }: Member, { resource, action }: DeniedPair) =>
    `${accountId} ${apiKey?.id ?? actor?.id ?? userId} ${role} ${resource} ${action}`;
  const add = (
    request: FastifyRequest,
    member: Member,
    asked: DeniedPair,
    rest: Pick<Decision, 'allowed' | 'count'>,
  ) => {
    const { role, flags } = member;
    const verdict = policy.explain({ role, flags }, asked.resource, asked.action);
    const way = verdict.allowed ? { row: verdict.because } : wayIn(policy, { role, flags }, asked);
    const refusal = verdict.allowed ? null : verdict.refusal;
    log.add({ ...callerOf(member), ...asked, ...rest, ...way, refusal, requestId: request.id, policy: policy.version });
  };
  app.addHook('onError', async (request, _reply, error) => {
    const { member } = request;
    if (!member || !((error as Error) instanceof PermissionDenied)) return;
    const { denied } = error as Error as PermissionDenied;
    const count = sampleRefused(kindOf(member, denied));
    if (count > 0) add(request, member, denied, { allowed: false, count });
  });
  return (request: FastifyRequest, member: Member, asked: DeniedPair): void => {
    const count = sampleAllowed(kindOf(member, asked));
    if (count > 0) add(request, member, asked, { allowed: true, count });
  };
}
