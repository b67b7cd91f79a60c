import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import i18next from 'i18next';
import { shortName } from '../../shared/format.ts';

const folder = join(import.meta.dirname, '../../../locales/pt-BR');

const messages = Object.fromEntries(
  readdirSync(folder)
    .filter((file) => file.endsWith('.json'))
    .map((file) => [basename(file, '.json'), JSON.parse(readFileSync(join(folder, file), 'utf8'))]),
);

const locale = i18next.createInstance();
void locale.init({
  lng: 'pt-BR',
  fallbackLng: 'pt-BR',
  initAsync: false,
  resources: { 'pt-BR': { translation: messages } },
  interpolation: { escapeValue: false },
});

locale.services.formatter?.add('short', shortName);

/** pt-BR, `errors.not_found`. */
export function t(key: string, values: Record<string, unknown> = {}): string {
  return locale.t(key, values);
}

/** Whether there is a locale file of this name. */
export const hasTexts = (file: string): boolean => Object.hasOwn(messages, file);

/** Like `t`, but returns undefined for a missing key. */
export const tIfExists = (key: string): string | undefined => (locale.exists(key) ? t(key) : undefined);

/** By the message's id, so that a repeated request gets the same text. */
export function tOneOf(key: string, messageId: string, values: Record<string, unknown> = {}): string {
  const sentences = locale.t(key, { ...values, returnObjects: true }) as unknown as string[];
  return sentences[Number.parseInt(messageId.slice(-6), 16) % sentences.length] ?? '';
}
