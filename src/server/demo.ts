import { and, eq, inArray } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { answer } from './chat/answer.ts';
import { contents } from './db/tables.ts';
import { findWidgetContext, isEmpty } from './db/platform.ts';
import { tenant, withPlatform, withTenant } from './db/tenant.ts';
import { demoBase, demoQuestions } from './demo-base.ts';
import { createAccount } from './identity/accounts.ts';
import { endCrawlerOffer, endTutorial } from './identity/first-steps.ts';
import { hashPassword } from './identity/passwords.ts';
import { createFaq, createFile } from './knowledge/add-contents.ts';
import type { Services } from './services.ts';

export const DEMO_OWNER = { email: 'demo@prosa.local', password: 'Prosa#2026' };
export const DEMO_STAFF = { email: 'equipe@prosa.local', password: 'Equipe#2026' };

/**
 * Fills an empty embedded database with an account to look at: a shop with a small base, and a staff user. Answers the
 * context's id, or null when there was something already.
 */
export async function seedDemo(services: Services): Promise<string | null> {
  if (!(await isEmpty(services.db))) return null;
  const [ownerHash, staffHash] = await Promise.all([DEMO_OWNER, DEMO_STAFF].map((who) => hashPassword(who.password)));
  const { accountId, userId, contextId } = await withPlatform(services.db, async (tx) => {
    const owner = await createAccount(tx, {
      ...{ name: 'Helena Prado', email: DEMO_OWNER.email, passwordHash: ownerHash as string, role: 'OWNER' },
      ...{ website: 'https://www.emporio-serra-azul.com.br', isVerified: true, planId: 'professional' },
    });
    await createAccount(tx, {
      ...{ name: 'Equipe Prosa', email: DEMO_STAFF.email, passwordHash: staffHash as string, role: 'WM_ADMIN' },
      ...{ isVerified: true, planId: 'business', isStaff: true },
    });
    return owner;
  });
  const owner = tenant(accountId, 'all');
  // There is something to look at already.
  await endTutorial(services.db, { userId, tenant: owner });
  await endCrawlerOffer(services.db, { userId, tenant: owner });
  for (const faq of demoBase.faqs) await createFaq(services.db, owner, { contextId, ...faq });
  for (const { name, text } of demoBase.files) {
    await createFile(services.db, owner, contextId, { name, bytes: Buffer.from(text, 'utf8') });
  }
  services.nudge();
  return contextId;
}

async function isTrained(services: Services, accountId: string): Promise<boolean> {
  const waiting = await withTenant(services.db, tenant(accountId, 'all'), (tx) =>
    tx
      .select({ id: contents.id })
      .from(contents)
      .where(and(eq(contents.accountId, accountId), inArray(contents.status, ['pending', 'working'])))
      .limit(1),
  );
  return waiting.length === 0;
}

/** Asks the demo's assistant a few questions once it is trained, so that there are conversations to read. */
export async function seedDemoConversations(services: Services, contextId: string, signal: AbortSignal): Promise<void> {
  const context = await findWidgetContext(services.db, contextId);
  if (!context) return;
  while (!(await isTrained(services, context.accountId))) {
    if (signal.aborted) return;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  for (const conversation of demoQuestions) {
    let conversationId: string | undefined;
    for (const question of conversation) {
      const ask = { context, type: 'widget', question, conversationId, messageId: uuidv7(), ip: '127.0.0.1' } as const;
      for await (const said of await answer(services, ask, signal)) {
        if (said.event === 'conversation') conversationId = said.data.id;
      }
    }
  }
}
