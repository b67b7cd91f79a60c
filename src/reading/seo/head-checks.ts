import type { Check, CheckedPage, Finding } from './evaluate-page.ts';

/** Characters. Google truncates longer texts in its results; shorter ones say too little. */
const TITLE = { min: 15, max: 60 };
const DESCRIPTION = { min: 50, max: 160 };

const robotsOf = ({ meta, headers }: CheckedPage) =>
  [meta.get('robots'), meta.get('googlebot'), headers['x-robots-tag']].filter(Boolean).join(', ').toLowerCase();

function withinLength(text: string, { min, max }: { min: number; max: number }): Finding {
  if (text === '') return ['none'];
  const { length } = text;
  return [length >= min && length <= max ? 'pass' : 'warn', length];
}

function checkCanonical({ canonicals, url }: CheckedPage): Finding {
  const [first] = canonicals;
  if (first === undefined) return ['warn'];
  if (new Set(canonicals).size > 1) return ['fail', canonicals.join(' ')];
  if (first === '' || !URL.canParse(first, url.href)) return ['fail', first];
  const canonical = new URL(first, url.href);
  const isElsewhere = canonical.hostname.replace(/^www\./, '') !== url.hostname.replace(/^www\./, '');
  if (isElsewhere) return ['fail', first];
  const isHome = canonical.pathname === '/' && url.pathname !== '/' && canonical.search === '';
  if (isHome) return ['fail', first];
  return [URL.canParse(first) ? 'pass' : 'warn', first];
}

const isLanguage = (tag: string): boolean => {
  try {
    return Intl.getCanonicalLocales(tag).length === 1 && /^[a-z]{2,3}(?:-|$)/i.test(tag);
  } catch {
    return false;
  }
};

function checkAlternates({ hreflangs, url }: CheckedPage): Finding {
  if (hreflangs.length === 0) return ['none'];
  const invalid = hreflangs.filter(
    ({ lang, href }) => !(lang.toLowerCase() === 'x-default' || isLanguage(lang)) || !URL.canParse(href, url.href),
  );
  return invalid.length > 0 ? ['fail', invalid.map(({ lang }) => lang).join(', ')] : ['pass', hreflangs.length];
}

function checkViewport({ meta }: CheckedPage): Finding {
  const viewport = meta.get('viewport') ?? '';
  if (!/width\s*=\s*device-width/i.test(viewport)) return ['fail', viewport];
  return [/user-scalable\s*=\s*(?:no|0)|maximum-scale\s*=\s*1(?:\.0)?\b/i.test(viewport) ? 'warn' : 'pass', viewport];
}

function typesIn(value: unknown, depth = 0): string[] {
  if (depth > 5 || value === null || typeof value !== 'object') return [];
  if (Array.isArray(value)) return value.flatMap((one) => typesIn(one, depth + 1));
  const { '@type': type, '@graph': graph } = value as Record<string, unknown>;
  return [...[type].flat().filter((one) => typeof one === 'string'), ...typesIn(graph, depth + 1)];
}

function checkStructuredData({ jsonLd, itemTypes }: CheckedPage): Finding {
  const types = itemTypes.map((type) => type.split('/').at(-1) ?? type);
  for (const text of jsonLd) {
    try {
      types.push(...typesIn(JSON.parse(text)));
    } catch {
      return ['fail', text.trim().slice(0, 80)];
    }
  }
  if (types.length > 0) return ['pass', [...new Set(types)].join(', ')];
  return [jsonLd.length > 0 ? 'fail' : 'warn'];
}

function checkPreview({ meta }: CheckedPage): Finding {
  const missing = ['og:title', 'og:description', 'og:image'].filter((name) => !meta.get(name));
  return [missing.length === 0 ? 'pass' : 'warn', missing.join(', ')];
}

function checkSnippet(page: CheckedPage): Finding {
  const robots = robotsOf(page);
  return [/nosnippet|max-snippet\s*:\s*0\b/.test(robots) ? 'warn' : 'pass', robots];
}

export const headChecks: readonly Check[] = [
  {
    id: 'indexable',
    weight: 34,
    run: (page) => [/\b(?:noindex|none)\b/.test(robotsOf(page)) ? 'fail' : 'pass', robotsOf(page)],
  },
  { id: 'title', weight: 5, run: ({ titles: [title = ''] }) => [title ? 'pass' : 'fail', title] },
  { id: 'title-length', weight: 2, run: ({ titles: [title = ''] }) => withinLength(title, TITLE) },
  {
    id: 'description',
    weight: 5,
    run: ({ meta }) => [meta.get('description') ? 'pass' : 'fail', meta.get('description')],
  },
  {
    id: 'description-length',
    weight: 2,
    run: ({ meta }) => withinLength(meta.get('description') ?? '', DESCRIPTION),
  },
  { id: 'canonical', weight: 4, run: checkCanonical },
  { id: 'language', weight: 4, run: ({ language }) => [isLanguage(language) ? 'pass' : 'fail', language] },
  { id: 'viewport', weight: 4, run: checkViewport },
  { id: 'structured-data', weight: 3, run: checkStructuredData },
  { id: 'social-preview', weight: 2, run: checkPreview },
  { id: 'hreflang', weight: 1, run: checkAlternates },
  {
    id: 'charset',
    weight: 1,
    run: ({ hasCharset, headers }) => [hasCharset || /charset=/i.test(headers['content-type'] ?? '') ? 'pass' : 'warn'],
  },
  {
    id: 'meta-refresh',
    weight: 2,
    run: ({ meta }) => [meta.has('refresh') ? 'fail' : 'pass', meta.get('refresh')],
  },
  { id: 'snippet', weight: 2, run: checkSnippet },
  { id: 'favicon', weight: 1, run: ({ hasFavicon }) => [hasFavicon ? 'pass' : 'warn'] },
  {
    id: 'https',
    weight: 3,
    run: ({ url }) => [url.protocol === 'https:' ? 'pass' : 'fail', url.protocol.slice(0, -1)],
  },
  { id: 'redirects', weight: 1, run: ({ redirects }) => [redirects === 0 ? 'pass' : 'warn', redirects] },
];
