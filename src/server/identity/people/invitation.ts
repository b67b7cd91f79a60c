import { and, eq, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { acceptBody, invitation } from '../../../shared/people.ts';
import type { Role, TokenPair } from '../../../shared/session.ts';
import { writeAudit } from '../../audit/write-audit.ts';
import { accounts, mailedSecrets, users } from '../../db/tables.ts';
import { type Tx, withPlatform } from '../../db/tenant.ts';
import { Refusal } from '../../refusal.ts';
import { digest, isSameDigest } from '../../secrets.ts';
import type { Services } from '../../services.ts';
import { refuseGuessable } from '../guessable.ts';
import { hashPassword } from '../passwords.ts';
import { openSession } from '../sessions.ts';

const TOKEN = /^([0-9a-f-]{36})\.([0-9a-f-]{36})\.([\w-]{43})$/;

/** The latest who invited this address; what he was called then. */
const inviter = sql<string | null>`(select e.user_name from audit_entries e where e.account_id = ${users.accountId}
  and e.action = 'user_invited' and e.subject = ${users.email} order by e.at desc limit 1)`;

/**
 * The invitation behind a token, its row locked; the token itself is left as it is.
 * @throws Refusal `link_expired` for one that holds no more as for one that never did.
 */
async function findInvitation(tx: Tx, token: string) {
  const [, accountId, userId, secret] = TOKEN.exec(token) ?? [];
  if (!accountId || !userId || !secret) throw new Refusal('link_expired');
  const [found] = await tx
    .select({
      ...{ accountId: users.accountId, userId: users.id, email: users.email, role: users.role, inviter },
      ...{ name: accounts.name, companyName: accounts.companyName },
      ...{ hash: mailedSecrets.hash, expiresAt: mailedSecrets.expiresAt },
    })
    .from(mailedSecrets)
    .innerJoin(users, and(eq(users.accountId, mailedSecrets.accountId), eq(users.id, mailedSecrets.userId)))
    .innerJoin(accounts, eq(accounts.id, users.accountId))
    .where(
      and(
        ...[eq(mailedSecrets.accountId, accountId), eq(mailedSecrets.userId, userId)],
        ...[eq(mailedSecrets.purpose, 'invite'), eq(users.status, 'PENDING')],
      ),
    )
    .for('update', { of: mailedSecrets });
  // The secret is too long to be guessed, so that tries need not be counted.
  const holds = found && isSameDigest(found.hash, digest(secret)) && found.expiresAt.getTime() > Date.now();
  if (!holds) throw new Refusal('link_expired');
  return found;
}

/** What the page of an invitation shows. @throws Refusal `link_expired`. */
export async function readInvitation(services: Services, token: string): Promise<z.infer<typeof invitation>> {
  const found = await withPlatform(services.db, (tx) => findInvitation(tx, token));
  return {
    email: found.email,
    account: found.companyName ?? found.name,
    inviter: found.inviter ?? '',
    role: found.role as z.infer<typeof invitation>['role'],
    expiresAt: found.expiresAt.toISOString(),
  };
}

/**
 * Lets an invited person in: name and password are kept, the address is proven by the link, a session opens. Once.
 * @throws Refusal `link_expired`, `invalid_input` for a guessable password.
 */
export async function acceptInvitation(
  services: Services,
  token: string,
  { name, password }: z.output<typeof acceptBody>,
  ip: string,
): Promise<TokenPair> {
  // Looked at first: hashing is dear, and whoever has no invitation need not have it done.
  const { email } = await readInvitation(services, token);
  await refuseGuessable(password, { email, name });
  const passwordHash = await hashPassword(password);
  const person = await withPlatform(services.db, async (tx) => {
    const { accountId, userId, role } = await findInvitation(tx, token);
    const now = new Date();
    await tx.delete(mailedSecrets).where(and(eq(mailedSecrets.accountId, accountId), eq(mailedSecrets.userId, userId)));
    await tx
      .update(users)
      .set({ name, passwordHash, status: 'ACTIVE', emailVerifiedAt: now, updatedAt: now })
      .where(and(eq(users.accountId, accountId), eq(users.id, userId)));
    await writeAudit(tx, { accountId, userId, ip }, 'invitation_accepted', { subject: email });
    return { accountId, userId, role: role as Role };
  });
  return openSession(services, person, { way: 'invitation', ip });
}
