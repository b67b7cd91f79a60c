import { z } from 'zod';
import { ownAppearance } from './appearance.ts';
import { startedFrom } from './rules.ts';

const { colors, messages, person, images, icons, suggestions, consent, answerProfile } = ownAppearance.shape;
const { profile, personality, restrictions } = answerProfile.unwrap().shape;

/** Absent values stay. */
export const appearanceChange = ownAppearance
  .extend({
    colors: colors.partial(),
    messages: messages.partial(),
    person: person.unwrap().partial(),
    images: images.unwrap().partial(),
    icons: icons.unwrap().partial(),
    suggestions: suggestions.unwrap(),
    consent: consent.unwrap().partial(),
    answerProfile: z
      .object({
        profile: profile.unwrap(),
        personality: personality.unwrap(),
        restrictions: restrictions.unwrap(),
      })
      .partial(),
  })
  .partial()
  .extend(startedFrom.shape);
export type AppearanceChange = z.infer<typeof appearanceChange>;

export const shownAppearance = ownAppearance.extend({ version: z.string() });
export type ShownAppearance = z.infer<typeof shownAppearance>;

/** The one before the first saved change has no name. */
export const appearanceVersion = z.object({
  id: z.uuid(),
  createdAt: z.string(),
  userName: z.string(),
  appearance: ownAppearance,
});
export type AppearanceVersion = z.infer<typeof appearanceVersion>;

export const IMAGE_PARTS = ['open', 'ai', 'user'] as const;
export type ImagePart = (typeof IMAGE_PARTS)[number];
/** Pixels: about three times the displayed size. */
export const IMAGE_SIDE: Record<ImagePart, number> = { open: 192, ai: 96, user: 96 };

export const openedDemo = z.object({
  contextId: z.uuid(),
  companyName: z.string(),
  expiresAt: z.string(),
});
export type OpenedDemo = z.infer<typeof openedDemo>;

/** How a context's chat is put on the sites that may show it. */
export const widgetInstallation = z.object({
  origins: z.array(z.string()),
  version: z.string(),
  snippet: z.string(),
  lastSeenAt: z.string().nullable(),
  /** The last site that requested the widget without permission. */
  refused: z.object({ origin: z.string(), at: z.string() }).nullable(),
});
export type WidgetInstallation = z.infer<typeof widgetInstallation>;

export const siteCheck = z.object({
  /** URL of the page after redirects. */
  url: z.string(),
  origin: z.string(),
  status: z.int().nullable(),
  /** Whether the page has this context's snippet, another context's, or none. */
  snippet: z.enum(['found', 'other', 'missing', 'unknown']),
  /** A tag manager may insert the snippet at run time, which this check cannot see. */
  hasTagManager: z.boolean(),
  isAllowed: z.boolean(),
  /** To the hour. */
  askedAt: z.string().nullable(),
});
export type SiteCheck = z.infer<typeof siteCheck>;
