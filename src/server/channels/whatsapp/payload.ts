import { z } from 'zod';
import type { SendState } from '../../../shared/channels.ts';

/*
 * Meta's webhooks, as far as they are used. Every item is read on its own: one that has another form than expected is left
 * out, and the others are kept.
 */

const text = z.string().max(300);
const seconds = z.coerce.number().int().min(0).max(32_503_680_000);
const item = { id: text.min(1), timestamp: seconds };
const contact = z.looseObject({
  profile: z.looseObject({ name: z.string().optional() }).optional(),
  wa_id: text.optional(),
  user_id: text.optional(),
});
/** Visitors who hide their number have only the id. */
const message = z.looseObject({ ...item, type: text, from: text.optional(), from_user_id: text.optional() });
const echo = z.looseObject({ ...item, to: text.optional(), to_user_id: text.optional() });
const status = z.looseObject({
  ...item,
  status: text,
  biz_opaque_callback_data: z.string().optional(),
  errors: z.array(z.looseObject({ code: z.number().int() })).optional(),
});
const many = z.array(z.unknown()).default([]);
const body = z.looseObject({
  entry: z.array(
    z.looseObject({
      changes: z.array(
        z.looseObject({
          value: z.looseObject({
            metadata: z.looseObject({ phone_number_id: text }),
            contacts: many,
            messages: many,
            message_echoes: many,
            statuses: many,
          }),
        }),
      ),
    }),
  ),
});

export interface ReceivedMessage {
  externalId: string;
  kind: 'message' | 'echo';
  /** The number of the visitor, or the id of one who hides it. */
  peer: string;
  name: string | null;
  sentAt: Date;
  payload: Record<string, unknown>;
}

export interface ReceivedStatus {
  externalId: string;
  /** Our own id of the message, as sent along with it. */
  sendId: string | null;
  state: SendState;
  code: number | null;
}

/** What one number received. */
export interface ReceivedChange {
  phoneNumberId: string;
  messages: ReceivedMessage[];
  statuses: ReceivedStatus[];
}

const STATES: Readonly<Record<string, SendState>> = {
  sent: 'sent',
  delivered: 'delivered',
  read: 'read',
  played: 'read',
  failed: 'failed',
};

/** PostgreSQL's JSON has no NUL and no lone surrogates. */
const storable = (_name: string, value: unknown) =>
  typeof value === 'string' ? value.replaceAll('\0', '').toWellFormed() : value;

function readAll<T>(items: readonly unknown[], schema: z.ZodType<T>): T[] {
  return items.flatMap((one) => {
    const { success, data } = schema.safeParse(one);
    return success ? [data] : [];
  });
}

/** Reads the body of a webhook; null if it is no JSON or not of this form. */
export function readPayload(bytes: Buffer): ReceivedChange[] | null {
  let json: unknown;
  try {
    json = JSON.parse(bytes.toString('utf8'), storable);
  } catch {
    return null;
  }
  if (!z.looseObject({ entry: z.array(z.unknown()) }).safeParse(json).success) return null;
  // Changes of other fields, such as the review of a template, have values of other forms.
  const entries = (json as { entry: { changes?: unknown }[] }).entry;
  return entries.flatMap(({ changes }) =>
    (Array.isArray(changes) ? changes : []).flatMap((change: unknown) => {
      const read = body.safeParse({ entry: [{ changes: [change] }] });
      return read.success ? changeOf(read.data.entry[0]!.changes[0]!.value) : [];
    }),
  );
}

type Value = z.infer<typeof body>['entry'][number]['changes'][number]['value'];

function changeOf({ metadata, contacts, messages, message_echoes, statuses }: Value): ReceivedChange {
  const people = readAll(contacts, contact);
  const nameOf = (peer: string) =>
    people.find(({ wa_id, user_id }) => wa_id === peer || user_id === peer)?.profile?.name?.slice(0, 80) || null;
  const received = (
    kind: ReceivedMessage['kind'],
    peer: string | undefined,
    { id, timestamp, ...payload }: { id: string; timestamp: number },
  ): ReceivedMessage[] =>
    peer ? [{ kind, peer, externalId: id, name: nameOf(peer), sentAt: new Date(timestamp * 1_000), payload }] : [];
  return {
    phoneNumberId: metadata.phone_number_id,
    messages: [
      ...readAll(messages, message).flatMap((one) => received('message', one.from ?? one.from_user_id, one)),
      ...readAll(message_echoes, echo).flatMap((one) =>
        received('echo', one.to?.replace(/^\+/, '') ?? one.to_user_id, one),
      ),
    ],
    statuses: readAll(statuses, status).flatMap((one) => {
      const state = STATES[one.status];
      const { data: sendId = null } = z.uuid().safeParse(one.biz_opaque_callback_data);
      return state ? [{ externalId: one.id, sendId, state, code: one.errors?.[0]?.code ?? null }] : [];
    }),
  };
}
