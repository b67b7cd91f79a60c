import type { z } from 'zod';
import type { Suggestion } from '../../../shared/chat-protocol.ts';
import type { completeAnswer } from '../../chat/visitors/complete-answer.ts';
import { t } from '../../runtime/translate.ts';
import { BODY_MAX, cutText, shortened, TEXT_MAX, withMarks } from './marks.ts';

/** A message as Meta takes it, without the receiver. */
export type MessageBody = { type: 'text' | 'interactive' } & Record<string, unknown>;

const [BUTTONS_MAX, BUTTON_MAX] = [3, 20];
const [ROWS_MAX, ROW_MAX, DESCRIPTION_MAX] = [10, 24, 72];
const SOURCES_MAX = 3;

/** What a visitor can tap. The id comes back with the choice. */
interface Option {
  id: string;
  label: string;
}

export const CALL_ID = 'call';
export const HELPED_IDS = { 'helped:yes': true, 'helped:no': false } as const;
const suggestionId = ({ contentId, ordinal }: Pick<Suggestion, 'contentId' | 'ordinal'>) =>
  `suggestion:${contentId}:${ordinal}`;

/** Returns messages with a text, which is cut if it is too long for one. */
export const textMessages = (text: string): MessageBody[] =>
  cutText(text, TEXT_MAX).map((body) => ({ type: 'text', text: { body, preview_url: false } }));

/** Returns messages with a text, and options to tap under the last one: buttons if they are few and short, or a list. */
export function messagesWithOptions(text: string, options: readonly Option[]): MessageBody[] {
  if (options.length === 0) return textMessages(text);
  const isShort = text !== '' && text.length <= BODY_MAX;
  const body = { text: isShort ? text : t('channels.say.choose') };
  const asButtons = options.length <= BUTTONS_MAX && options.every(({ label }) => label.length <= BUTTON_MAX);
  const interactive = asButtons
    ? {
        type: 'button',
        body,
        action: { buttons: options.map(({ id, label: title }) => ({ type: 'reply', reply: { id, title } })) },
      }
    : {
        type: 'list',
        body,
        action: {
          button: t('channels.say.options'),
          sections: [{ rows: options.slice(0, ROWS_MAX).map(rowOf) }],
        },
      };
  return [...(isShort ? [] : textMessages(text)), { type: 'interactive', interactive }];
}

/** A row shows the start of the label, and all of it below if it is longer. */
function rowOf({ id, label }: Option) {
  const title = shortened(label, ROW_MAX);
  return { id, title, ...(title === label ? {} : { description: shortened(label, DESCRIPTION_MAX) }) };
}

type Answer = z.infer<typeof completeAnswer>;

/** Returns an answer of the assistant as messages. `phone`: the channel's own number, which is no other contact. */
export function answerMessages(
  { answer, sources, suggestions, links, person, handover }: Answer,
  phone: string | null,
): MessageBody[] {
  const urls = [...new Set(sources.flatMap(({ url }) => url ?? []))].slice(0, SOURCES_MAX);
  const digits = phone?.replace(/\D/g, '');
  const contacts = [
    ...(person?.email ? [t('channels.say.email', { email: person.email })] : []),
    ...(person?.whatsapp && person.whatsapp !== digits ? [`WhatsApp: https://wa.me/${person.whatsapp}`] : []),
  ];
  const paragraphs = [
    withMarks(answer),
    links.map(({ word, link }) => `${word}: ${link}`).join('\n'),
    contacts.join('\n'),
    urls.length > 0 ? `${t('channels.say.sources', { count: urls.length })}\n${urls.join('\n')}` : '',
  ];
  const options = [
    ...suggestions.map((one) => ({ id: suggestionId(one), label: one.label })),
    ...(handover === 'offered' ? [{ id: CALL_ID, label: t('channels.say.call') }] : []),
  ];
  return messagesWithOptions(paragraphs.filter(Boolean).join('\n\n'), options);
}
