import { type Handler, Parser } from 'htmlparser2';
import { NO_ATTRIBUTES, PageElement, type PageTree } from './page-tree.ts';
import { APP_MARKS, KIND, tagNamed } from './tags.ts';
import { ANY_TRAIT, inkAndTraitsOf } from './text-traits.ts';
import { addToParent, weigh } from './weigh.ts';

/** Limits at which parsing stops. No regular page reaches them, and later passes are recursive. */
const MAX_DEPTH = 400;
const MAX_ELEMENTS = 60_000;

const APP_IDS = new Set('root app __next __nuxt ___gatsby app-root svelte q-app ember-app main-app'.split(' '));
/** Attributes that make an element relevant for the metadata or for hidden text. */
const TELLING = new Set(['id', 'aria-controls', 'data-target', 'data-bs-target', ...APP_MARKS]);
type Attributes = Readonly<Record<string, string>>;

const hasAppMark = (attribs: Attributes) =>
  (attribs.id !== undefined && APP_IDS.has(attribs.id)) || APP_MARKS.some((mark) => mark in attribs);

/** Builds a page's tree from the parser's events. */
class TreeBuilder implements Partial<Handler> {
  private readonly root = new PageElement(tagNamed(''), NO_ATTRIBUTES, null);
  private readonly telling: PageElement[] = [];
  private readonly appRoots: PageElement[] = [];
  private readonly opened = new Set<string>();
  private parser: Parser | null = null;
  /** The innermost open element. */
  private current = this.root;
  private depth = 0;
  private elements = 0;
  private menus = 0;
  private drawings = 0;
  /** A limit was reached: ignores the parser's remaining events. */
  private isFull = false;

  onparserinit(parser: Parser): void {
    this.parser = parser;
  }

  onopentag(name: string, attribs: Attributes): void {
    if (this.isFull) return;
    if (this.depth >= MAX_DEPTH || ++this.elements > MAX_ELEMENTS) {
      this.isFull = true;
      this.parser?.pause();
      return;
    }
    let isBare = true;
    let isTelling = false;
    for (const attribute in attribs) {
      isBare = false;
      if (TELLING.has(attribute)) isTelling = true;
    }
    const element = new PageElement(tagNamed(name), isBare ? NO_ATTRIBUTES : attribs, this.current);
    this.current.append(element);
    if (isTelling || element.is(KIND.telling)) this.note(element, isTelling);
    this.current = element;
    this.depth++;
    if (element.is(KIND.menuPart)) this.menus++;
    if (name === 'svg') this.drawings++;
  }

  ontext(text: string): void {
    if (this.isFull) return;
    // Scripts and styles are large on many pages, and their text is never analysed.
    if (this.current.is(KIND.program)) return this.current.append(text, 0, ANY_TRAIT);
    const { ink, traits } = inkAndTraitsOf(text);
    this.current.append(text, ink, traits);
  }

  onclosetag(): void {
    // At the end of a truncated page, the parser also closes a tag that it has not opened.
    if (!this.isFull && this.current !== this.root) this.closeCurrent();
  }

  finish(): PageTree {
    while (this.current !== this.root) this.closeCurrent();
    weigh(this.root);
    return { root: this.root, telling: this.telling, appRoots: this.appRoots, opened: this.opened };
  }

  private note(element: PageElement, isTelling: boolean): void {
    const { tag, attribs } = element;
    if (this.drawings === 0 && tag.name !== 'svg') {
      if (tag.kind & KIND.telling) this.telling.push(element);
      if (tag.name === 'app-root' || (isTelling && hasAppMark(attribs))) this.appRoots.push(element);
    }
    if (isTelling && this.menus === 0 && !(tag.kind & KIND.menuPart)) this.noteOpened(attribs);
  }

  private noteOpened(attribs: Attributes): void {
    const controls = attribs['aria-controls'];
    if (controls) for (const id of controls.split(/\s+/)) if (id) this.opened.add(id);
    const target = attribs['data-bs-target'] ?? attribs['data-target'];
    if (target?.startsWith('#')) this.opened.add(target.slice(1));
  }

  private closeCurrent(): void {
    const { current } = this;
    weigh(current);
    addToParent(current);
    if (current.is(KIND.menuPart)) this.menus--;
    if (current.name === 'svg') this.drawings--;
    this.depth--;
    this.current = current.parent!;
  }
}

/** Parses a page into a tree, up to the limits of depth and size. */
export function parseHtml(html: string): PageTree {
  const builder = new TreeBuilder();
  new Parser(builder).end(html);
  return builder.finish();
}
