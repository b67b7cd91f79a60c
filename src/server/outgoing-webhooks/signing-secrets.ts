import { newSecret, unseal } from '../runtime/secrets.ts';

export const newSigningSecret = (): string => `whsec_${newSecret()}`;

interface SealedSecrets {
  id: string;
  sealedSecret: string;
  previousSecret: string | null;
  previousUntil: Date | null;
}

/** Throws if the secret cannot be decrypted, because it was sealed with another SECRET_KEY. */
export function openSecret(key: Uint8Array, { id, sealedSecret }: Pick<SealedSecrets, 'id' | 'sealedSecret'>): string {
  const secret = unseal(key, id, sealedSecret);
  if (secret === null) throw new Error('The secret of a webhook cannot be decrypted with this SECRET_KEY');
  return secret;
}

/** Returns the secrets that sign: the current one, and the previous one as long as it is still used. */
export function signingSecrets(key: Uint8Array, webhook: SealedSecrets, now: Date): string[] {
  const { id, previousSecret, previousUntil } = webhook;
  const previous = previousSecret && previousUntil && previousUntil > now ? unseal(key, id, previousSecret) : null;
  return [openSecret(key, webhook), ...(previous ? [previous] : [])];
}
