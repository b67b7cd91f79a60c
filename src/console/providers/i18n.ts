import type { I18nProvider } from '@refinedev/core';
import i18next from 'i18next';
import consoleWords from '../../../locales/pt-BR/console.json';
import refineWords from '../../../locales/pt-BR/refine.json';
import { shortName } from '../../shared/format.ts';
import { KEYS, readKey, writeKey } from '../state/store.ts';

type Messages = Record<string, unknown>;

const LANGUAGE = 'pt-BR';
// The locale files that are loaded by name. Excluded are those that pages import directly and those of the server.
const files = import.meta.glob<Messages>(
  [
    '../../../locales/pt-BR/*.json',
    '!../../../locales/pt-BR/{console,refine,login,register,verify-email,forgot-password,reset-password,expired,demo,not-found,legal,terms,privacy,mails,training,guides,help,palette,dates}.json',
  ],
  { import: 'default' },
);
/** Of all lists, since any may be in the menu, which does not load all of their texts. */
const titles = import.meta.glob<string>('../../../locales/pt-BR/*.json', {
  query: '?title',
  import: 'title',
  eager: true,
});
const withTitles = Object.entries(titles).map(([path, title]) => [/([\w-]+)\.json/.exec(path)![1], { title }]);
const loaded = new Map<string, Promise<void>>();

void i18next.init({
  lng: LANGUAGE,
  // For speed, i18next tries no fallback languages and no keys with dots: a list looks up about 200 texts before its
  // first row.
  supportedLngs: [LANGUAGE],
  load: 'currentOnly',
  fallbackLng: false,
  ignoreJSONStructure: false,
  resources: {
    [LANGUAGE]: { translation: { ...Object.fromEntries(withTitles), ...refineWords, console: consoleWords } },
  },
  nsSeparator: false,
  interpolation: { escapeValue: false },
  initAsync: false,
});
i18next.services.formatter?.add('short', shortName);
if (readKey(KEYS.language) === null) writeKey(KEYS.language, LANGUAGE);

function loadFile(name: string): Promise<void> {
  const load = files[`../../../locales/pt-BR/${name}.json`];
  if (!load) return Promise.reject(new Error(`There is no locale file ${name}`));
  return load().then((messages) => {
    i18next.addResourceBundle(LANGUAGE, 'translation', { [name]: messages }, true, true);
  });
}

/** Loads locale files by name, each only once. Their texts have the keys `<name>.<path>`. Rejects for unknown names. */
export async function loadMessages(...names: string[]): Promise<void> {
  const waits = names.map((name) => {
    const wait = loaded.get(name) ?? loadFile(name);
    loaded.set(name, wait);
    wait.catch(() => loaded.delete(name));
    return wait;
  });
  await Promise.all(waits);
}

export const i18n = i18next;
/** Returns a text. There is one language, and a screen is drawn when its texts are loaded, so no component needs to listen. */
export const { t } = i18next;

/** Refine's own keys (`buttons.save`, …) are in refine.json. */
export const i18nProvider: I18nProvider = {
  translate: (key: string, options?: unknown, fallback?: string) =>
    i18next.t(key, { ...(options as Messages), defaultValue: fallback ?? key }),
  changeLocale: () => Promise.resolve(),
  getLocale: () => LANGUAGE,
};
