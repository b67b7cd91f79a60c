import { z } from 'zod';
import { ownAppearance, wayToPerson } from './appearance.ts';

/** PUT /contexts/{id}/appearance. The way to a person is set beside the limits: left out, it stays as it is. */
export const appearanceInput = ownAppearance.extend({
  person: wayToPerson.optional(),
  /** Of what was read: a change of an older one is refused (409 `stale`, with the newer as `current`). */
  version: z.string().max(100).optional(),
});
export type AppearanceInput = z.infer<typeof appearanceInput>;

/** What its owner reads of a context's look. */
export const shownAppearance = ownAppearance.extend({ version: z.string() });
export type ShownAppearance = z.infer<typeof shownAppearance>;

/** What there is now, for one whose change came too late, and who saved it; null: nobody whose name is known. */
export type NewerAppearance = ShownAppearance & { saved: { userName: string; createdAt: string } | null };

/** A saved look. Without a name: what there was before anybody saved one. */
export const appearanceVersion = z.object({
  id: z.uuid(),
  createdAt: z.string(),
  userName: z.string(),
  appearance: ownAppearance,
});
export type AppearanceVersion = z.infer<typeof appearanceVersion>;

/** What a picture is for; each has its size. */
export const IMAGE_PARTS = ['open', 'ai', 'user'] as const;
export type ImagePart = (typeof IMAGE_PARTS)[number];
/** Points of a side: about three times what it is drawn at. */
export const IMAGE_SIDE: Record<ImagePart, number> = { open: 192, ai: 96, user: 96 };

/** A way to try a context's chat without an account, for a day. */
export const demoLink = z.object({
  id: z.uuid(),
  url: z.string(),
  userName: z.string(),
  createdAt: z.string(),
  expiresAt: z.string(),
  state: z.enum(['live', 'expired', 'revoked']),
});
export type DemoLink = z.infer<typeof demoLink>;

/** What one who opens a demo link is shown. */
export const openedDemo = z.object({
  contextId: z.uuid(),
  companyName: z.string(),
  expiresAt: z.string(),
});
export type OpenedDemo = z.infer<typeof openedDemo>;

/** What was found on a page that should carry the widget. */
export const siteCheck = z.object({
  /** Where the page was found, after redirects. */
  url: z.string(),
  origin: z.string(),
  /** What the page answered; null: it could not be reached. */
  status: z.int().nullable(),
  /** Whether this context's code is there, another context's, or none. */
  snippet: z.enum(['found', 'other', 'missing', 'unknown']),
  /** A tag manager may bring the code when the page runs, which is not seen from here. */
  hasTagManager: z.boolean(),
  isAllowed: z.boolean(),
});
export type SiteCheck = z.infer<typeof siteCheck>;
