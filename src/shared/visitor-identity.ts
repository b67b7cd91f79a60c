import { z } from 'zod';

/**
 * Who the visitor is, according to the site's own server. `signature`: HMAC-SHA256 of the email, a line feed and the
 * name, in hex, with the context's identity secret. It is signed exactly as it is sent here.
 */
export const visitorIdentity = z.strictObject({
  email: z.email().max(254),
  name: z.string().max(80).default(''),
  /** Optional here, so that its absence has a code of its own. */
  signature: z.string().max(200).optional(),
});
export type VisitorIdentity = z.infer<typeof visitorIdentity>;

const DATA_ENTRIES = 20;
const DATA_NAME = /^[\p{L}\p{N} _.-]{1,40}$/u;
/** Property names that every JavaScript object has, which must not be used as keys. */
const RESERVED = ['__proto__', 'constructor', 'prototype'];

const dataValue = z.union([z.string().max(200), z.number(), z.boolean()]);

/** What the site tells about the visit, shown with the conversation. The widget's loader keeps to the same limits. */
export const visitData = z
  .record(
    z
      .string()
      .regex(DATA_NAME)
      .refine((name) => !RESERVED.includes(name)),
    dataValue,
  )
  .refine((data) => Object.keys(data).length <= DATA_ENTRIES);
export type VisitData = z.infer<typeof visitData>;

/** What is known about the visitor of a conversation. */
export const visitorDetails = z.object({
  name: z.string().nullable(),
  email: z.string().nullable(),
  // Leaves out the pattern of the names, because not every reader of JSON Schema supports its Unicode classes.
  data: z.record(z.string(), dataValue).nullable(),
});
export type VisitorDetails = z.infer<typeof visitorDetails>;

/** GET /contexts/{id}/identity-secret: the secret that signs identities; null if there is none yet. */
export const identitySecret = z.object({ secret: z.string().nullable() });
export type IdentitySecret = z.infer<typeof identitySecret>;
