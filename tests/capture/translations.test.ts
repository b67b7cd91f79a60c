import { expect, test } from 'vitest';
import { capturePage } from '../../src/reading/capture/capture-page.ts';
import { translationsIn } from '../../src/reading/capture/translations.ts';

const SITE = 'https://pousada.example';
const page = (path: string, language: string | null = null, versions: Record<string, string> = {}) => ({
  url: SITE + path,
  language,
  versions: Object.entries(versions).map(([tag, at]) => ({ language: tag, url: SITE + at })),
});
const translations = (...pages: ReturnType<typeof page>[]) =>
  [...translationsIn(pages)].map(([url, { language, of }]) => [url.replace(SITE, ''), language, of.replace(SITE, '')]);

test('pages that name each other as versions are one, in Portuguese', () => {
  const versions = { en: '/en/rooms', 'pt-BR': '/quartos', es: '/es/cuartos' };
  const pages = [
    page('/en/rooms', 'en', versions),
    page('/quartos', 'pt-BR', versions),
    page('/es/cuartos', 'pt', versions),
  ];
  expect(translations(...pages)).toEqual([
    ['/en/rooms', 'en', '/quartos'],
    ['/es/cuartos', 'es', '/quartos'],
  ]);
});

test('pages whose addresses differ by a language are one', () => {
  expect(translations(page('/'), page('/en/', 'en'), page('/contato', 'pt'), page('/en/contato', 'en'))).toEqual([
    ['/en/', 'en', '/'],
    ['/en/contato', 'en', '/contato'],
  ]);
});

test('without a version in Portuguese, the first one is the page', () => {
  expect(translations(page('/en/a', 'en'), page('/es/a', 'es'))).toEqual([['/es/a', 'es', '/en/a']]);
});

test('other pages are none of another', () => {
  const own = { 'pt-BR': '/a' };
  expect(translations(page('/a', 'pt', own), page('/b', 'en'), page('/tv/', 'pt'), page('/', 'pt'))).toEqual([]);
});

test('a page names its versions, not the page to choose one on', () => {
  const link = (tag: string, href: string) => `<link rel="alternate" hreflang="${tag}" href="${href}">`;
  const { versions } = capturePage({
    url: `${SITE}/quartos`,
    status: 200,
    headers: { 'content-type': 'text/html' },
    redirects: 0,
    body: Buffer.from(`${link('x-default', '/')}${link('en-us', '/en/rooms')}${link('??', '/x')}`),
  });
  expect(versions).toEqual([{ language: 'en-US', url: `${SITE}/en/rooms` }]);
});
