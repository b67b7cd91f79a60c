import { type CHANNEL_STATES, CHANNELS_MAX, SILENT_HOURS, SILENT_HOURS_MAX } from '../src/shared/channels.ts';
import { choice, count, moment, text, toggle, type Tones } from './kit/field.ts';
import { defineResource } from './kit/resource.ts';

const TONES = {
  new: 'waiting',
  active: 'good',
  off: 'off',
  token_ended: 'bad',
  blocked: 'bad',
} satisfies Tones<typeof CHANNEL_STATES>;

/** Numbers of WhatsApp on which a context answers. Owned: contacts and messages refer to the table. */
export const channels = defineResource({
  name: 'channels',
  scope: 'context',
  title: 'name',
  path: '/chat/channels',
  atMost: { rows: CHANNELS_MAX, error: 'too_many_channels' },
  menu: { icon: 'whatsapp', order: 46 },
  fields: {
    name: text({ max: 80 }),
    /** As Meta shows it; null until a check has read it. */
    phone: text({ readOnly: true, optional: true }),
    /** Meta's identifiers of the number and of the WhatsApp Business account. */
    phoneNumberId: text({ max: 40, unique: true }),
    wabaId: text({ max: 40 }),
    /** Read masked: only the last characters. */
    accessToken: text({ max: 1_000, isSecret: true }),
    appSecret: text({ max: 200, isSecret: true }),
    /** What Meta sends to prove that it was told about the webhook; made by us. */
    verifyToken: text({ readOnly: true }),
    silentHours: count({ min: 1, max: SILENT_HOURS_MAX, initial: SILENT_HOURS }),
    isOn: toggle({ initial: true }),
    state: choice(TONES, { readOnly: true }),
    verifiedAt: moment({ readOnly: true, optional: true }),
    receivedAt: moment({ readOnly: true, optional: true }),
    createdAt: moment({ readOnly: true }),
  },
  list: {
    columns: ['name', 'phone', 'state', 'receivedAt'],
    search: ['name'],
    filters: ['state'],
    sort: 'name',
  },
  show: ['phone', 'state', 'receivedAt', 'silentHours'],
  form: {
    number: ['name', 'phoneNumberId', 'wabaId', 'accessToken', 'appSecret'],
    use: ['silentHours', 'isOn'],
  },
  actions: ['list', 'show', 'create', 'edit', 'delete', 'check', 'resume'],
});
