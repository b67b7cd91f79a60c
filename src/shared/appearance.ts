import { z } from 'zod';
import { CONTEXT_NAME_MAX } from './constants.ts';

/** Hex colours: # with 3, 4, 6 or 8 digits. */
export const hexColor = z
  .string()
  .regex(/^#(?:[0-9a-fA-F]{3,4}|[0-9a-fA-F]{6}|[0-9a-fA-F]{8})$/, { message: 'invalid_color' });
export const isHex = (value: string): boolean => hexColor.safeParse(value).success;

export const WIDGET_TYPES = ['bubble', 'box'] as const;
export const CHAT_SIZES = ['small', 'medium', 'large'] as const;
const CHAT_SIDES = ['top-left', 'top-right', 'bottom-left', 'bottom-right'] as const;

/** Either may be empty. WhatsApp: country, area and number, digits only. */
export const personContact = z.object({
  email: z.union([z.email(), z.literal('')]),
  whatsapp: z.string().regex(/^(\d{10,15})?$/),
});

const imageId = z.uuid().nullable();
const OPEN_ICONS = ['chat', 'question', 'spark', 'smile'] as const;
const SEND_ICONS = ['arrow', 'plane', 'return'] as const;
const webAddress = z.union([z.url({ protocol: /^https?$/ }).max(500), z.literal('')]);

/** Public, so it has no prompts, instructions or ids of the account. */
export const widgetAppearance = z.object({
  botName: z.string().trim().min(1).max(CONTEXT_NAME_MAX),
  companyName: z.string().trim().max(CONTEXT_NAME_MAX),
  type: z.enum(WIDGET_TYPES),
  size: z.enum(CHAT_SIZES),
  side: z.enum(CHAT_SIDES),
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
  person: personContact.default({ email: '', whatsapp: '' }),
  /** Replace the icon of the open button and the avatars of both sides. */
  images: z.object({ open: imageId, ai: imageId, user: imageId }).default({ open: null, ai: null, user: null }),
  icons: z.object({ open: z.enum(OPEN_ICONS), send: z.enum(SEND_ICONS) }).default({ open: 'chat', send: 'arrow' }),
  suggestions: z.array(z.string().trim().min(1).max(120)).max(4).default([]),
  /** Shown above the first question, with a link to the owner's privacy page. */
  consent: z.object({ text: z.string().trim().max(300), url: webAddress }).default({ text: '', url: '' }),
});
export type WidgetAppearance = z.infer<typeof widgetAppearance>;

const ANSWER_PROFILES = ['creative', 'precise', 'balanced'] as const;
/** Instructions for the model. Never sent to visitors. */
const answerProfile = z.object({
  profile: z.enum(ANSWER_PROFILES).default('balanced'),
  personality: z.string().trim().max(2_000).default(''),
  restrictions: z.string().trim().max(2_000).default(''),
});
export type AnswerProfile = z.infer<typeof answerProfile>;
export const initialAnswerProfile: AnswerProfile = { profile: 'balanced', personality: '', restrictions: '' };

export const ownAppearance = widgetAppearance.extend({ answerProfile: answerProfile.default(initialAnswerProfile) });
export type OwnAppearance = z.infer<typeof ownAppearance>;

export const INITIAL_ERROR_MESSAGE = 'Não consegui responder agora. Tente de novo em instantes.';

export const INITIAL_COLORS: WidgetAppearance['colors'] = {
  primary: '#0B7A5E',
  onPrimary: '#FFFFFF',
  ground: '#FFFFFF',
  text: '#151A21',
  botBubble: '#F1F4F6',
  userBubble: '#0B7A5E',
  onUserBubble: '#FFFFFF',
};

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
    colors: { ...INITIAL_COLORS },
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
