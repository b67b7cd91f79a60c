import { createHmac } from 'node:crypto';
import type { VisitorIdentity } from '../../../shared/visitor-identity.ts';
import type { WidgetContext } from '../../db/platform.ts';
import { ApiError } from '../../runtime/api-error.ts';
import { isSameDigest, unseal } from '../../runtime/secrets.ts';
import type { Services } from '../../runtime/services.ts';

/** Other characters could take more bytes, which the comparison cannot handle. */
const HEX = /^[\da-f]{64}$/;

/** Throws `ApiError` `identity_unsigned`, or `identity_refused`, also while the context has no secret. */
export function assertIdentity(
  { key }: Services,
  { contextId, sealedIdentitySecret }: WidgetContext,
  { email, name, signature }: VisitorIdentity,
): void {
  if (signature === undefined) throw new ApiError('identity_unsigned');
  const secret = sealedIdentitySecret && unseal(key, contextId, sealedIdentitySecret);
  if (!secret) throw new ApiError('identity_refused');
  const expected = createHmac('sha256', secret).update(`${email}\n${name}`).digest('hex');
  const signatureHex = signature.toLowerCase();
  if (!HEX.test(signatureHex) || !isSameDigest(expected, signatureHex)) throw new ApiError('identity_refused');
}
