import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import i18next from 'i18next';

const folder = join(import.meta.dirname, '../../../locales/pt-BR');

const words = Object.fromEntries(
  readdirSync(folder)
    .filter((file) => file.endsWith('.json'))
    .map((file) => [basename(file, '.json'), JSON.parse(readFileSync(join(folder, file), 'utf8'))]),
);

const locale = i18next.createInstance();
void locale.init({
  lng: 'pt-BR',
  fallbackLng: 'pt-BR',
  initAsync: false,
  resources: { 'pt-BR': { translation: words } },
  interpolation: { escapeValue: false },
});

/** The sentence under `key` (`errors.not_found`), in pt-BR, with its `{{values}}` filled in. */
export function t(key: string, values: Record<string, unknown> = {}): string {
  return locale.t(key, values);
}

/** The same; undefined where the locale has no such sentence. */
export const tIfExists = (key: string): string | undefined => (locale.exists(key) ? t(key) : undefined);

/** One of the sentences listed under `key`, picked by `at` (any whole number), with its values filled in. */
export function tOneOf(key: string, at: number, values: Record<string, unknown> = {}): string {
  const sentences = locale.t(key, { ...values, returnObjects: true }) as unknown as string[];
  return sentences[at % sentences.length] ?? '';
}
