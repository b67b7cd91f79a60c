import { z } from 'zod';
import { emailAddress } from '../../resources/kit/schema.ts';
import { visitorToken } from './visitor-identity.ts';
import { isWhatsapp } from './whatsapp.ts';

/** `version` identifies the text. `url`: the owner's privacy page. */
export const messageTerms = z.object({ text: z.string(), url: z.string(), version: z.string() });
export type MessageTerms = z.infer<typeof messageTerms>;

/** Strict: callers cannot set the status or the dates. */
export const visitorMessageInput = z
  .strictObject({
    /** A retry with the same id is the same message. */
    messageId: z.uuid(),
    name: z.string().trim().min(1).max(80),
    email: emailAddress().optional(),
    whatsapp: z
      .string()
      .trim()
      .refine(isWhatsapp, { params: { code: 'invalid_whatsapp' } })
      .optional(),
    question: z.string().trim().min(1).max(2_000),
    consentVersion: z.string().max(100),
    /** Not shown to people: only programs fill it in, and their messages are dropped. */
    website: z.string().max(500).default(''),
    conversationId: z.uuid().optional(),
    visitorToken,
    demo: z.uuid().optional(),
  })
  .superRefine(({ email, whatsapp }, context) => {
    if (email !== undefined || whatsapp !== undefined) return;
    context.addIssue({ code: 'custom', params: { code: 'contact_required' }, path: ['email'] });
  });
export type VisitorMessageInput = z.infer<typeof visitorMessageInput>;
