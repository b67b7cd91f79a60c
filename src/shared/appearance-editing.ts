import { z } from 'zod';
import { ownAppearance, personContact } from './appearance.ts';

/** PUT /contexts/{id}/appearance. The contact is edited with the limits; if absent, it stays. */
export const appearanceInput = ownAppearance.extend({
  person: personContact.optional(),
  /**
   * The version that was read. Changes based on an older one are rejected (409 `stale`, with the newer state as
   * `current`).
   */
  version: z.string().max(100).optional(),
});
export type AppearanceInput = z.infer<typeof appearanceInput>;

/** A context's appearance, as its owner sees it. */
export const shownAppearance = ownAppearance.extend({ version: z.string() });
export type ShownAppearance = z.infer<typeof shownAppearance>;

/** The current state for a rejected change, and who saved it; null if unknown. */
export type NewerAppearance = ShownAppearance & { saved: { userName: string; createdAt: string } | null };

/** A saved appearance. Without a name: the one before the first saved change. */
export const appearanceVersion = z.object({
  id: z.uuid(),
  createdAt: z.string(),
  userName: z.string(),
  appearance: ownAppearance,
});
export type AppearanceVersion = z.infer<typeof appearanceVersion>;

/** Purposes of images; each has its own size. */
export const IMAGE_PARTS = ['open', 'ai', 'user'] as const;
export type ImagePart = (typeof IMAGE_PARTS)[number];
/** Side length in pixels: about three times the displayed size. */
export const IMAGE_SIDE: Record<ImagePart, number> = { open: 192, ai: 96, user: 96 };

/** A link to try a context's chat without an account, for a day. */
export const demoLink = z.object({
  id: z.uuid(),
  url: z.string(),
  userName: z.string(),
  createdAt: z.string(),
  expiresAt: z.string(),
  state: z.enum(['live', 'expired', 'revoked']),
});
export type DemoLink = z.infer<typeof demoLink>;

/** What a visitor of a demo link sees. */
export const openedDemo = z.object({
  contextId: z.uuid(),
  companyName: z.string(),
  expiresAt: z.string(),
});
export type OpenedDemo = z.infer<typeof openedDemo>;

/** Result of checking a page for the widget. */
export const siteCheck = z.object({
  /** URL of the page after redirects. */
  url: z.string(),
  origin: z.string(),
  /** HTTP status of the page; null if unreachable. */
  status: z.int().nullable(),
  /** Whether the page has this context's snippet, another context's, or none. */
  snippet: z.enum(['found', 'other', 'missing', 'unknown']),
  /** A tag manager may insert the snippet at run time, which this check cannot see. */
  hasTagManager: z.boolean(),
  isAllowed: z.boolean(),
  /** When a visitor last asked something on a page of this origin, to the hour; null if never. */
  askedAt: z.string().nullable(),
});
export type SiteCheck = z.infer<typeof siteCheck>;
