import { KIND, type Tag } from './tags.ts';
import { ANY_TRAIT, UNTIDY } from './text-traits.ts';

/** What stands in an element: text, or an element. */
export type PageNode = string | PageElement;

export const NO_ATTRIBUTES: Readonly<Record<string, string>> = Object.freeze({});
const NO_CHILDREN: PageNode[] = [];

/** What an element and all below it say of cookies and consent, as bits of `PageElement.notice`. */
export const NOTICE = {
  cookies: 1,
  /** A button or link that accepts or refuses something. */
  consent: 1 << 1,
  heading1: 1 << 2,
  landmark: 1 << 3,
  /** Both cookies and consent, and no child has both. */
  core: 1 << 4,
  /** A child has both. */
  coreBelow: 1 << 5,
} as const;

/** An element of a page, with what lies below it counted once, so that every rule reads it in constant time. */
export class PageElement {
  readonly tag: Tag;
  readonly attribs: Readonly<Record<string, string>>;
  readonly parent: PageElement | null;
  children: PageNode[] = NO_CHILDREN;
  /** What the texts among the children may hold, as bits of TRAIT. */
  traits = 0;
  /** Characters below that are no spaces; programs and fields left out, here and in what follows. */
  chars = 0;
  linkChars = 0;
  links = 0;
  /** Bits of NOTICE. */
  notice = 0;
  /** The kinds of all elements below, as bits of KIND. */
  below = 0;
  /** Paragraphs below. */
  paragraphs = 0;
  /** No part of the main text, with all below it. */
  isDropped = false;

  constructor(tag: Tag, attribs: Readonly<Record<string, string>>, parent: PageElement | null) {
    this.tag = tag;
    this.attribs = attribs;
    this.parent = parent;
  }

  get name(): string {
    return this.tag.name;
  }

  /** Puts a node at the end; texts that meet become one. `ink` and `traits` are those of a text. */
  append(node: PageNode, ink = 0, traits = 0): void {
    const { children } = this;
    const last = children.length - 1;
    this.chars += ink;
    this.traits |= traits;
    // Most elements hold one node or two: an array that is made with them takes no more room than that.
    if (last === -1) this.children = [node];
    else if (typeof node === 'string' && typeof children[last] === 'string') {
      children[last] += node;
      this.traits = ANY_TRAIT;
    } else if (last === 0) this.children = [children[0]!, node];
    else children.push(node);
  }

  /** The text of an element that holds nothing else, and needs no tidying but at its ends; else null. */
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

/** A page as a tree. */
export interface PageTree {
  /** Stands for the page itself; it has no tag. */
  root: PageElement;
  /** Elements that say something of the page, in order; what a drawing holds is not among them. */
  telling: readonly PageElement[];
  /** Those in which a program may be meant to draw the page. */
  appRoots: readonly PageElement[];
  /** Identifiers that a button or tab outside menus opens. */
  opened: ReadonlySet<string>;
}

export const elementsOf = (element: PageElement): PageElement[] =>
  element.children.filter((child): child is PageElement => typeof child !== 'string');

/** Calls `visit` on every element, parents first; a visit that answers false leaves the element's children out. */
export function eachElement(
  root: { children: readonly PageNode[] },
  visit: (element: PageElement) => boolean | void,
): void {
  for (const child of root.children) if (typeof child !== 'string' && visit(child) !== false) eachElement(child, visit);
}

/** All text below a node, as it stands in the markup. */
export function rawText(node: PageNode): string {
  if (typeof node === 'string') return node;
  let text = '';
  for (const child of node.children) text += rawText(child);
  return text;
}

/** The first h1 below an element. */
export function firstHeading(element: PageElement): PageElement | null {
  if (!element.holds(KIND.heading1)) return null;
  for (const child of element.children) {
    if (typeof child === 'string') continue;
    const found = child.is(KIND.heading1) ? child : firstHeading(child);
    if (found) return found;
  }
  return null;
}

/** Characters of a text that are no spaces. */
export function inkOf(text: string): number {
  let ink = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code > 32 && code !== 160) ink++;
  }
  return ink;
}

export const collapsed = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** The pages of a site bear the same names over and over. */
const tokensOfNames = new Map<string, readonly string[]>();
const KEPT_NAMES = 2_000;
const NO_TOKENS: readonly string[] = [];

/** The words of class and id, in lower case: `navBar-top menu_item` is nav, bar, top, menu, item. */
export function nameTokens({ attribs }: PageElement): readonly string[] {
  const { class: classes, id } = attribs;
  if (classes === undefined && id === undefined) return NO_TOKENS;
  const all = id === undefined ? classes! : `${classes ?? ''} ${id}`;
  const names = all.length > 500 ? all.slice(0, 500) : all;
  const known = tokensOfNames.get(names);
  if (known) return known;
  const tokens = names
    .replace(/([a-z])([A-Z])/g, '$1-$2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter(Boolean);
  if (tokensOfNames.size >= KEPT_NAMES) tokensOfNames.clear();
  tokensOfNames.set(names, tokens);
  return tokens;
}
