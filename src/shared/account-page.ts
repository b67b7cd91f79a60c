import { z } from 'zod';

/** Why a bot does not answer, or not as it should. */
export const BOT_FINDINGS = [
  'paused',
  'daily',
  'monthly',
  'no_content',
  'no_credits',
  'context_credits',
  'model_fails',
  'no_sites',
  'site_refused',
  'not_installed',
  'contents_failed',
] as const;
/** Findings that leave visitors of every site without any answer from the base. */
export const STOPPING: readonly (typeof BOT_FINDINGS)[number][] = [
  'paused',
  'daily',
  'monthly',
  'no_content',
  'no_sites',
];

const used = z.object({ used: z.number(), limit: z.number().nullable() });
const botHealth = z.object({
  id: z.uuid(),
  name: z.string(),
  findings: z.array(z.enum(BOT_FINDINGS)),
  pausedUntil: z.string().nullable(),
  daily: used,
  monthly: used,
  /** Of the billing period, subcontexts included. */
  credits: used,
  withoutCredits: z.enum(['faq', 'person']),
  contents: z.object({ done: z.int(), waiting: z.int(), failed: z.int() }),
  sites: z.array(z.string()),
  refusedSite: z.string().nullable(),
  installedAt: z.string().nullable(),
  lastQuestionAt: z.string().nullable(),
  /** Of the last 24 hours. */
  questions: z.int(),
  unanswered: z.int(),
  failed: z.int(),
});
export type BotHealth = z.infer<typeof botHealth>;

export const accountHealth = z.object({
  model: z.string().nullable(),
  creditsLeft: z.number(),
  bots: z.array(botHealth),
});
export type AccountHealth = z.infer<typeof accountHealth>;

export const accountSessions = z.object({
  data: z.array(
    z.object({
      id: z.uuid(),
      userId: z.uuid(),
      user: z.string(),
      email: z.string(),
      isStaff: z.boolean(),
      signedInAt: z.string(),
      /** Null once the entry of the audit log has been deleted. */
      way: z.string().nullable(),
      ip: z.string().nullable(),
      usedAt: z.string(),
      expiresAt: z.string(),
    }),
  ),
  /** People with a second factor. */
  factors: z.array(
    z.object({ userId: z.uuid(), user: z.string(), email: z.string(), totp: z.boolean(), passkeys: z.int() }),
  ),
  /** Known browsers of each user, the last used first. */
  devices: z.array(z.object({ user: z.string(), seenAt: z.string() })),
});
export type AccountSessions = z.infer<typeof accountSessions>;
