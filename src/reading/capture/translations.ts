import type { SitePage } from './find-pages.ts';
import { pageKey } from './site-address.ts';

interface Translation {
  language: string | null;
  of: string;
}

type Page = Pick<SitePage, 'url' | 'language' | 'versions'>;

/** The language at the beginning of a path: `/en/`, `/pt-br/`; not any two letters, as in `/tv/`. */
const LANGUAGE_PATH = /^\/(pt|en|es|fr|de|it|nl|ja|zh|ko|ru)(?:[-_][a-z]{2})?(?=\/|$)/i;

const keyOf = (address: string) => pageKey(new URL(address));
const primary = (language: string | null | undefined) => language?.split(/[-_]/)[0]?.toLowerCase() ?? null;

/** Returns the address without a language at the beginning of its path. */
function plainKey(address: string): string {
  const url = new URL(address);
  url.pathname = url.pathname.replace(LANGUAGE_PATH, '') || '/';
  return pageKey(url);
}

/** Its own tag among its versions says more than its `lang`, which many sites leave as it was. */
function languageOf({ url, language, versions = [] }: Page): string | null {
  const own = versions.find((version) => keyOf(version.url) === keyOf(url))?.language;
  return own ?? LANGUAGE_PATH.exec(new URL(url).pathname)?.[1]?.toLowerCase() ?? language ?? null;
}

/** They name each other, or differ by the language in their path. */
function groupsOf(pages: readonly Page[]): Page[][] {
  const byKey = new Map(pages.map((page) => [keyOf(page.url), page]));
  const byPlainKey = Map.groupBy(pages, ({ url }) => plainKey(url));
  const grouped = new Set<Page>();
  return pages.flatMap((page) => {
    if (grouped.has(page)) return [];
    const named = (page.versions ?? []).flatMap(({ url }) => byKey.get(keyOf(url)) ?? []);
    const beside = byPlainKey.get(plainKey(page.url)) ?? [];
    const others = [...new Set([...named, ...beside])].filter((other) => other !== page && !grouped.has(other));
    const isOther = (other: Page) => named.includes(other) || primary(languageOf(other)) !== primary(languageOf(page));
    const group = [page, ...others.filter(isOther)];
    for (const one of group) grouped.add(one);
    return group.length > 1 ? [group] : [];
  });
}

/** By address. The one in Portuguese is the page, or else the first. */
export function translationsIn(pages: readonly Page[]): Map<string, Translation> {
  const groups = groupsOf(pages.filter(({ url }) => URL.canParse(url)));
  return new Map(
    groups.flatMap((group) => {
      const tagged = group.map((page) => ({ page, language: languageOf(page) }));
      const isIn = (tag: RegExp) => tagged.find(({ language }) => tag.test(language ?? ''));
      const main = (isIn(/^pt-br$/i) ?? isIn(/^pt/i) ?? tagged[0])!.page;
      return tagged
        .filter(({ page }) => page !== main)
        .map(({ page, language }): [string, Translation] => [page.url, { language, of: main.url }]);
    }),
  );
}
