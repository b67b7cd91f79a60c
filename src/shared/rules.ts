import { z } from 'zod';
import { emailAddress, webAddress } from '../../resources/kit/schema.ts';
import { CODE_DIGITS, PASSWORD_MAX, PASSWORD_MIN } from './constants.ts';
import { MAX_LINKS } from './contents.ts';
import { phrasingTexts } from './phrasings.ts';
import { businessAddress } from './site-origins.ts';

export const PASSWORD_PARTS = {
  length: (password: string) => [...password].length >= PASSWORD_MIN,
  upper: (password: string) => /\p{Lu}/u.test(password),
  lower: (password: string) => /\p{Ll}/u.test(password),
  digit: (password: string) => /\d/.test(password),
  special: (password: string) => /[^\p{L}\p{N}\s]/u.test(password),
} as const;
export type PasswordPart = keyof typeof PASSWORD_PARTS;

export const password = z
  .string()
  .min(1)
  .max(PASSWORD_MAX)
  .superRefine((value, context) => {
    for (const [part, isMet] of Object.entries(PASSWORD_PARTS)) {
      if (!isMet(value)) context.addIssue({ code: 'custom', params: { code: `password_${part}` }, input: value });
    }
  });

export const registerBody = z.object({
  name: z.string().trim().min(2).max(120),
  email: emailAddress(),
  phone: z.preprocess(
    (value) => (value === '' || value === null ? undefined : value),
    z
      .string()
      .trim()
      .regex(/^[+()\d\s-]{8,20}$/)
      .optional(),
  ),
  website: z
    .string()
    .transform(businessAddress)
    .pipe(webAddress())
    .describe('A site, or a profile on Instagram or WhatsApp. `@name` and a phone number are completed.'),
  password,
});
export const verifyBody = z.object({
  email: emailAddress(),
  code: z
    .string()
    .trim()
    .regex(new RegExp(`^\\d{${CODE_DIGITS}}$`)),
  password: password
    .optional()
    .describe(
      'The account gets this one. Without it, that of the sign-up, unless several sign-ups wait with different ones.',
    ),
});
export const loginBody = z.object({ email: emailAddress(), password: z.string().min(1).max(PASSWORD_MAX) });
export const emailBody = z.object({ email: emailAddress() });
export const resetPasswordBody = z.object({ token: z.string().min(1).max(200), password });

export const externalId = z.string().trim().min(1).max(200);
export const faqBody = z.object({
  contextId: z.uuid(),
  question: z.string().trim().min(1).max(500),
  answer: z.string().trim().min(1).max(5_000),
  phrasings: phrasingTexts.optional(),
  externalId: externalId.optional(),
});
export const externalContent = z
  .strictObject({
    ...faqBody.omit({ externalId: true }).partial({ question: true, answer: true }).shape,
    url: webAddress().optional(),
    enabled: z.boolean().optional(),
    weeklySync: z.boolean().optional(),
  })
  .superRefine(({ question, answer, url }, context) => {
    const required = (field: string) =>
      context.addIssue({ code: 'custom', params: { code: 'required' }, path: [field] });
    if (url === undefined && question === undefined) required('question');
    if (url === undefined && answer === undefined) required('answer');
    if (url === undefined) return;
    for (const [field, value] of Object.entries({ question, answer }))
      if (value !== undefined) context.addIssue({ code: 'custom', path: [field] });
  })
  .meta({
    examples: [
      {
        contextId: '0197c5a2-7d3e-7b61-9f7a-3c1d2e4f5a6b',
        question: 'Vocês entregam em Salvador?',
        answer: 'Sim, em até 5 dias úteis.',
      },
    ],
  });
export type ExternalContent = z.infer<typeof externalContent>;
/** With `sitemap`, each URL is a sitemap to follow, or a site with one. */
export const linksBody = z.object({
  contextId: z.uuid(),
  urls: z.array(webAddress()).min(1).max(MAX_LINKS),
  sitemap: z.boolean().default(false),
});
export const crawlBody = z.object({ contextId: z.uuid(), url: webAddress() });

/** Without one, the edit overwrites what others have saved since. */
export const startedFrom = z.object({
  version: z
    .string()
    // Of a thousand values.
    .max(12_000)
    .optional()
    .describe('The version that was read. Returns 409 `changed_meanwhile` if a changed field has another value since.'),
});

/** Absent values stay. */
export const contentEdit = z.object({
  question: faqBody.shape.question.optional(),
  answer: faqBody.shape.answer.optional(),
  enabled: z.boolean().optional(),
  weeklySync: z.boolean().optional(),
  externalId: externalId.nullable().optional(),
  phrasings: phrasingTexts.optional().describe('The whole list; replaces the current one.'),
  ...startedFrom.shape,
});
export type ContentEdit = z.infer<typeof contentEdit>;
