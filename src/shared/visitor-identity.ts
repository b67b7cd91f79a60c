import { z } from 'zod';

/** HMAC-SHA256 (hex) of email, line feed and name exactly as sent here, with the context's identity secret. */
export const visitorIdentity = z.strictObject({
  email: z.email().max(254),
  name: z.string().max(80).default(''),
  /** Optional here, so that its absence has a code of its own. */
  signature: z.string().max(200).optional(),
});
export type VisitorIdentity = z.infer<typeof visitorIdentity>;

const DATA_ENTRIES = 20;
const DATA_NAME = /^[\p{L}\p{N} _.-]{1,40}$/u;
/** Properties of every JavaScript object: never keys. */
const RESERVED = ['__proto__', 'constructor', 'prototype'];

const dataValue = z.union([z.string().max(200), z.number(), z.boolean()]);

/** The widget's loader keeps to the same limits. */
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

export const visitorDetails = z.object({
  name: z.string().nullable(),
  email: z.string().nullable(),
  // Leaves out the pattern of the names, because not every reader of JSON Schema supports its Unicode classes.
  data: z.record(z.string(), dataValue).nullable(),
});
export type VisitorDetails = z.infer<typeof visitorDetails>;

/** Proves that the client is the conversation's visitor; generated and stored by the client. */
export const visitorToken = z.string().min(16).max(200);

export const identitySecret = z.object({ secret: z.string().nullable() });
export type IdentitySecret = z.infer<typeof identitySecret>;
