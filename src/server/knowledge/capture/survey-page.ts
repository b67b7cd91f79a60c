import type { Document, Element } from 'domhandler';
import { collapsed, eachElement, rawText } from './parse-html.ts';
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
const APP_ROOT_IDS = new Set([
  'root',
  'app',
  '__next',
  '__nuxt',
  '___gatsby',
  'app-root',
  'svelte',
  'q-app',
  'ember-app',
  'main-app',
]);
const APP_ROOT_MARKS = ['ng-app', 'ng-version', 'data-reactroot', 'data-v-app', 'data-server-rendered'];
const ASKS_FOR_JAVASCRIPT = /java\s?script/i;

interface Draft extends PageSurvey {
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
  links: [],
  scripts: { count: 0, inlineChars: 0 },
  emptyAppRoot: false,
  asksForJavaScript: false,
  base: url,
  appRoots: 0,
  meta: new Map(),
});

const isAppRoot = ({ name, attribs }: Element) =>
  name === 'app-root' || APP_ROOT_IDS.has(attribs.id ?? '') || APP_ROOT_MARKS.some((mark) => mark in attribs);

function addLink(draft: Draft, href: string | undefined, rel = ''): void {
  if (!href || draft.links.length >= MAX_LINKS || /\bnofollow\b/i.test(rel)) return;
  const url = URL.parse(href.trim(), draft.base);
  if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:')) return;
  if (url.hash) url.hash = '';
  draft.links.push(url.href);
}

function readLink(draft: Draft, { attribs }: Element): void {
  const rels = (attribs.rel ?? '').toLowerCase().split(/\s+/);
  if (!rels.includes('canonical') || !attribs.href || !URL.canParse(attribs.href, draft.base)) return;
  draft.canonical ??= new URL(attribs.href, draft.base).href;
}

function readMeta(draft: Draft, { attribs }: Element): void {
  const name = (attribs.name ?? attribs.property ?? attribs['http-equiv'] ?? '').toLowerCase();
  if (!name || attribs.content === undefined) return;
  if (name === 'refresh') addLink(draft, /url\s*=\s*['"]?([^'"]+)/i.exec(attribs.content)?.[1]);
  if (!draft.meta.has(name)) draft.meta.set(name, collapsed(attribs.content));
}

function readElement(draft: Draft, element: Element): boolean | void {
  const { name, attribs } = element;
  if (name === 'html' && attribs.lang) draft.language = attribs.lang;
  else if (name === 'base' && attribs.href && URL.canParse(attribs.href, draft.base))
    draft.base = new URL(attribs.href, draft.base).href;
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
  } else if (name === 'svg') return false;
  if (isAppRoot(element) && draft.appRoots++ < MAX_APP_ROOTS)
    draft.emptyAppRoot ||= countWords(visibleText(element)) < 20;
}

function visibleText(element: Element): string {
  let text = '';
  for (const child of element.children) {
    if (child.type === 'text') text += child.data;
    else if (child.type === 'tag') text += ` ${visibleText(child)}`;
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

/** Reads all but the main text from a page, in one walk. `url` is where it was found; header names in lower case. */
export function surveyPage(document: Document, url: string, headers: Record<string, string>): PageSurvey {
  const draft = emptyDraft(url);
  eachElement(document, (element) => readElement(draft, element));
  const { base: _base, appRoots: _appRoots, heading, meta, ...survey } = draft;
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
    links: [...new Set(draft.links)],
  };
}
