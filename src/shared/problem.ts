import { z } from 'zod';
import { personContact } from './chat-protocol.ts';
import { ERROR_STATUS, type ErrorCode } from './error-codes.ts';

/** `field` is the path in the body, separated by dots. */
const fieldError = z.object({ field: z.string(), code: z.string(), message: z.string() });
export type FieldError = z.infer<typeof fieldError>;

const planLimitReached = z.object({
  of: z.enum(['contexts', 'users', 'items']),
  most: z.int(),
  up: z.object({ plan: z.string(), most: z.int() }).nullable(),
});
export type PlanLimitReached = z.infer<typeof planLimitReached>;

/** RFC 9457 problem details. `message` is the pt-BR text for the user. */
export const problemSchema = z
  .object({
    type: z.string(),
    title: z.string(),
    status: z.int(),
    code: z.enum(Object.keys(ERROR_STATUS) as [ErrorCode, ...ErrorCode[]]),
    message: z.string(),
    requestId: z.string(),
    errors: z.array(fieldError).optional(),
    /** With `plan_upgrade_required`. */
    flag: z.string().optional(),
    /** With `changed_meanwhile`: the state. `file_known`: its content. `consent_changed`: the text. */
    current: z.unknown().optional(),
    /** With a limit or a pause that stops the chat. */
    person: personContact.optional(),
    /** With `plan_limit_reached`. */
    limit: planLimitReached.optional(),
  })
  .meta({ title: 'Problem' });
export type Problem = z.infer<typeof problemSchema>;
