import { z } from 'zod';

/** Hex colours as the specification takes them: # plus 3, 4, 6 or 8 digits. */
export const hexColor = z
  .string()
  .regex(/^#(?:[0-9a-fA-F]{3,4}|[0-9a-fA-F]{6}|[0-9a-fA-F]{8})$/, { message: 'invalid_color' });

export const CHAT_TYPES = ['bubble', 'box'] as const;
export const CHAT_SIZES = ['small', 'medium', 'large'] as const;
export const CHAT_SIDES = ['top-left', 'top-right', 'bottom-left', 'bottom-right'] as const;

/** The way to a person: either may be empty. WhatsApp: country, area and number, digits alone. */
export const wayToPerson = z.object({
  email: z.union([z.email(), z.literal('')]),
  whatsapp: z.string().regex(/^(\d{10,15})?$/),
});

/** A picture kept by us (`/w/images/{id}.webp`), or none. */
export const imageId = z.uuid().nullable();
export const OPEN_ICONS = ['chat', 'question', 'spark', 'smile'] as const;
export const SEND_ICONS = ['arrow', 'plane', 'return'] as const;
/** An address that a visitor may be led to; empty: none. */
const webAddress = z.union([z.url({ protocol: /^https?$/ }).max(500), z.literal('')]);

/** What the widget draws (spec 3, chat appearance). Public: no prompt, instruction or id of the account is in it. */
export const widgetAppearance = z.object({
  botName: z.string().trim().min(1).max(60),
  companyName: z.string().trim().max(80),
  type: z.enum(CHAT_TYPES),
  size: z.enum(CHAT_SIZES),
  side: z.enum(CHAT_SIDES),
  /** Pixels. */
  margin: z.int().min(0).max(120),
  spacing: z.int().min(4).max(32),
  radius: z.int().min(0).max(32),
  colors: z.object({
    primary: hexColor,
    onPrimary: hexColor,
    ground: hexColor,
    text: hexColor,
    botBubble: hexColor,
    userBubble: hexColor,
    onUserBubble: hexColor,
  }),
  messages: z.object({
    welcome: z.string().trim().min(1).max(500),
    placeholder: z.string().trim().min(1).max(120),
    open: z.string().trim().min(1).max(80),
    close: z.string().trim().min(1).max(80),
    error: z.string().trim().min(1).max(300),
  }),
  exampleQuestion: z.string().trim().max(300),
  exampleAnswer: z.string().trim().max(1_000),
  person: wayToPerson.default({ email: '', whatsapp: '' }),
  /** Instead of the icon on the button that opens, and beside what each of the two says. */
  images: z.object({ open: imageId, ai: imageId, user: imageId }).default({ open: null, ai: null, user: null }),
  icons: z.object({ open: z.enum(OPEN_ICONS), send: z.enum(SEND_ICONS) }).default({ open: 'chat', send: 'arrow' }),
  /** Questions offered before the first one. */
  suggestions: z.array(z.string().trim().min(1).max(120)).max(4).default([]),
  /** Said above the first question, with a way to the owner's privacy page. */
  consent: z.object({ text: z.string().trim().max(300), url: webAddress }).default({ text: '', url: '' }),
});
export type WidgetAppearance = z.infer<typeof widgetAppearance>;

export const ANSWER_PROFILES = ['creative', 'precise', 'balanced'] as const;
/** How a model is told to answer (spec 3). Its owner's alone: no visitor's call answers it. */
export const answerProfile = z.object({
  profile: z.enum(ANSWER_PROFILES).default('balanced'),
  personality: z.string().trim().max(2_000).default(''),
  restrictions: z.string().trim().max(2_000).default(''),
});
export type AnswerProfile = z.infer<typeof answerProfile>;
export const initialAnswerProfile: AnswerProfile = { profile: 'balanced', personality: '', restrictions: '' };

/** What the owner of a context edits: how its widget looks, and how its answers are made. */
export const ownAppearance = widgetAppearance.extend({ manner: answerProfile.default(initialAnswerProfile) });
export type OwnAppearance = z.infer<typeof ownAppearance>;

/** Said when an answer fails, until its owner words it otherwise. */
export const INITIAL_ERROR_MESSAGE = 'Não consegui responder agora. Tente de novo em instantes.';

/** What a new context looks like until its owner changes it. */
export function initialAppearance(botName: string, companyName: string): WidgetAppearance {
  return {
    botName,
    companyName,
    type: 'bubble',
    size: 'medium',
    side: 'bottom-right',
    margin: 20,
    spacing: 12,
    radius: 16,
    colors: {
      primary: '#0B7A5E',
      onPrimary: '#FFFFFF',
      ground: '#FFFFFF',
      text: '#151A21',
      botBubble: '#F1F4F6',
      userBubble: '#0B7A5E',
      onUserBubble: '#FFFFFF',
    },
    messages: {
      welcome: 'Olá! Como posso ajudar?',
      placeholder: 'Escreva sua pergunta',
      open: 'Abrir conversa',
      close: 'Fechar conversa',
      error: INITIAL_ERROR_MESSAGE,
    },
    exampleQuestion: '',
    exampleAnswer: '',
    person: { email: '', whatsapp: '' },
    images: { open: null, ai: null, user: null },
    icons: { open: 'chat', send: 'arrow' },
    suggestions: [],
    consent: { text: '', url: '' },
  };
}
