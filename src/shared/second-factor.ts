import { z } from 'zod';
import { tokenPair } from './session.ts';

const PROOFS = ['totp', 'passkey', 'recovery'] as const;
export type ProofKind = (typeof PROOFS)[number];

/** As the browser returns it (WebAuthn, PublicKeyCredentialJSON); the server's library checks the rest. */
const passkey = z.looseObject({
  id: z.string().min(1).max(2_000),
  rawId: z.string().max(2_000),
  type: z.literal('public-key'),
  response: z.looseObject({
    clientDataJSON: z.string().max(20_000),
    userHandle: z.string().max(200).nullish(),
    transports: z.array(z.string().max(40)).max(20).optional(),
  }),
  clientExtensionResults: z.looseObject({}),
});
/** Six digits of an authenticator app, or a recovery code. */
const code = z.string().trim().min(6).max(40);

const factorProof = z.union([z.strictObject({ code }), z.strictObject({ passkey })]);
export type FactorProof = z.infer<typeof factorProof>;
/** `password`: of a user without a second factor. */
export const sessionProof = z.union([
  z.strictObject({ code }),
  z.strictObject({ passkey }),
  z.strictObject({ password: z.string().min(1).max(128) }),
]);
export type SessionProof = z.infer<typeof sessionProof>;

/** Instead of a session: the sign-in ends with POST /auth/factor. */
const waitingSignIn = z.object({
  secondFactor: z.object({ ticket: z.string(), proofs: z.array(z.enum(PROOFS)) }),
});
export const signedIn = z.union([tokenPair, waitingSignIn]);
export type SignedIn = z.infer<typeof signedIn>;

const ticket = z.string().min(20).max(200);
export const factorBody = z.object({ ticket, proof: factorProof });
/** Without a ticket, for a sign-in without a password. */
export const passkeyStartBody = z.object({ ticket: ticket.optional() });
export const passkeySignInBody = z.object({ passkey });

/** Options of navigator.credentials, in JSON (PublicKeyCredentialRequestOptionsJSON or …CreationOptionsJSON). */
export const passkeyOptions = z.looseObject({ challenge: z.string() });

const passkeyName = z.string().trim().min(1).max(60);
export const passkeyBody = z.object({ name: passkeyName, passkey });
export const passkeyEdit = z.object({ name: passkeyName });
export const totpCodeBody = z.object({
  code: z
    .string()
    .overwrite((code) => code.replace(/\s/g, ''))
    .regex(/^\d{6}$/),
});

/** Times are ISO 8601. */
export const secondFactor = z.object({
  totp: z.boolean(),
  passkeys: z.array(
    z.object({ id: z.uuid(), name: z.string(), createdAt: z.string(), lastUsedAt: z.string().nullable() }),
  ),
  recoveryCodesLeft: z.int(),
  /** By the account's or the platform's rule; the last one can then not be removed. */
  isRequired: z.boolean(),
  /** With nothing in it, only a new sign-in helps. */
  confirmBy: z.array(z.enum(['password', ...PROOFS])),
});
export type SecondFactor = z.infer<typeof secondFactor>;
export const totpKey = z.object({ key: z.string(), uri: z.string() });
/** Shown only in this response; empty if there are some already. */
export const addedFactor = z.object({ recoveryCodes: z.array(z.string()) });

export const ownSessions = z.object({
  data: z.array(
    z.object({
      id: z.uuid(),
      isCurrent: z.boolean(),
      userAgent: z.string().nullable(),
      ip: z.string().nullable(),
      signedInAt: z.string(),
      usedAt: z.string(),
    }),
  ),
});
export type OwnSessions = z.infer<typeof ownSessions>;

export const requiredFactor = z.object({ required: z.boolean() });
