import { collapsed, type PageElement, type PageTree, rawText } from './page-tree.ts';
import type { ReportedLinks } from './reported-links.ts';
import { countWords } from './words.ts';

export interface LanguageVersion {
  language: string;
  url: string;
}

export interface PageMetadata {
  title: string | null;
  siteName: string | null;
  description: string | null;
  language: string | null;
  canonical: string | null;
  versions: LanguageVersion[];
  noindex: boolean;
  nofollow: boolean;
  /** Absolute http(s) without fragments or duplicates, in order. Already reported ones may be missing. */
  links: string[];
  refresh: string | null;
  frames: string[];
  scripts: { count: number; inlineChars: number };
  /** An element for a JavaScript application, almost empty. */
  emptyAppRoot: boolean;
  asksForJavaScript: boolean;
}

const MAX_LINKS = 5_000;
const MAX_FRAMES = 3;
const MAX_VERSIONS = 30;
/** A page that refreshes itself later is meant to be read. */
const REFRESH_SECONDS = 5;
/** A script that only sends its readers on. */
const SCRIPT_MAX = 500;
const REDIRECT =
  /^(?:[\s;{}(]|<!--|\/\/<!\[CDATA\[|setTimeout\s*\(\s*(?:function\s*\(\s*\)|\(\s*\)\s*=>))*(?:(?:window|document|self|top)\.)?location(?:\.href|\.replace|\.assign)?\s*[=(]\s*["']([^"']+)["']/;
/** Limited because each check walks through the whole element. */
const MAX_APP_ROOTS = 3;
const ASKS_FOR_JAVASCRIPT = /java\s?script/i;

interface MetadataDraft extends Omit<PageMetadata, 'links'> {
  links: Set<string>;
  seen: Set<string>;
  base: string;
  reported: ReadonlySet<string>;
  heading: string | null;
  meta: Map<string, string>;
}

const NOTHING: ReadonlySet<string> = new Set();

const emptyDraft = (url: string): MetadataDraft => ({
  title: null,
  siteName: null,
  heading: null,
  description: null,
  language: null,
  canonical: null,
  versions: [],
  noindex: false,
  nofollow: false,
  refresh: null,
  frames: [],
  links: new Set(),
  seen: new Set(),
  scripts: { count: 0, inlineChars: 0 },
  emptyAppRoot: false,
  asksForJavaScript: false,
  base: url,
  reported: NOTHING,
  meta: new Map(),
});

/** Paths that URL parsing does not change. */
const PLAIN_PATH = /^\/(?![/.])(?:[\w~!$&*+,;=:@()-]|\/(?![.])|\.)*(?:\?[\w~!$&*+,;=:@()./?-]*)?$/;

/** For speed; null for any but a plain path. */
function resolvePlain(href: string, base: string): string | null {
  const origin = PLAIN_PATH.test(href) ? originOf(base) : '';
  return origin ? origin + href : null;
}

/** Without fragment; null if it is not http(s). */
function resolve(href: string, base: string): string | null {
  const plain = resolvePlain(href, base);
  if (plain !== null) return plain;
  const url = URL.parse(href.trim(), base);
  if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:')) return null;
  if (url.hash) url.hash = '';
  return url.href;
}

let lastBase = ['', ''] as [base: string, origin: string];
function originOf(base: string): string {
  if (lastBase[0] !== base) {
    const origin = URL.parse(base)?.origin ?? '';
    lastBase = [base, /^https?:/.test(origin) ? origin : ''];
  }
  return lastBase[1];
}

function addLink(draft: MetadataDraft, href: string | undefined, rel?: string): void {
  if (!href || draft.reported.has(href) || draft.links.size >= MAX_LINKS || draft.seen.has(href)) return;
  if (rel !== undefined && /\bnofollow\b/i.test(rel)) return;
  draft.seen.add(href);
  const address = resolve(href, draft.base);
  if (address !== null) draft.links.add(address);
}

function addFrame(draft: MetadataDraft, src: string | undefined): void {
  const address = src ? resolve(src, draft.base) : null;
  if (address !== null && draft.frames.length < MAX_FRAMES) draft.frames.push(address);
}

function readLink(draft: MetadataDraft, { attribs }: PageElement): void {
  const rels = (attribs.rel ?? '').toLowerCase().split(/\s+/);
  if (!attribs.href) return;
  if (rels.includes('alternate') && attribs.hreflang) addVersion(draft, attribs.hreflang, attribs.href);
  if (!rels.includes('canonical')) return;
  draft.canonical ??= resolvePlain(attribs.href, draft.base) ?? URL.parse(attribs.href, draft.base)?.href ?? null;
}

function addVersion(draft: MetadataDraft, tag: string, href: string): void {
  const language = canonicalLanguage(tag);
  const url = resolve(href, draft.base);
  // `x-default` is a page to choose a language on, or one of the others.
  if (language === null || url === null || tag.toLowerCase() === 'x-default') return;
  if (draft.versions.length < MAX_VERSIONS) draft.versions.push({ language, url });
}

function readMeta(draft: MetadataDraft, { attribs }: PageElement): void {
  const name = (attribs.name ?? attribs.property ?? attribs['http-equiv'] ?? '').toLowerCase();
  if (!name || attribs.content === undefined) return;
  if (name === 'refresh') {
    const [, seconds, href] = /^\s*(\d*)[\s\S]*?url\s*=\s*['"]?([^'"]+)/i.exec(attribs.content) ?? [];
    addLink(draft, href);
    if (href && Number(seconds) <= REFRESH_SECONDS) draft.refresh ??= resolve(href, draft.base);
  }
  if (!draft.meta.has(name)) draft.meta.set(name, collapsed(attribs.content));
}

function rebase(draft: MetadataDraft, href: string): void {
  draft.base = new URL(href, draft.base).href;
  draft.seen.clear();
  // The new base may have another origin, and these paths belong to the old one.
  draft.reported = NOTHING;
}

function readElement(draft: MetadataDraft, element: PageElement): void {
  const { name, attribs } = element;
  if (name === 'html' && attribs.lang) draft.language = attribs.lang;
  else if (name === 'base' && attribs.href && URL.canParse(attribs.href, draft.base)) rebase(draft, attribs.href);
  else if (name === 'title') draft.title ??= collapsed(rawText(element)) || null;
  else if (name === 'h1') draft.heading ??= collapsed(rawText(element)) || null;
  else if (name === 'meta') readMeta(draft, element);
  else if (name === 'link') readLink(draft, element);
  else if (name === 'iframe') addFrame(draft, sourceOf(attribs));
  else if (name === 'frame') {
    addFrame(draft, attribs.src);
    addLink(draft, attribs.src);
  } else if (name === 'body' && attribs.onload) readRedirect(draft, attribs.onload);
  else if (name === 'a' || name === 'area') addLink(draft, attribs.href, attribs.rel);
  else if (name === 'noscript') draft.asksForJavaScript ||= ASKS_FOR_JAVASCRIPT.test(rawText(element));
  else if (name === 'script') {
    const isData = /json|template/i.test(attribs.type ?? '');
    if (!isData) draft.scripts.count++;
    if (!isData && !attribs.src && element.children.length > 0) readScript(draft, rawText(element));
  }
}

function readScript(draft: MetadataDraft, text: string): void {
  draft.scripts.inlineChars += text.length;
  readRedirect(draft, text);
}

function readRedirect(draft: MetadataDraft, script: string): void {
  const href = script.length <= SCRIPT_MAX ? REDIRECT.exec(script)?.[1] : undefined;
  if (href) draft.refresh ??= resolve(href, draft.base);
}

/** Frames that are loaded late have their address elsewhere. */
const sourceOf = ({ src, 'data-src': late, 'data-lazy-src': lazy }: Readonly<Record<string, string>>) =>
  src && src !== 'about:blank' ? src : (late ?? lazy);

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
    // Not a language tag: the caller tries the next candidate.
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

/** Header names must be lower case. May leave out links that `reported` contains. */
export function readPageMetadata(
  { metadataElements, appRoots }: PageTree,
  url: string,
  headers: Record<string, string>,
  reported?: ReportedLinks,
): PageMetadata {
  const draft = emptyDraft(url);
  // Above the link limit nothing is left out: it would let other links in, and the result would depend on the order of
  // pages.
  if (reported && metadataElements.length <= MAX_LINKS) draft.reported = reported.pathsOf(originOf(url));
  for (const element of metadataElements) readElement(draft, element);
  draft.emptyAppRoot = appRoots.slice(0, MAX_APP_ROOTS).some((root) => countWords(visibleText(root)) < 20);
  const { base: _base, reported: _reported, seen: _seen, heading, meta, ...metadata } = draft;
  const robots = [meta.get('robots'), meta.get('prosabot'), headers['x-robots-tag']].join(',').toLowerCase();
  return {
    ...metadata,
    title: draft.title ?? meta.get('og:title') ?? heading,
    siteName: meta.get('og:site_name') || meta.get('application-name') || null,
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
