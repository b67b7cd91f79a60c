import { lt, sql } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { DECISION_DAYS } from '../../shared/constants.ts';
import { deleteInSteps } from '../db/delete-in-steps.ts';
import { accessDecisions } from '../db/schema/platform.ts';
import { changePlatform, type Db } from '../db/tenant.ts';

export type Decision = Omit<typeof accessDecisions.$inferInsert, 'id' | 'at'>;

/** A request never waits for a write. */
const FLUSH_MS = 1_000;
const BATCH_MAX = 500;
/** While the database is away; further ones only count towards the next one like them. */
const WAITING_MAX = 5_000;

type WaitingDecision = Decision & { id: string; at: string };

const sameAs = ({ accountId, userId, apiKeyId, actorId, role, resource, action, allowed }: Decision) =>
  [accountId, apiKeyId ?? userId, actorId, role, resource, action, allowed].join(' ');

const insert = (db: Db, entries: readonly WaitingDecision[]) =>
  changePlatform(
    db,
    // The account may have been erased meanwhile.
    sql`insert into access_decisions (account_id, id, at, allowed, user_id, api_key_id, actor_id, role, flags, resource, action,
          refusal, needed_role, needed_flag, row, count, request_id, policy)
        select d."accountId", d.id, d.at, d.allowed, d."userId", d."apiKeyId", d."actorId", d.role, d.flags, d.resource, d.action,
          d.refusal, d."neededRole", d."neededFlag", d.row, d.count, d."requestId", d.policy
        from jsonb_to_recordset(${JSON.stringify(entries)}::jsonb) as d("accountId" uuid, id uuid, at timestamptz, allowed boolean,
          "userId" uuid, "apiKeyId" uuid, "actorId" uuid, role text, flags text[], resource text, action text, refusal text,
          "neededRole" text, "neededFlag" text, row text, count int, "requestId" text, policy text)
        join accounts a on a.id = d."accountId"`,
  );

interface DecisionLog {
  add(decision: Decision): void;
  /** Written, or failed and waiting for the next time. */
  flush(): Promise<void>;
  close(): Promise<void>;
}

/** In batches, beside the requests: up to a second is lost if the process is killed. */
export function openDecisionLog(db: Db, onFailure: (error: unknown) => void): DecisionLog {
  let waiting: WaitingDecision[] = [];
  let writing = Promise.resolve();
  const write = async () => {
    while (waiting.length > 0) {
      const batch = waiting.slice(0, BATCH_MAX);
      try {
        await insert(db, batch);
      } catch (error) {
        onFailure(error);
        return;
      }
      waiting = waiting.slice(batch.length);
    }
  };
  const flush = () => (writing = writing.then(write));
  const timer = setInterval(() => void flush(), FLUSH_MS).unref();
  return {
    add(decision) {
      const entry = { ...decision, id: uuidv7(), at: new Date().toISOString() };
      if (waiting.length < WAITING_MAX) {
        waiting.push(entry);
        return;
      }
      const key = sameAs(decision);
      const known = waiting.findLast((one) => sameAs(one) === key);
      if (known) known.count += decision.count;
    },
    flush,
    async close() {
      clearInterval(timer);
      await flush();
    },
  };
}

/** Of all accounts, older than 90 days. Returns their number. */
export const sweepDecisions = (db: Db): Promise<number> =>
  deleteInSteps(
    db,
    accessDecisions,
    [accessDecisions.accountId, accessDecisions.id],
    lt(accessDecisions.at, sql`now() - make_interval(days => ${DECISION_DAYS})`),
  );
