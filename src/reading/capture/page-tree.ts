import { KIND, type Tag } from './tags.ts';
import { ANY_TRAIT, UNTIDY } from './text-traits.ts';

export type PageNode = string | PageElement;

export const NO_ATTRIBUTES: Readonly<Record<string, string>> = Object.freeze({});
const NO_CHILDREN: PageNode[] = [];

export const NOTICE = {
  cookies: 1,
  /** A button or link that accepts or rejects something. */
  consent: 1 << 1,
  heading1: 1 << 2,
  landmark: 1 << 3,
  /** Has both `cookies` and `consent`, and no child has both: the innermost such element. */
  innermost: 1 << 4,
  innermostBelow: 1 << 5,
} as const;

/** Descendants are counted once while parsing, so that every rule reads them in constant time. */
export class PageElement {
  readonly tag: Tag;
  readonly attribs: Readonly<Record<string, string>>;
  readonly parent: PageElement | null;
  children: PageNode[] = NO_CHILDREN;
  traits = 0;
  /** Non-space characters; like the other counts, without scripts, styles and form fields. */
  chars = 0;
  linkChars = 0;
  links = 0;
  notice = 0;
  below = 0;
  paragraphs = 0;
  isDropped = false;

  constructor(tag: Tag, attribs: Readonly<Record<string, string>>, parent: PageElement | null) {
    this.tag = tag;
    this.attribs = attribs;
    this.parent = parent;
  }

  get name(): string {
    return this.tag.name;
  }

  /** Merges adjacent texts. `ink`: non-space characters of a text. */
  append(node: PageNode, ink = 0, traits = 0): void {
    const { children } = this;
    const last = children.length - 1;
    this.chars += ink;
    this.traits |= traits;
    // Most elements have one or two children. An array literal takes no more memory than needed, unlike `push`.
    if (last === -1) this.children = [node];
    else if (typeof node === 'string' && typeof children[last] === 'string') {
      children[last] += node;
      this.traits = ANY_TRAIT;
    } else if (last === 0) this.children = [children[0]!, node];
    else children.push(node);
  }

  /** If its only child is a text that needs only trimming; else null. */
  get plainText(): string | null {
    const { children } = this;
    if (children.length !== 1 || (this.traits & UNTIDY) !== 0) return null;
    const [text] = children;
    return typeof text === 'string' ? text : null;
  }

  holds(kinds: number): boolean {
    return (this.below & kinds) !== 0;
  }

  is(kinds: number): boolean {
    return (this.tag.kind & kinds) !== 0;
  }
}

export interface PageTree {
  root: PageElement;
  metadataElements: readonly PageElement[];
  /** Where a JavaScript application may draw the page. */
  appRoots: readonly PageElement[];
  /** Those that name the panel that they open, except links. */
  tabs: readonly PageElement[];
  openableIds: ReadonlySet<string>;
}

export const elementsOf = (element: PageElement): PageElement[] =>
  element.children.filter((child): child is PageElement => typeof child !== 'string');

/** Parents first. Skips the children when `visit` returns false. */
export function eachElement(
  root: { children: readonly PageNode[] },
  visit: (element: PageElement) => boolean | void,
): void {
  for (const child of root.children) if (typeof child !== 'string' && visit(child) !== false) eachElement(child, visit);
}

export function rawText(node: PageNode): string {
  if (typeof node === 'string') return node;
  let text = '';
  for (const child of node.children) text += rawText(child);
  return text;
}

export function firstHeading(element: PageElement): PageElement | null {
  if (!element.holds(KIND.heading1)) return null;
  for (const child of element.children) {
    if (typeof child === 'string') continue;
    const found = child.is(KIND.heading1) ? child : firstHeading(child);
    if (found) return found;
  }
  return null;
}

export function countNonSpace(text: string): number {
  let ink = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code > 32 && code !== 160) ink++;
  }
  return ink;
}

export const collapsed = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** A cache: the pages of a site repeat the same names. */
const tokenCache = new Map<string, readonly string[]>();
const MAX_CACHED = 2_000;
const NO_TOKENS: readonly string[] = [];

/** Lower case: `navBar-top menu_item` gives nav, bar, top, menu, item. */
export function nameTokens({ attribs }: PageElement): readonly string[] {
  const { class: classes, id } = attribs;
  if (classes === undefined && id === undefined) return NO_TOKENS;
  const all = id === undefined ? classes! : `${classes ?? ''} ${id}`;
  const names = all.length > 500 ? all.slice(0, 500) : all;
  const known = tokenCache.get(names);
  if (known) return known;
  const tokens = names
    .replace(/([a-z])([A-Z])/g, '$1-$2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter(Boolean);
  if (tokenCache.size >= MAX_CACHED) tokenCache.clear();
  tokenCache.set(names, tokens);
  return tokens;
}
