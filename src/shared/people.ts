import { z } from 'zod';
import { emailAddress } from '../../resources/kit/schema.ts';
import { CNPJ_MAX_DIGITS } from './constants.ts';
import { CUSTOMER_ROLES, ROLES } from './roles.ts';
import { password, startedFrom } from './rules.ts';

const personName = z.string().trim().min(2).max(120);
/** Empty means all contexts of the account. */
const contextIds = z.array(z.uuid()).max(500);

export const inviteBody = z.object({ email: emailAddress(), role: z.enum(CUSTOMER_ROLES), contextIds });
/** INACTIVE users are kept but cannot sign in. */
export const userEdit = z
  .object({ role: z.enum(CUSTOMER_ROLES), contextIds, status: z.enum(['ACTIVE', 'INACTIVE']) })
  .partial()
  .extend(startedFrom.shape);

export const invitation = z.object({
  email: z.string(),
  account: z.string(),
  inviter: z.string(),
  role: z.enum(ROLES),
  expiresAt: z.string(),
});
export const acceptBody = z.object({ name: personName, password });

/** A data URL of at most 2 MB. */
const imageData = z
  .string()
  .max(2_800_000)
  .regex(/^data:image\/(png|jpeg|webp|gif);base64,[A-Za-z0-9+/=]+$/);
/** Images are validated and re-encoded; null removes one. */
export const profileBody = z.object({ name: personName, avatar: imageData.nullable() }).partial();
/** Ends the other sessions. */
export const passwordBody = z.object({ current: z.string().min(1).max(128), password });

/** Corporate accounts have a tax id (its check digits are verified) and a legal name. */
export const accountProfile = z.object({
  type: z.enum(['PERSONAL', 'CORPORATE']),
  name: personName,
  cnpj: z.string().regex(/^\d*$/).max(CNPJ_MAX_DIGITS).nullable(),
  companyName: z.string().trim().max(160).nullable(),
  /** Turning this off deletes the files kept. */
  keepsFiles: z.boolean(),
});
export type AccountProfile = z.infer<typeof accountProfile>;
export const accountChange = accountProfile.partial().extend(startedFrom.shape);
export type AccountChange = z.infer<typeof accountChange>;
export const accountRecord = accountProfile.extend({
  version: z.string(),
  website: z.string().nullable(),
  deletesAt: z.string().nullable(),
  /** Everybody in the account must have a second factor. */
  requiresFactor: z.boolean(),
});

/** Users with a password must enter it. */
export const deletionBody = z.object({
  reason: z.string().trim().min(3).max(1_000),
  password: z.string().max(128).optional(),
});
export const deletionAnswer = z.object({ deletesAt: z.string() });

export const socialProviders = z.object({ data: z.array(z.object({ id: z.string(), name: z.string() })) });
/** Exchanges the one-time code from a provider's callback for a session. */
export const socialCodeBody = z.object({ code: z.string().min(20).max(200) });
