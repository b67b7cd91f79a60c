import { releaseStaleCredits } from './billing/credits.ts';
import { billingUpkeep } from './billing/upkeep.ts';
import { sweepCounters } from './chat/limits/sweep.ts';
import { sweepImages } from './chat/appearance/images.ts';
import { sweepRateCounters } from './db/rate-counters.ts';
import type { Db } from './db/tenant.ts';
import { eraseDueAccounts } from './identity/erase-account.ts';
import { sweepDevices } from './identity/known-devices.ts';
import { sweepSignUps } from './identity/sign-up.ts';
import { sweepSignIns } from './identity/login-throttle.ts';
import { queueKnowledgeChecks } from './insight/changed-knowledge/check-knowledge.ts';
import { queueGathering } from './insight/gaps/queue-gathering.ts';
import { queueDueTests } from './insight/test-questions/run-tests.ts';
import { queueWeeklyMails } from './insight/weekly-mail/send-weekly.ts';
import { queueDueSyncs } from './knowledge/sync/due-syncs.ts';
import type { Services } from './runtime/services.ts';

interface Log {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
}

type Tasks = Record<string, () => Promise<unknown>>;

const EVERY_MS = 60_000;
/** What dead processes held is waited for by visitors. */
export const RELEASE_EVERY_MS = 15_000;

const releaseOf = (db: Db, isAlone: boolean): Tasks => ({
  'credits of answers that never ended were given back': () => releaseStaleCredits(db, { isAlone }),
});

/** What is due each minute, by what is said of it when it did something. Each is done whatever becomes of the others. */
const tasksOf = (db: Db): Tasks => ({
  'pictures that no widget shows were put away': () => sweepImages(db),
  'pages are looked at again': () => queueDueSyncs(db),
  'test questions are asked again': () => queueDueTests(db),
  'changed contents are looked over': () => queueKnowledgeChecks(db),
  'letters about the week are written': () => queueWeeklyMails(db),
  'questions wait for their gap': () => queueGathering(db),
  'old counters were put away': () => sweepCounters(db),
  'old counts of calls were put away': () => sweepRateCounters(db),
  'old sign-ins were put away': () => sweepSignIns(db),
  'old devices were forgotten': () => sweepDevices(db),
  'sign-ups that nobody confirmed were forgotten': () => sweepSignUps(db),
  'accounts whose day had come were erased': () => eraseDueAccounts(db),
});

async function doAll(tasks: Tasks, log: Log): Promise<void> {
  for (const [said, task] of Object.entries(tasks)) {
    try {
      const count = await task();
      if (typeof count === 'number' && count > 0) log.info({ count }, said);
    } catch (error) {
      log.warn({ err: error }, 'upkeep failed');
    }
  }
}

/** Renewals, and what is owed to the gateways: at once and then each minute. Once it is known where people reach us. */
export function startBilling(services: Services, log: Log): { stop(): void } {
  let running = doAll(billingUpkeep(services, { isStart: true }), log);
  const timer = setInterval(() => {
    running = running.then(() => doAll(billingUpkeep(services), log));
  }, EVERY_MS);
  timer.unref();
  return { stop: () => clearInterval(timer) };
}

/** Puts away what nobody asks for any more, at once and then each minute; for before the door opens. */
export async function startUpkeep(db: Db, log: Log): Promise<{ stop(): void }> {
  const tidy = (tasks: Tasks) => doAll(tasks, log);
  // On the embedded database no other process can be at work: whatever is reserved at the start is stale.
  await tidy({ ...releaseOf(db, db.kind === 'embedded'), ...tasksOf(db) });
  const timers = [
    setInterval(() => void tidy(releaseOf(db, false)), RELEASE_EVERY_MS),
    setInterval(() => void tidy(tasksOf(db)), EVERY_MS),
  ];
  for (const timer of timers) timer.unref();
  return { stop: () => timers.forEach((timer) => clearInterval(timer)) };
}
