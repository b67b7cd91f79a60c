import { type Role, STAFF_ROLES } from '../../../shared/roles.ts';
import type { ProofKind, SecondFactor } from '../../../shared/second-factor.ts';
import { type AuditEvent, writeAudit } from '../../audit/write-audit.ts';
import { findUser } from '../../db/platform.ts';
import { passkeys, users } from '../../db/schema/identity.ts';
import { type Tx, withPlatform } from '../../db/tenant.ts';
import { ApiError, notFound } from '../../runtime/api-error.ts';
import { mustStaffHaveFactor } from '../../runtime/env.ts';
import type { Services } from '../../runtime/services.ts';
import { mailSecurityNotice } from '../known-devices.ts';
import { throttleAttempts } from '../login-throttle.ts';
import type { ActingUser } from '../people/acting-user.ts';
import { isUser, lockUser, type UserKey } from '../row-conditions.ts';
import { endSessions } from '../sessions.ts';
import { readAccountRule } from './account-rule.ts';
import { proofsOf, readFactors } from './factors.ts';
import { checkNewPasskey, deletePasskey, listPasskeys, renamePasskey, startPasskey } from './passkeys.ts';
import { deleteRecoveryCodes, renewRecoveryCodes } from './recovery-codes.ts';
import { confirmTotp, deleteTotp, newTotpKey } from './totp.ts';

type Kind = Exclude<ProofKind, 'recovery'>;

async function isRequired(services: Services, tx: Tx, { accountId, role }: { accountId: string; role: Role }) {
  return (
    ((STAFF_ROLES as readonly string[]).includes(role) && mustStaffHaveFactor(services.env)) ||
    (await readAccountRule(tx, accountId))
  );
}

export async function readOwnFactors(services: Services, user: ActingUser): Promise<SecondFactor> {
  return withPlatform(services.db, async (tx) => {
    const factors = await readFactors(tx, user);
    const keys = await listPasskeys(tx, user);
    const [person] = await tx.select({ hash: users.passwordHash }).from(users).where(isUser(user));
    const proofs = proofsOf(factors);
    return {
      totp: factors.totp,
      passkeys: keys.map(({ id, name, createdAt, lastUsedAt }) => ({
        id,
        name,
        createdAt: createdAt.toISOString(),
        lastUsedAt: lastUsedAt?.toISOString() ?? null,
      })),
      recoveryCodesLeft: factors.recoveryCodes,
      isRequired: await isRequired(services, tx, user),
      confirmBy: proofs.length > 0 ? proofs : person?.hash ? ['password'] : [],
    };
  });
}

async function note(services: Services, tx: Tx, user: ActingUser, what: 'added' | 'removed', event: AuditEvent) {
  await writeAudit(tx, user, `factor_${what}`, event);
  await mailSecurityNotice(tx, services, user, what === 'added' ? 'factorAdded' : 'factorRemoved');
}

/** With the first factor come recovery codes, and sessions end that were opened without one. */
async function noteAdded(services: Services, tx: Tx, user: ActingUser, event: AuditEvent): Promise<string[]> {
  await note(services, tx, user, 'added', event);
  const { totp, passkeys: keys, recoveryCodes } = await readFactors(tx, user);
  if (Number(totp) + keys === 1) await endSessions(tx, user.accountId, user.userId, user);
  return recoveryCodes > 0 ? [] : renewRecoveryCodes(tx, user);
}

/** Throws `ApiError` `last_factor` if a rule requires one, and none is left. */
async function noteRemoved(services: Services, tx: Tx, user: ActingUser, event: AuditEvent): Promise<void> {
  const isLast = proofsOf(await readFactors(tx, user)).length === 0;
  if (isLast && (await isRequired(services, tx, user))) throw new ApiError('last_factor');
  if (isLast) await deleteRecoveryCodes(tx, user);
  await note(services, tx, user, 'removed', event);
}

const factorOf = (factor: Kind, name?: string): AuditEvent => ({ subject: name ?? null, detail: { factor } });

async function emailOf({ db }: Services, user: UserKey) {
  const person = await findUser(db, user);
  if (!person) throw notFound();
  return person;
}

/** It counts once `addTotp` has seen a code of it. Throws `ApiError` `factor_known`. */
export async function startTotp(services: Services, user: ActingUser) {
  const { email } = await emailOf(services, user);
  const made = await withPlatform(services.db, (tx) => newTotpKey(tx, services.key, user, email));
  if (!made) throw new ApiError('factor_known');
  return made;
}

/** Returns recovery codes with the first factor. Throws `ApiError` `code_invalid` or `too_many_tries`. */
export async function addTotp(services: Services, user: ActingUser, code: string): Promise<string[]> {
  const { email } = await emailOf(services, user);
  const attempt = { what: 'factor' as const, email, ip: user.ip ?? '', sessionId: user.sessionId };
  let codes: string[] = [];
  const isRight = await throttleAttempts(services, attempt, () =>
    withPlatform(services.db, async (tx) => {
      await lockUser(tx, user);
      if (!(await confirmTotp(tx, services.key, user, code))) return false;
      codes = await noteAdded(services, tx, user, factorOf('totp'));
      return true;
    }),
  );
  if (!isRight) throw new ApiError('code_invalid');
  return codes;
}

/** Throws `ApiError` `not_found`, `last_factor`. */
export async function removeTotp(services: Services, user: ActingUser): Promise<void> {
  await withPlatform(services.db, async (tx) => {
    await lockUser(tx, user);
    if (!(await deleteTotp(tx, user))) throw notFound();
    await noteRemoved(services, tx, user, factorOf('totp'));
  });
}

export async function startOwnPasskey(services: Services, user: ActingUser) {
  return startPasskey(services, user, await emailOf(services, user));
}

/** Returns recovery codes with the first factor. Throws `ApiError` `passkey_refused`. */
export async function addPasskey(services: Services, user: ActingUser, name: string, given: unknown) {
  const values = await checkNewPasskey(services, user, given);
  return withPlatform(services.db, async (tx) => {
    await lockUser(tx, user);
    const stored = await tx
      .insert(passkeys)
      .values({ ...values, name })
      .onConflictDoNothing()
      .returning();
    if (stored.length === 0) throw new ApiError('passkey_refused');
    return noteAdded(services, tx, user, factorOf('passkey', name));
  });
}

/** Throws `ApiError` `not_found`. */
export async function editPasskey({ db }: Services, user: ActingUser, id: string, name: string): Promise<void> {
  await withPlatform(db, async (tx) => {
    if (!(await renamePasskey(tx, user, id, name))) throw notFound();
    await writeAudit(tx, user, 'second-factor_rename', { subject: name });
  });
}

/** Throws `ApiError` `not_found`, `last_factor`. */
export async function removePasskey(services: Services, user: ActingUser, id: string): Promise<void> {
  await withPlatform(services.db, async (tx) => {
    await lockUser(tx, user);
    const deleted = await deletePasskey(tx, user, id);
    if (!deleted) throw notFound();
    await noteRemoved(services, tx, user, factorOf('passkey', deleted.name));
  });
}

/** Throws `ApiError` `not_found` without a factor. */
export async function renewOwnRecoveryCodes(services: Services, user: ActingUser): Promise<string[]> {
  return withPlatform(services.db, async (tx) => {
    await lockUser(tx, user);
    if (proofsOf(await readFactors(tx, user)).length === 0) throw notFound();
    await writeAudit(tx, user, 'recovery-codes_renewed');
    await mailSecurityNotice(tx, services, user, 'recoveryCodesRenewed');
    return renewRecoveryCodes(tx, user);
  });
}
