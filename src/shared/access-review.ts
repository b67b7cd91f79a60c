import { z } from 'zod';

const HOLDER_KINDS = ['person', 'key', 'invitation', 'staff'] as const;

/** `staff`: who has entered the account within the decision log's time. */
const holder = z.object({
  kind: z.enum(HOLDER_KINDS),
  id: z.uuid(),
  name: z.string(),
  email: z.string().nullable(),
  role: z.string(),
  status: z.string(),
  /** ISO 8601; `givenBy` is null for who opened the account. */
  since: z.string(),
  givenBy: z.string().nullable(),
  lastUsedAt: z.string().nullable(),
  rights: z.array(z.object({ resource: z.string(), action: z.string(), lastUsedAt: z.string().nullable() })),
});
export type ReviewHolder = z.infer<typeof holder>;

export const accessReview = z.object({
  account: z.string(),
  accountId: z.uuid(),
  at: z.string(),
  policy: z.string(),
  /** 90 days ago, or when the account's first decision was logged. */
  usesSince: z.string(),
  holders: z.array(holder),
});
export type AccessReview = z.infer<typeof accessReview>;

/** `signature`: Ed25519 over the UTF-8 bytes of `review`, the JSON of a review. */
export const signedReview = z.object({
  review: z.string(),
  /** Base64. */
  signature: z.string(),
  /** PEM, the same for all reviews (GET /access-review/key). */
  publicKey: z.string(),
});
