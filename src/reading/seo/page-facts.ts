import { collapsed, eachElement, type PageElement, type PageTree, rawText } from '../capture/page-tree.ts';

export interface LinkFact {
  href: string | undefined;
  text: string;
  hasOnclick: boolean;
}

export interface PageFacts {
  titles: string[];
  /** By lower-case name or property; the first of each. */
  meta: Map<string, string>;
  canonicals: string[];
  hreflangs: { lang: string; href: string }[];
  headings: number[];
  heading1: string[];
  language: string;
  hasCharset: boolean;
  hasFavicon: boolean;
  plugins: string[];
  images: { src: string; alt: string | undefined; hasSize: boolean }[];
  links: LinkFact[];
  jsonLd: string[];
  itemTypes: string[];
}

const MAX_LISTED = 2_000;
const PLUGINS = new Set(['object', 'embed', 'applet']);

const emptyFacts = (): PageFacts => ({
  titles: [],
  meta: new Map(),
  canonicals: [],
  hreflangs: [],
  headings: [],
  heading1: [],
  language: '',
  hasCharset: false,
  hasFavicon: false,
  plugins: [],
  images: [],
  links: [],
  jsonLd: [],
  itemTypes: [],
});

function readMeta(facts: PageFacts, { attribs }: PageElement): void {
  const name = (attribs.name ?? attribs.property ?? attribs['http-equiv'] ?? '').toLowerCase();
  facts.hasCharset ||= attribs.charset !== undefined || /charset=/i.test(attribs.content ?? '');
  if (name && attribs.content !== undefined && !facts.meta.has(name)) facts.meta.set(name, collapsed(attribs.content));
}

function readRelation(facts: PageFacts, { attribs }: PageElement): void {
  const rels = (attribs.rel ?? '').toLowerCase().split(/\s+/);
  const href = attribs.href?.trim() ?? '';
  if (rels.includes('canonical')) facts.canonicals.push(href);
  if (rels.includes('icon') || rels.includes('apple-touch-icon')) facts.hasFavicon ||= href !== '';
  if (rels.includes('alternate') && attribs.hreflang !== undefined)
    facts.hreflangs.push({ lang: attribs.hreflang.trim(), href });
}

/** Its text, a label, or the `alt` text of an image. */
function linkText(link: PageElement): string {
  const text = collapsed(rawText(link)) || collapsed(link.attribs['aria-label'] ?? link.attribs.title ?? '');
  if (text) return text;
  let alt = '';
  eachElement({ children: link.children }, ({ name, attribs }) => {
    if (name === 'img') alt ||= collapsed(attribs.alt ?? '');
    if (name === 'svg') alt ||= collapsed(attribs['aria-label'] ?? '');
  });
  return alt;
}

function readContent(facts: PageFacts, element: PageElement): void {
  const { name, attribs } = element;
  if (/^h[1-6]$/.test(name)) {
    facts.headings.push(Number(name[1]));
    if (name === 'h1') facts.heading1.push(collapsed(rawText(element)));
  } else if (name === 'img' && facts.images.length < MAX_LISTED) {
    const hasSize = attribs.width !== undefined && attribs.height !== undefined;
    facts.images.push({ src: attribs.src ?? attribs['data-src'] ?? '', alt: attribs.alt, hasSize });
  } else if (name === 'a' && facts.links.length < MAX_LISTED) {
    facts.links.push({ href: attribs.href, text: linkText(element), hasOnclick: attribs.onclick !== undefined });
  } else if (PLUGINS.has(name)) facts.plugins.push(attribs.data ?? attribs.src ?? name);
}

function readElement(facts: PageFacts, element: PageElement): boolean | void {
  const { name, attribs } = element;
  if (name === 'svg') return false;
  if (attribs.itemtype) facts.itemTypes.push(...attribs.itemtype.trim().split(/\s+/));
  if (name === 'html') facts.language ||= (attribs.lang ?? '').trim();
  else if (name === 'title') facts.titles.push(collapsed(rawText(element)));
  else if (name === 'meta') readMeta(facts, element);
  else if (name === 'link') readRelation(facts, element);
  else if (name === 'script' && /^application\/ld\+json\b/i.test(attribs.type ?? ''))
    facts.jsonLd.push(rawText(element));
  else readContent(facts, element);
}

export function readFacts({ root }: PageTree): PageFacts {
  const facts = emptyFacts();
  eachElement(root, (element) => readElement(facts, element));
  return facts;
}
