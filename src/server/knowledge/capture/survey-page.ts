import { collapsed, type PageElement, type PageTree, rawText } from './page-tree.ts';
import { isAppRoot } from './parse-html.ts';
import { countWords } from './words.ts';

/** What a page says of itself, and what its links and scripts say of it. */
export interface PageSurvey {
  title: string | null;
  description: string | null;
  language: string | null;
  canonical: string | null;
  noindex: boolean;
  nofollow: boolean;
  /** Absolute http(s) addresses without fragments, in order, each once. */
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
  heading: string | null;
  appRoots: number;
  meta: Map<string, string>;
}

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
  appRoots: 0,
  meta: new Map(),
});

/** Paths that a URL parser leaves as they are. */
const PLAIN_PATH = /^\/(?![/.])(?:[\w~!$&*+,;=:@()-]|\/(?![.])|\.)*(?:\?[\w~!$&*+,;=:@()./?-]*)?$/;

/** The address that a link leads to, without fragment; null when that is no page of the web. */
function resolve(href: string, base: string): string | null {
  if (PLAIN_PATH.test(href)) {
    const origin = originOf(base);
    if (origin) return origin + href;
  }
  const url = URL.parse(href.trim(), base);
  if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:')) return null;
  if (url.hash) url.hash = '';
  return url.href;
}

/** The last base and its origin: all links of a page have the same. */
let lastBase = ['', ''] as [base: string, origin: string];
function originOf(base: string): string {
  if (lastBase[0] !== base) {
    const url = URL.parse(base);
    lastBase = [base, url && /^https?:$/.test(url.protocol) ? url.origin : ''];
  }
  return lastBase[1];
}

function addLink(draft: Draft, href: string | undefined, rel?: string): void {
  if (!href || draft.links.size >= MAX_LINKS || draft.seen.has(href)) return;
  if (rel !== undefined && /\bnofollow\b/i.test(rel)) return;
  draft.seen.add(href);
  const address = resolve(href, draft.base);
  if (address !== null) draft.links.add(address);
}

function readLink(draft: Draft, { attribs }: PageElement): void {
  const rels = (attribs.rel ?? '').toLowerCase().split(/\s+/);
  if (!rels.includes('canonical') || !attribs.href || !URL.canParse(attribs.href, draft.base)) return;
  draft.canonical ??= new URL(attribs.href, draft.base).href;
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
  if (isAppRoot(element) && draft.appRoots++ < MAX_APP_ROOTS)
    draft.emptyAppRoot ||= countWords(visibleText(element)) < 20;
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

/** Reads all but the main text from a page, from the elements that tell it. `url` is where it was found; header names in lower case. */
export function surveyPage({ telling }: PageTree, url: string, headers: Record<string, string>): PageSurvey {
  const draft = emptyDraft(url);
  for (const element of telling) readElement(draft, element);
  const { base: _base, appRoots: _appRoots, seen: _seen, heading, meta, ...survey } = draft;
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
