import { and, eq, gt, sql } from 'drizzle-orm';
import { WRONG_FACTORS_NOTICED } from '../../../shared/constants.ts';
import type { FactorProof, ProofKind } from '../../../shared/second-factor.ts';
import { writeAudit } from '../../audit/write-audit.ts';
import { auditEntries } from '../../db/schema/platform.ts';
import { type Tx, withPlatform } from '../../db/tenant.ts';
import { ApiError } from '../../runtime/api-error.ts';
import type { Services } from '../../runtime/services.ts';
import { mailSecurityNotice, type Origin } from '../known-devices.ts';
import { throttleAttempts } from '../login-throttle.ts';
import { lockUser, type UserKey } from '../row-conditions.ts';
import { usePasskey } from './passkeys.ts';
import { useRecoveryCode } from './recovery-codes.ts';
import { useTotp } from './totp.ts';

interface ProvingUser extends UserKey {
  email: string;
}

/** Of a signed-in user, with the session. */
interface ProofOrigin extends Origin {
  sessionId?: string;
}

const TOTP_CODE = /^\d{6}$/;

async function checkProof(services: Services, user: ProvingUser, proof: FactorProof): Promise<ProofKind | null> {
  const { db, key } = services;
  if ('passkey' in proof) return (await usePasskey(services, proof.passkey, user)) && 'passkey';
  const code = proof.code.replace(/[\s-]/g, '');
  if (TOTP_CODE.test(code)) return (await withPlatform(db, (tx) => useTotp(tx, key, user, code))) ? 'totp' : null;
  return (await withPlatform(db, (tx) => useRecoveryCode(tx, user, code))) ? 'recovery' : null;
}

/** Of the last 24 hours. */
const countFailures = (tx: Tx, { accountId, userId }: UserKey) =>
  tx.$count(
    auditEntries,
    and(
      eq(auditEntries.accountId, accountId),
      eq(auditEntries.userId, userId),
      eq(auditEntries.action, 'factor_failed'),
      gt(auditEntries.at, sql`now() - interval '1 day'`),
    ),
  );

/**
 * Uses the code up. Limited like passwords, in counters of its own. Throws `ApiError` `code_invalid`, `passkey_refused`
 * or `too_many_tries`.
 */
export async function proveFactor(
  services: Services,
  user: ProvingUser,
  proof: FactorProof,
  origin: ProofOrigin,
): Promise<ProofKind> {
  let kind: ProofKind | null = null;
  const attempt = { what: 'factor' as const, email: user.email, person: user, ...origin };
  await throttleAttempts(services, attempt, async () => {
    kind = await checkProof(services, user, proof);
    return kind !== null;
  });
  const proven = kind as ProofKind | null;
  const { accountId, userId } = user;
  const context = { accountId, userId, ip: origin.ip };
  if (!proven) {
    await withPlatform(services.db, async (tx) => {
      await lockUser(tx, user);
      await writeAudit(tx, context, 'factor_failed', { subject: user.email });
      const wrong = await countFailures(tx, user);
      if (wrong === WRONG_FACTORS_NOTICED) await mailSecurityNotice(tx, services, user, 'wrongFactors', { wrong });
    });
    throw new ApiError('passkey' in proof ? 'passkey_refused' : 'code_invalid');
  }
  if (proven === 'recovery') {
    await withPlatform(services.db, async (tx) => {
      await writeAudit(tx, context, 'recovery-code_used', { subject: user.email });
      await mailSecurityNotice(tx, services, user, 'recoveryCodeUsed');
    });
  }
  return proven;
}
