import { randomBytes } from 'node:crypto';
import { and, eq, inArray } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { answer } from './chat/answer/answer.ts';
import { findLogin, findWidgetContext, isEmpty } from './db/platform.ts';
import { users } from './db/schema/identity.ts';
import { contents } from './db/schema/knowledge.ts';
import { type Db, tenant, withPlatform, withTenant } from './db/tenant.ts';
import { DEMO_BRANCHES, demoBase, demoQuestions } from './demo-base.ts';
import { seedDemoHistory } from './demo-history.ts';
import { createAccount } from './identity/accounts.ts';
import { hashPassword, isPassword } from './identity/passwords.ts';
import { endCrawlerOffer, endTutorial } from './identity/profile/first-steps.ts';
import { isUser } from './identity/row-conditions.ts';
import { endSessions } from './identity/sessions.ts';
import { createFaq, createFile } from './knowledge/contents/add-contents.ts';
import { createContext } from './knowledge/contexts.ts';
import type { Services } from './runtime/services.ts';

export interface DemoLogin {
  email: string;
  password: string;
}

/** These passwords are public, so they must only work on the user's own machine. */
const KNOWN_LOGINS: readonly DemoLogin[] = [
  { email: 'demo@prosa.local', password: 'Prosa#2026' },
  { email: 'equipe@prosa.local', password: 'Equipe#2026' },
];

/** The suffix satisfies the password rules. */
const randomPassword = () => `${randomBytes(12).toString('base64url')}-Aa1`;
const withRandomPassword = ({ email }: DemoLogin): DemoLogin => ({ email, password: randomPassword() });

export async function findKnownLogins(db: Db): Promise<DemoLogin[]> {
  const checked = KNOWN_LOGINS.map(async (login) => {
    const person = await findLogin(db, login.email);
    return person && (await isPassword(login.password, person.passwordHash)) ? [login] : [];
  });
  return (await Promise.all(checked)).flat();
}

/** Ends the sessions opened with public passwords, too: somebody's own data directory may now be served to others. */
export async function replaceKnownPasswords(db: Db): Promise<DemoLogin[]> {
  const logins = (await findKnownLogins(db)).map(withRandomPassword);
  for (const { email, password } of logins) {
    const person = await findLogin(db, email);
    if (!person) continue;
    const { accountId, userId } = person;
    const passwordHash = await hashPassword(password);
    await withPlatform(db, async (tx) => {
      await tx.update(users).set({ passwordHash, updatedAt: new Date() }).where(isUser({ accountId, userId }));
      await endSessions(tx, accountId, userId);
    });
  }
  return logins;
}

interface SeededDemo {
  contextId: string;
  logins: DemoLogin[];
}

/** Null if the database is not empty. With `isPublic`, the passwords are random. */
export async function seedDemo(services: Services, isPublic: boolean): Promise<SeededDemo | null> {
  if (!(await isEmpty(services.db))) return null;
  const logins = isPublic ? KNOWN_LOGINS.map(withRandomPassword) : [...KNOWN_LOGINS];
  const [ownerEmail, staffEmail] = KNOWN_LOGINS.map(({ email }) => email) as [string, string];
  const [ownerHash, staffHash] = await Promise.all(logins.map(({ password }) => hashPassword(password)));
  const { accountId, userId, contextId } = await withPlatform(services.db, async (tx) => {
    const owner = await createAccount(tx, {
      name: 'Helena Prado',
      email: ownerEmail,
      passwordHash: ownerHash as string,
      role: 'OWNER',
      website: 'https://www.emporio-serra-azul.com.br',
      planId: 'professional',
    });
    await createAccount(tx, {
      name: 'Equipe Prosa',
      email: staffEmail,
      passwordHash: staffHash as string,
      role: 'WM_ADMIN',
      planId: 'business',
      isStaff: true,
    });
    return owner;
  });
  const owner = tenant(accountId, 'all');
  // The demo has content already, so the onboarding is skipped.
  await endTutorial(services.db, { userId, tenant: owner });
  await endCrawlerOffer(services.db, { userId, tenant: owner });
  const branches: string[] = [];
  for (const name of DEMO_BRANCHES) {
    branches.push(await createContext(services.db, owner, { userId, apiKey: null }, { name, parentId: contextId }));
  }
  await seedDemoHistory(services.db, owner, [contextId, ...branches]);
  for (const faq of demoBase.faqs) await createFaq(services.db, owner, { contextId, ...faq });
  for (const { name, text } of demoBase.files) {
    await createFile(services.db, owner, { contextId }, { name, bytes: Buffer.from(text, 'utf8') });
  }
  return { contextId, logins };
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
      for await (const event of await answer(services, ask, signal)) {
        if (event.event === 'conversation') conversationId = event.data.id;
      }
    }
  }
}
