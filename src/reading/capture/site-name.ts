import { lettersOf, SEPARATOR, sharedParts } from './shared-titles.ts';

interface HomePage {
  siteName?: string | null;
  title: string | null;
}

const NAME_MAX = 60;
/** Of pages, not of businesses. */
const GENERIC =
  /^(?:home(?: ?page)?|in[íi]cio|p[áa]gina inicial|principal|index|site|bem-vind\S*|untitled|sem t[íi]tulo)$/iu;

const isName = (part: string) => /\p{L}{2}/u.test(part) && part.length <= NAME_MAX && !GENERIC.test(part);

const partsOf = ({ title }: HomePage) =>
  (title ?? '')
    .split(SEPARATOR)
    .map((part) => part.trim())
    .filter(isName);

/**
 * Returns the name of a site: the one its home page declares, else the part of the page's title that is also in the
 * site's address or in most titles of its pages. Null without one.
 */
export function siteNameOf(home: HomePage, host: string, titles: readonly string[] = []): string | null {
  if (home.siteName && isName(home.siteName)) return home.siteName;
  const labels = host.split('.');
  const shared = sharedParts(titles);
  const parts = partsOf(home);
  return parts.find((part) => labels.includes(lettersOf(part))) ?? parts.find((part) => shared.has(part)) ?? null;
}

/** Returns a name to be confirmed by a person: that of the site, else the shortest part of the home page's title. */
export const proposeSiteName = (home: HomePage, host: string): string | null =>
  siteNameOf(home, host) ?? partsOf(home).toSorted((a, b) => a.length - b.length)[0] ?? null;
