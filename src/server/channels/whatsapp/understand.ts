import { z } from 'zod';
import { fold } from '../../../search/words.ts';
import { QUESTION_MAX } from '../../../shared/constants.ts';
import { t } from '../../runtime/translate.ts';
import { CALL_ID, HELPED_IDS } from './compose.ts';

const FILE_KINDS = ['image', 'audio', 'video', 'document', 'sticker'] as const;
type FileKind = (typeof FILE_KINDS)[number];

/** What a visitor said. `text` is also what a person reads. */
export type Said =
  | { kind: 'text'; text: string }
  | { kind: 'chosen'; contentId: string; ordinal: number; text: string }
  | { kind: 'call'; text: string }
  | { kind: 'helped'; helped: boolean; text: string }
  | { kind: 'stop' | 'resume'; text: string }
  | { kind: 'file'; what: FileKind; fileId: string; caption: string; text: string }
  | { kind: 'other'; what: 'location' | 'contacts' | 'unknown'; text: string }
  /** Nothing to answer, such as a reaction. */
  | { kind: 'nothing' };

/** Of no words: `revoke` is a message that the visitor has deleted. */
const QUIET_TYPES: ReadonlySet<string> = new Set(['reaction', 'revoke', 'system', 'request_welcome']);
const STOP = /^(?:parar|pare|para de (?:me )?(?:enviar|mandar).*|stop|descadastrar|sair da lista)$/;
const RESUME = /^(?:voltar|volte|retomar)$/;
const SUGGESTION = /^suggestion:([0-9a-f-]{36}):(\d{1,6})$/;

const string = z.string().catch('');
const reply = z.object({ id: string, title: string });
const file = z.looseObject({ id: string, caption: string, filename: string });
const payload = z.looseObject({
  type: z.string(),
  text: z.object({ body: string }).optional().catch(undefined),
  button: z.object({ text: string }).optional().catch(undefined),
  interactive: z.object({ list_reply: reply.optional(), button_reply: reply.optional() }).optional().catch(undefined),
  edit: z
    .object({ message: z.looseObject({}) })
    .optional()
    .catch(undefined),
  location: z
    .object({ latitude: z.number(), longitude: z.number(), name: string, address: string })
    .optional()
    .catch(undefined),
  contacts: z
    .array(
      z.object({
        name: z.object({ formatted_name: string }).optional().catch(undefined),
        phones: z.array(z.object({ phone: string })).catch([]),
      }),
    )
    .optional()
    .catch(undefined),
});

/** Without a visible character, a text is no message. */
const clean = (text: string) => text.replace(/\p{Cf}/gu, '').trim() && text.trim().slice(0, QUESTION_MAX);

/**
 * Returns whether somebody has written, and not only reacted, deleted or, on the phone of the business, changed a message.
 * What a visitor changes is answered, so it counts.
 */
export const isWritten = (kind: 'message' | 'echo', { type }: Record<string, unknown>): boolean =>
  !QUIET_TYPES.has(String(type)) && !(kind === 'echo' && type === 'edit');

/** Reads what a visitor said. Types that nobody knows yet are `unknown`; nothing throws. */
export function understand(given: Record<string, unknown>): Said {
  const { success, data } = payload.safeParse(given);
  if (!success) return unknown();
  const { type } = data;
  if (type === 'text' || type === 'button') return readText(clean(data.text?.body ?? data.button?.text ?? ''));
  if (type === 'interactive') return readChoice(data.interactive?.list_reply ?? data.interactive?.button_reply);
  if (QUIET_TYPES.has(type)) return { kind: 'nothing' };
  if (type === 'edit' && data.edit) return understand({ ...data.edit.message, edit: undefined });
  const what = FILE_KINDS.find((one) => one === type || (type === 'voice' && one === 'audio'));
  if (what) return readFile(what, data[type]);
  if (type === 'location' && data.location) {
    const { latitude, longitude, name, address } = data.location;
    const place = [name, address, `https://maps.google.com/?q=${latitude},${longitude}`].filter(Boolean).join(', ');
    return { kind: 'other', what: 'location', text: t('channels.got.location', { place }) };
  }
  if (type === 'contacts' && data.contacts) {
    const people = data.contacts.map(({ name, phones }) =>
      [name?.formatted_name, ...phones.map(({ phone }) => phone)].filter(Boolean).join(' '),
    );
    return { kind: 'other', what: 'contacts', text: t('channels.got.contacts', { people: people.join('; ') }) };
  }
  return unknown();
}

const unknown = (): Said => ({ kind: 'other', what: 'unknown', text: t('channels.got.unknown') });

function readText(text: string): Said {
  if (text === '') return { kind: 'nothing' };
  const word = fold(text)
    .replace(/[^a-z ]/g, '')
    .trim();
  if (STOP.test(word)) return { kind: 'stop', text };
  return RESUME.test(word) ? { kind: 'resume', text } : { kind: 'text', text };
}

function readChoice(chosen: z.infer<typeof reply> | undefined): Said {
  if (!chosen) return unknown();
  const { id, title: text } = chosen;
  const [, contentId, ordinal] = SUGGESTION.exec(id) ?? [];
  if (contentId) return { kind: 'chosen', contentId, ordinal: Number(ordinal), text };
  if (id === CALL_ID) return { kind: 'call', text };
  if (Object.hasOwn(HELPED_IDS, id)) return { kind: 'helped', helped: HELPED_IDS[id as keyof typeof HELPED_IDS], text };
  return readText(clean(text));
}

function readFile(what: FileKind, given: unknown): Said {
  const { data } = file.safeParse(given);
  const { id: fileId = '', caption = '', filename = '' } = data ?? {};
  const text = [t(`channels.got.${what}`), filename, caption].filter(Boolean).join(' ');
  return { kind: 'file', what, fileId, caption: clean(caption), text: text.slice(0, QUESTION_MAX) };
}
