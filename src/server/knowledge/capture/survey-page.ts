import { authorityOf } from './authority.ts';
import { collapsed, type PageElement, type PageTree, rawText } from './page-tree.ts';
import type { ToldLinks } from './told-links.ts';
import { countWords } from './words.ts';

/** What a page says of itself, and what its links and scripts say of it. */
export interface PageSurvey {
  title: string | null;
  description: string | null;
  language: string | null;
  canonical: string | null;
  noindex: boolean;
  nofollow: boolean;
  /** Absolute http(s) addresses without fragments, in order, each once; some that were told before may be left out. */
  links: string[];
  scripts: { count: number; inlineChars: number };
  /** An element in which a program draws the page, with next to no text in it. */
  emptyAppRoot: boolean;
  asksForJavaScript: boolean;
}

const MAX_LINKS = 5_000;
/** Reading each one's text is a walk of its own. */
const MAX_APP_ROOTS = 3;
const ASKS_FOR_JAVASCRIPT = /java\s?script/i;

interface Draft extends Omit<PageSurvey, 'links'> {
  links: Set<string>;
  /** Links as the page writes them, under the base that it names. */
  seen: Set<string>;
  base: string;
  /** Paths under the base's origin that need not be told again. */
  told: ReadonlySet<string>;
  heading: string | null;
  meta: Map<string, string>;
}

const NOTHING: ReadonlySet<string> = new Set();

const emptyDraft = (url: string): Draft => ({
  title: null,
  heading: null,
  description: null,
  language: null,
  canonical: null,
  noindex: false,
  nofollow: false,
  links: new Set(),
  seen: new Set(),
  scripts: { count: 0, inlineChars: 0 },
  emptyAppRoot: false,
  asksForJavaScript: false,
  base: url,
  told: NOTHING,
  meta: new Map(),
});

/** Paths that a URL parser leaves as they are. */
const PLAIN_PATH = /^\/(?![/.])(?:[\w~!$&*+,;=:@()-]|\/(?![.])|\.)*(?:\?[\w~!$&*+,;=:@()./?-]*)?$/;

/** The address that a plain path leads to; null for all that a parser has to look at. */
function resolvePlain(href: string, base: string): string | null {
  const origin = PLAIN_PATH.test(href) ? originOf(base) : '';
  return origin ? origin + href : null;
}

/** The address that a link leads to, without fragment; null when that is no page of the web. */
function resolve(href: string, base: string): string | null {
  const plain = resolvePlain(href, base);
  if (plain !== null) return plain;
  const url = URL.parse(href.trim(), base);
  if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:')) return null;
  if (url.hash) url.hash = '';
  return url.href;
}

/** The last base and its origin: all links of a page have the same. */
let lastBase = ['', ''] as [base: string, origin: string];
function originOf(base: string): string {
  if (lastBase[0] !== base) {
    const origin = authorityOf(base)?.origin ?? '';
    lastBase = [base, /^https?:/.test(origin) ? origin : ''];
  }
  return lastBase[1];
}

function addLink(draft: Draft, href: string | undefined, rel?: string): void {
  if (!href || draft.told.has(href) || draft.links.size >= MAX_LINKS || draft.seen.has(href)) return;
  if (rel !== undefined && /\bnofollow\b/i.test(rel)) return;
  draft.seen.add(href);
  const address = resolve(href, draft.base);
  if (address !== null) draft.links.add(address);
}

function readLink(draft: Draft, { attribs }: PageElement): void {
  const rels = (attribs.rel ?? '').toLowerCase().split(/\s+/);
  if (!rels.includes('canonical') || !attribs.href) return;
  draft.canonical ??= resolvePlain(attribs.href, draft.base) ?? URL.parse(attribs.href, draft.base)?.href ?? null;
}

function readMeta(draft: Draft, { attribs }: PageElement): void {
  const name = (attribs.name ?? attribs.property ?? attribs['http-equiv'] ?? '').toLowerCase();
  if (!name || attribs.content === undefined) return;
  if (name === 'refresh') addLink(draft, /url\s*=\s*['"]?([^'"]+)/i.exec(attribs.content)?.[1]);
  if (!draft.meta.has(name)) draft.meta.set(name, collapsed(attribs.content));
}

function rebase(draft: Draft, href: string): void {
  draft.base = new URL(href, draft.base).href;
  draft.seen.clear();
  // Which origin they are paths of may have changed.
  draft.told = NOTHING;
}

function readElement(draft: Draft, element: PageElement): void {
  const { name, attribs } = element;
  if (name === 'html' && attribs.lang) draft.language = attribs.lang;
  else if (name === 'base' && attribs.href && URL.canParse(attribs.href, draft.base)) rebase(draft, attribs.href);
  else if (name === 'title') draft.title ??= collapsed(rawText(element)) || null;
  else if (name === 'h1') draft.heading ??= collapsed(rawText(element)) || null;
  else if (name === 'meta') readMeta(draft, element);
  else if (name === 'link') readLink(draft, element);
  else if (name === 'a' || name === 'area') addLink(draft, attribs.href, attribs.rel);
  else if (name === 'noscript') draft.asksForJavaScript ||= ASKS_FOR_JAVASCRIPT.test(rawText(element));
  else if (name === 'script') {
    const isData = /json|template/i.test(attribs.type ?? '');
    if (!isData) draft.scripts.count++;
    if (!isData && !attribs.src) draft.scripts.inlineChars += element.children.length ? rawText(element).length : 0;
  }
}

function visibleText(element: PageElement): string {
  let text = '';
  for (const child of element.children) {
    if (typeof child === 'string') text += child;
    else if (child.name !== 'script' && child.name !== 'style') text += ` ${visibleText(child)}`;
  }
  return text;
}

const languages = new Map<string, string | null>();

function canonicalTag(tag: string): string | null {
  const known = languages.get(tag);
  if (known !== undefined) return known;
  let canonical: string | null = null;
  try {
    canonical = Intl.getCanonicalLocales(tag.trim().replace('_', '-'))[0] ?? null;
  } catch {
    // Not a language tag: the next one may be.
  }
  if (languages.size < 1_000) languages.set(tag, canonical);
  return canonical;
}

function canonicalLanguage(...candidates: (string | null | undefined)[]): string | null {
  for (const candidate of candidates) {
    const tag = candidate ? canonicalTag(candidate) : null;
    if (tag) return tag;
  }
  return null;
}

/**
 * Reads all but the main text from a page, from the elements that tell it. `url` is where it was found; header names in
 * lower case. Links found in `told` may be left out.
 */
export function surveyPage(
  { telling, appRoots }: PageTree,
  url: string,
  headers: Record<string, string>,
  told?: ToldLinks,
): PageSurvey {
  const draft = emptyDraft(url);
  // Of a page with more than may be told, those left out would make room for others.
  if (told && telling.length <= MAX_LINKS) draft.told = told.pathsOf(originOf(url));
  for (const element of telling) readElement(draft, element);
  draft.emptyAppRoot = appRoots.slice(0, MAX_APP_ROOTS).some((root) => countWords(visibleText(root)) < 20);
  const { base: _base, told: _told, seen: _seen, heading, meta, ...survey } = draft;
  const robots = [meta.get('robots'), meta.get('prosabot'), headers['x-robots-tag']].join(',').toLowerCase();
  return {
    ...survey,
    title: draft.title ?? meta.get('og:title') ?? heading,
    description: meta.get('description') || meta.get('og:description') || null,
    language: canonicalLanguage(
      draft.language,
      meta.get('content-language'),
      meta.get('og:locale'),
      headers['content-language'],
    ),
    noindex: /\b(?:noindex|none)\b/.test(robots),
    nofollow: /\b(?:nofollow|none)\b/.test(robots),
    links: [...draft.links],
  };
}
