import { and, eq } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { readItemLimit } from '../billing/plans.ts';
import { captures, contexts, type FoundPage } from '../db/tables.ts';
import { type Db, type Tenant, tenant, withTenant } from '../db/tenant.ts';
import { addJob, finishJob, LostLease } from '../jobs/queue.ts';
import type { Handler } from '../jobs/worker.ts';
import { say } from '../locale.ts';
import { notFound } from '../refusal.ts';
import { assertContext } from '../resource/scope.ts';
import type { Services } from '../services.ts';
import type { CaptureReason } from './capture/capture-error.ts';
import { findPages } from './capture/find-pages.ts';

/** Pages looked for at most, whatever the plan keeps, and how far from the start. */
const MAX_PAGES = 500;
const MAX_DEPTH = 6;
/** Found pages are written down in groups, so that a screen sees them come. */
const SAVE_MS = 700;

export const captureReason = (reason: CaptureReason): string =>
  say(`training.reasons.${reason === 'empty' ? 'page_empty' : reason}`);

/** Queues the search for a site's pages. Answers the capture's id. */
export async function startCapture(db: Db, owner: Tenant, contextId: string, url: string): Promise<string> {
  assertContext(owner, contextId);
  const { accountId } = owner;
  const id = uuidv7();
  await withTenant(db, owner, async (tx) => {
    const [context] = await tx
      .select({ id: contexts.id })
      .from(contexts)
      .where(and(eq(contexts.accountId, accountId), eq(contexts.id, contextId)));
    if (!context) throw notFound();
    await tx.insert(captures).values({ accountId, id, contextId, url, status: 'pending' });
    await addJob(tx, { accountId, kind: 'capture', subjectId: id });
  });
  return id;
}

export interface CaptureState {
  id: string;
  url: string;
  status: 'pending' | 'working' | 'done' | 'error';
  reason: string | null;
  found: number;
  /** How many of them the plan lets one keep. */
  limit: number;
  pages: FoundPage[];
}

export async function readCapture(db: Db, owner: Tenant, id: string): Promise<CaptureState> {
  const [capture] = await withTenant(db, owner, (tx) =>
    tx
      .select()
      .from(captures)
      .where(and(eq(captures.accountId, owner.accountId), eq(captures.id, id))),
  );
  if (!capture) throw notFound();
  assertContext(owner, capture.contextId);
  const { url, status, reason, pages } = capture;
  return { id, url, status, reason, found: pages.length, limit: await readItemLimit(db, owner), pages };
}

/** Looks for the pages of a site. A run that was cut off begins anew: its row is what it was before. */
export function captureWorker(services: Services): Handler {
  const { db, outbound } = services;
  const save = (accountId: string, id: string, change: Partial<typeof captures.$inferInsert>) =>
    withTenant(db, tenant(accountId, 'all'), (tx) =>
      tx
        .update(captures)
        .set(change)
        .where(and(eq(captures.accountId, accountId), eq(captures.id, id)))
        .returning(),
    );
  return {
    async run(job, signal) {
      const { accountId, subjectId: id } = job;
      const [capture] = await save(accountId, id, { status: 'working', pages: [] });
      const pages: FoundPage[] = [];
      let savedAt = Date.now();
      if (capture) {
        const { stopped } = await findPages(outbound, capture.url, {
          maxPages: MAX_PAGES,
          maxDepth: MAX_DEPTH,
          signal,
          async onPage({ reason, title, ...page }) {
            pages.push({ ...page, title: title ?? page.url, ...(reason ? { reason: captureReason(reason) } : {}) });
            if (Date.now() - savedAt < SAVE_MS) return;
            savedAt = Date.now();
            await save(accountId, id, { pages });
          },
        });
        if (stopped === 'aborted') throw new LostLease(job.id);
      }
      const isEmpty = !pages.some((page) => page.status === 'read');
      const reason = isEmpty ? (pages.find((page) => page.reason)?.reason ?? captureReason('unreachable')) : null;
      await withTenant(db, tenant(accountId, 'all'), async (tx) => {
        await tx
          .update(captures)
          .set({ pages, status: isEmpty ? 'error' : 'done', reason })
          .where(and(eq(captures.accountId, accountId), eq(captures.id, id)));
        await finishJob(tx, job);
      });
    },
    async giveUp({ accountId, subjectId: id }) {
      await save(accountId, id, { status: 'error', reason: say('training.reasons.unexpected') });
    },
  };
}
