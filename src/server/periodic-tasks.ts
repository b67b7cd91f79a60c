import { sweepDecisions } from './audit/decision-log.ts';
import { releaseStaleCredits } from './billing/credits.ts';
import { billingTasks } from './billing/periodic-tasks.ts';
import { sweepChannels } from './channels/sweep.ts';
import { sweepImages } from './chat/appearance/images.ts';
import { sweepPresence } from './chat/handover/presence.ts';
import { sweepCounters } from './chat/limits/sweep.ts';
import { sweepIdempotencyKeys } from './db/idempotency-keys.ts';
import { sweepRateCounters } from './db/rate-counters.ts';
import type { Db } from './db/tenant.ts';
import { watchEmbeddedLoad } from './db/watch-embedded-load.ts';
import { eraseDueAccounts } from './identity/erase-account.ts';
import { sweepDevices } from './identity/known-devices.ts';
import { sweepSignIns } from './identity/login-throttle.ts';
import { sweepSignUps } from './identity/sign-up.ts';
import { queueKnowledgeChecks } from './insight/changed-knowledge/check-knowledge.ts';
import { queueGathering } from './insight/gaps/queue-gathering.ts';
import { queueDueTests } from './insight/test-questions/run-tests.ts';
import { queueWeeklyMails } from './insight/weekly-mail/send-weekly.ts';
import { resumeJobs } from './jobs/queue.ts';
import { sweepCapturedPages } from './knowledge/captured-pages.ts';
import { queueDueSyncs } from './knowledge/sync/sync-content.ts';
import { sweepDeliveries } from './outgoing-webhooks/deliveries.ts';
import { sweepUploads } from './resource/files.ts';
import type { Services } from './runtime/services.ts';

interface TaskLog {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
}

type Tasks = Record<string, () => Promise<unknown>>;

const EVERY_MS = 60_000;
/** Short, because visitors may be waiting for credits that dead processes have reserved. */
export const RELEASE_EVERY_MS = 15_000;

const releaseOf = (db: Db, isAlone: boolean): Tasks => ({
  'stale credit reservations released': () => releaseStaleCredits(db, { isAlone }),
});

/** By log message. A failing task does not stop the others. */
const tasksOf = (db: Db): Tasks => ({
  'jobs scheduled anew, because the clock was ahead': () => resumeJobs(db),
  'unused images deleted': () => sweepImages(db),
  'unused uploads deleted': () => sweepUploads(db),
  'content syncs queued': () => queueDueSyncs(db),
  'test runs queued': () => queueDueTests(db),
  'knowledge checks queued': () => queueKnowledgeChecks(db),
  'weekly emails queued': () => queueWeeklyMails(db),
  'questions queued for their gaps': () => queueGathering(db),
  'people gone from the inbox': () => sweepPresence(db),
  'old counters deleted': () => sweepCounters(db),
  'old rate limit counters deleted': () => sweepRateCounters(db),
  'old idempotency keys deleted': () => sweepIdempotencyKeys(db),
  'expired sessions deleted': () => sweepSignIns(db),
  'old devices deleted': () => sweepDevices(db),
  'old decisions deleted': () => sweepDecisions(db),
  'unconfirmed sign-ups deleted': () => sweepSignUps(db),
  'old captured pages deleted': () => sweepCapturedPages(db),
  'old webhook deliveries deleted': () => sweepDeliveries(db),
  'old messages of channels deleted': () => sweepChannels(db),
  'accounts erased on their deletion date': () => eraseDueAccounts(db),
});

/** Until the end of the program, which closes the database while a task may still run. */
async function runTasks(tasks: Tasks, log: TaskLog, ending: AbortSignal): Promise<void> {
  for (const [message, task] of Object.entries(tasks)) {
    if (ending.aborted) return;
    try {
      const count = await task();
      if (typeof count === 'number' && count > 0) log.info({ count }, message);
    } catch (error) {
      if (!ending.aborted) log.warn({ err: error }, 'periodic task failed');
    }
  }
}

function repeat(work: () => void, everyMs: number, ending: AbortSignal): void {
  const timer = setInterval(work, everyMs).unref();
  ending.addEventListener('abort', () => clearInterval(timer));
}

/** Now and then every minute. Needs the public URL. */
export function startBillingTasks(services: Services, log: TaskLog, ending: AbortSignal): void {
  let running = runTasks(billingTasks(services, { isStart: true }), log, ending);
  repeat(() => (running = running.then(() => runTasks(billingTasks(services), log, ending))), EVERY_MS, ending);
}

/** Resolves after the first run; call it before the server listens. */
export async function startPeriodicTasks(db: Db, log: TaskLog, ending: AbortSignal): Promise<void> {
  const run = (tasks: Tasks) => runTasks(tasks, log, ending);
  // The embedded database has no other process, so at startup all reservations are stale.
  await run({ ...releaseOf(db, db.kind === 'embedded'), ...tasksOf(db) });
  ending.addEventListener('abort', await watchEmbeddedLoad(db, log));
  repeat(() => void run(releaseOf(db, false)), RELEASE_EVERY_MS, ending);
  repeat(() => void run(tasksOf(db)), EVERY_MS, ending);
}
