import { and, eq, sql } from 'drizzle-orm';
import { actionText } from '../../audit/audit-csv.ts';
import { accounts, sessions } from '../../db/schema/identity.ts';
import { auditEntries } from '../../db/schema/platform.ts';
import { type Tx, withPlatform } from '../../db/tenant.ts';
import { type ReportPayload, writeImpersonationEnd } from '../../identity/impersonations.ts';
import { mailOwners } from '../../identity/mail-owners.ts';
import { isSession } from '../../identity/row-conditions.ts';
import { finishJob } from '../../jobs/queue.ts';
import type { JobHandler } from '../../jobs/worker.ts';
import { longMoment } from '../../runtime/calendar.ts';
import type { Services } from '../../runtime/services.ts';
import { t } from '../../runtime/translate.ts';

/** Maximum number of lines in the email; beyond that, the audit log is easier to read. */
const LINES_MAX = 50;

/** Returns user input on one line and without URL schemes, which email programs would turn into links. */
const plain = (subject: string) =>
  subject
    .replace(/\s+/g, ' ')
    .replace(/\w+:\/\//g, '')
    .trim();

/** Returns when the session ended. Also records the end of an expired session. */
async function endOf(tx: Tx, accountId: string, sessionId: string, until: Date): Promise<Date> {
  const where = isSession({ accountId, sessionId });
  const [session] = await tx.select().from(sessions).where(where).for('update');
  if (!session) return until;
  if (session.revokedAt) return session.revokedAt;
  await tx.update(sessions).set({ revokedAt: session.expiresAt }).where(where);
  await writeImpersonationEnd(tx, session, 'expired', null);
  return session.expiresAt;
}

/** Returns the changes made during the impersonation, one line per action and subject. */
async function readChanges(tx: Tx, accountId: string, { actor, from }: ReportPayload, to: Date): Promise<string[]> {
  const rows = await tx
    .select({ action: auditEntries.action, subject: auditEntries.subject, count: sql<number>`count(*)::int` })
    .from(auditEntries)
    .where(
      and(
        eq(auditEntries.accountId, accountId),
        eq(auditEntries.actorId, actor.id),
        sql`${auditEntries.at} >= ${from}::timestamptz and ${auditEntries.at} <= ${to.toISOString()}::timestamptz`,
        sql`${auditEntries.action} not like 'impersonation%' and ${auditEntries.action} not like '%call_refused'`,
      ),
    )
    .groupBy(auditEntries.action, auditEntries.subject)
    .orderBy(sql`min(${auditEntries.at})`);
  return rows.map(({ action, subject, count }) => {
    const about = subject ? `: ${plain(subject)}` : '';
    return `- ${actionText(action)}${about}${count > 1 ? ` (${count}×)` : ''}`;
  });
}

/** The lines of the email about what was changed. */
function changesText(lines: readonly string[]): string[] {
  if (lines.length === 0) return [t('mails.impersonationEnded.nothing')];
  const shown = lines.slice(0, LINES_MAX);
  const more = lines.length - shown.length;
  if (more > 0) shown.push(t('mails.impersonationEnded.more', { count: more }));
  return [t('mails.impersonationEnded.changed'), ...shown];
}

/** Notifies the owners that staff have entered, and until when. Call it in the transaction that opens the session. */
export async function notifyEntered(
  tx: Tx,
  accountId: string,
  { actor, until, reason }: ReportPayload & { reason: string },
  publicUrl: string,
) {
  const values = { staff: actor.name, reason: plain(reason), until: longMoment(new Date(until)) };
  await notifyOwners(tx, accountId, 'impersonationStarted', values, publicUrl);
}

async function notifyOwners(
  tx: Tx,
  accountId: string,
  template: 'impersonationStarted' | 'impersonationEnded',
  values: Record<string, unknown>,
  publicUrl: string,
): Promise<void> {
  const [account] = await tx.select().from(accounts).where(eq(accounts.id, accountId));
  const about = { account: account?.companyName ?? account?.name ?? '', url: `${publicUrl}/audit-log` };
  await mailOwners(tx, accountId, template, { ...about, ...values });
}

/** Reports a finished impersonation to the account's owners: its duration and its changes. */
export function impersonationReportWorker({ db, publicUrl }: Services): JobHandler {
  return {
    async run(job) {
      const { accountId, subjectId } = job;
      const payload = job.payload as unknown as ReportPayload;
      await withPlatform(db, async (tx) => {
        const to = await endOf(tx, accountId, subjectId, new Date(payload.until));
        const changes = changesText(await readChanges(tx, accountId, payload, to));
        const values = {
          staff: payload.actor.name,
          from: longMoment(new Date(payload.from)),
          to: longMoment(to),
          changes,
        };
        await notifyOwners(tx, accountId, 'impersonationEnded', values, publicUrl());
        await finishJob(tx, job);
      });
    },
  };
}
