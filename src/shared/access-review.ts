import { z } from 'zod';

const HOLDER_KINDS = ['person', 'key', 'invitation', 'staff'] as const;

/** Somebody who holds rights in an account. `staff`: who has entered it in the time of the decision log. */
const holder = z.object({
  kind: z.enum(HOLDER_KINDS),
  id: z.uuid(),
  name: z.string(),
  email: z.string().nullable(),
  role: z.string(),
  status: z.string(),
  /** Since when they hold the role (ISO 8601), and who gave it to them; null for who opened the account. */
  since: z.string(),
  givenBy: z.string().nullable(),
  lastUsedAt: z.string().nullable(),
  /** Every right, with its last use in the time of the decision log; null if there was none. */
  rights: z.array(z.object({ resource: z.string(), action: z.string(), lastUsedAt: z.string().nullable() })),
});
export type ReviewHolder = z.infer<typeof holder>;

/** GET /access-review: who holds which right in an account. */
export const accessReview = z.object({
  account: z.string(),
  accountId: z.uuid(),
  at: z.string(),
  /** The version of the policy. */
  policy: z.string(),
  /** Since when uses are known: 90 days ago, or when the account's first decision was logged. */
  usesSince: z.string(),
  holders: z.array(holder),
});
export type AccessReview = z.infer<typeof accessReview>;

/** GET /access-review/signed. `signature` is Ed25519 over the UTF-8 bytes of `review`, which is the JSON of a review. */
export const signedReview = z.object({
  review: z.string(),
  /** Base64. */
  signature: z.string(),
  /** PEM. The same for every review of a server (GET /access-review/key). */
  publicKey: z.string(),
});
