import { isDeepStrictEqual } from 'node:util';
import { and, eq, inArray, sql } from 'drizzle-orm';
import { initialAppearance, type WidgetAppearance } from '../../../shared/appearance.ts';
import { HELP_ACCOUNT_ID, HELP_CONTEXT_ID, STAFF_HELP_CONTEXT_ID } from '../../../shared/help.ts';
import { offerIn } from '../../billing/plan-catalogue.ts';
import { lockAccount } from '../../db/lock-account.ts';
import { creditBalances, creditEntries } from '../../db/schema/billing.ts';
import { accounts } from '../../db/schema/identity.ts';
import { contents, contexts } from '../../db/schema/knowledge.ts';
import { platformSettings } from '../../db/schema/platform.ts';
import { type Db, tenant, type Tx, withPlatform, withTenant } from '../../db/tenant.ts';
import { finishJob } from '../../jobs/queue.ts';
import type { JobHandler } from '../../jobs/worker.ts';
import { faqContent, insertContents } from '../../knowledge/contents/add-contents.ts';
import { retrainContents } from '../../knowledge/contents/contents.ts';
import { addPhrasings, setPhrasings } from '../../knowledge/contents/store-phrasings.ts';
import { bumpKnowledge } from '../../knowledge/contexts.ts';
import type { Services } from '../../runtime/services.ts';
import { type HelpText, helpTexts, shippedHelp, supportText } from './help-texts.ts';
import { offerTexts } from './offer-texts.ts';

const owner = tenant(HELP_ACCOUNT_ID, 'all');

/** Thousandths. Nobody pays for the product's own help, so it never runs out in practice. */
const ENDLESS_CREDITS = 2_000_000_000;

interface HelpChanges {
  added: number;
  reworded: number;
  moved: number;
  removed: number;
}

function appearanceOf({ base }: typeof shippedHelp, name: string): WidgetAppearance {
  const initial = initialAppearance(name, base.company);
  const messages = { ...initial.messages, welcome: base.welcome, placeholder: base.placeholder };
  return { ...initial, messages, suggestions: base.suggestions };
}

/** Locks the account, so that other starting processes wait. */
async function openAccount(tx: Tx, help: typeof shippedHelp): Promise<void> {
  const accountId = HELP_ACCOUNT_ID;
  const account = { id: accountId, type: 'PERSONAL' as const, name: help.base.company, isStaff: true };
  await tx.insert(accounts).values(account).onConflictDoNothing();
  await lockAccount(tx, accountId);
  await tx
    .insert(creditBalances)
    .values({ accountId, granted: 0, monthly: 0, lasting: ENDLESS_CREDITS, periodStart: new Date() })
    .onConflictDoNothing();
  await tx
    .insert(creditEntries)
    .values({ accountId, cause: 'opening', amount: ENDLESS_CREDITS, lasting: ENDLESS_CREDITS })
    .onConflictDoNothing();
}

/** They allow no external origins: the widget works only at Prosa's own address. */
async function openContexts(tx: Tx, help: typeof shippedHelp): Promise<void> {
  const { name, staffName, declined } = help.base;
  const root = { id: HELP_CONTEXT_ID, name, parentId: null, inheritance: HELP_CONTEXT_ID };
  const below = {
    id: STAFF_HELP_CONTEXT_ID,
    name: staffName,
    parentId: HELP_CONTEXT_ID,
    inheritance: `${HELP_CONTEXT_ID}.${STAFF_HELP_CONTEXT_ID}`,
  };
  for (const context of [root, below]) {
    const shipped = { name: context.name, defaultMessage: declined, appearance: appearanceOf(help, name) };
    await tx
      .insert(contexts)
      .values({ ...context, ...shipped, accountId: HELP_ACCOUNT_ID, origins: [] })
      .onConflictDoUpdate({ target: [contexts.accountId, contexts.id], set: shipped });
  }
}

const ownPhrasings = sql<string[]>`array(select p.text from phrasings p where p.account_id = contents.account_id
  and p.content_id = contents.id and p.state = 'accepted' and p.origin = 'owner')`;

const keyOf = ({ contextId, question }: { contextId: string; question: string | null }) => `${contextId} ${question}`;

/** A question that stays keeps its content, so it can be answered throughout. */
async function keepTexts(tx: Tx, texts: readonly HelpText[], origin: string): Promise<HelpChanges> {
  const accountId = HELP_ACCOUNT_ID;
  const existing = await tx
    .select({
      id: contents.id,
      contextId: contents.contextId,
      url: contents.url,
      question: contents.question,
      answer: contents.answer,
      also: ownPhrasings,
    })
    .from(contents)
    .where(eq(contents.accountId, accountId));
  const wanted = new Map(texts.map((text) => [keyOf(text), text]));
  const known = new Map(existing.map((row) => [keyOf(row), row]));
  const removed = existing.filter((row) => known.get(keyOf(row)) !== row || !wanted.has(keyOf(row)));
  const changes: HelpChanges = { added: 0, reworded: 0, moved: 0, removed: removed.length };
  const touched = removed.map(({ contextId, id }) => ({ contextId, id }));
  if (removed.length > 0) {
    const ids = removed.map(({ id }) => id);
    await tx.delete(contents).where(and(eq(contents.accountId, accountId), inArray(contents.id, ids)));
  }
  const fresh = new Map<string, HelpText[]>();
  for (const [key, text] of wanted) {
    const row = known.get(key);
    const url = origin + text.path;
    if (!row) {
      changes.added++;
      fresh.set(text.contextId, [...(fresh.get(text.contextId) ?? []), text]);
      continue;
    }
    const isRephrased = !isDeepStrictEqual(new Set(row.also), new Set(text.also));
    if (isRephrased || row.answer !== text.answer) changes.reworded++;
    if (isRephrased) {
      touched.push(row);
      await setPhrasings(tx, { accountId, id: row.id, type: 'FAQ' }, text.also);
    }
    if (row.answer !== text.answer) {
      await retrainContents(tx, accountId, [row], { answer: text.answer, url });
    } else if (row.url !== url) {
      changes.moved++;
      touched.push(row);
      await tx
        .update(contents)
        .set({ url })
        .where(and(eq(contents.accountId, accountId), eq(contents.id, row.id)));
    }
  }
  for (const [contextId, some] of fresh) {
    const faqs = some.map((text) => ({ ...faqContent(text), url: origin + text.path }));
    const ids = await insertContents(tx, owner, contextId, faqs);
    await addPhrasings(
      tx,
      accountId,
      ids.map((contentId, at) => ({ contentId, texts: some[at]!.also })),
    );
  }
  await bumpKnowledge(tx, accountId, touched);
  return changes;
}

async function readSupportEmail(db: Db): Promise<string> {
  const [settings] = await withPlatform(db, (tx) =>
    tx.select({ supportEmail: platformSettings.supportEmail }).from(platformSettings),
  );
  return settings?.supportEmail ?? '';
}

/** Several processes may run this. Only once the public address is known: sources link to it. */
export async function updateHelpBase(services: Services, help = shippedHelp): Promise<HelpChanges> {
  const email = await readSupportEmail(services.db);
  return withTenant(services.db, owner, async (tx) => {
    await openAccount(tx, help);
    await openContexts(tx, help);
    const texts = [...helpTexts(help), supportText(help.support, email), ...offerTexts(help.offer, await offerIn(tx))];
    return keepTexts(tx, texts, services.publicUrl());
  });
}

/** After a change of the offer or the settings. What a dead process leaves undone, the next start does. */
export const helpWorker = (services: Services): JobHandler => ({
  async run(job) {
    // First, so that a later change queues another one.
    await withTenant(services.db, owner, (tx) => finishJob(tx, job));
    await updateHelpBase(services);
  },
});
