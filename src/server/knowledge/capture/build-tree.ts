import { NO_ATTRIBUTES, PageElement, type PageTree } from './page-tree.ts';
import { APP_MARKS, KIND, type Tag, tagNamed } from './tags.ts';
import { addToParent, weigh } from './weigh.ts';

/** Where the reading of a page ends: no real one nests or holds so much, and every later pass walks and recurses. */
const MAX_DEPTH = 400;
const MAX_ELEMENTS = 60_000;

const APP_IDS = new Set('root app __next __nuxt ___gatsby app-root svelte q-app ember-app main-app'.split(' '));
export type Attributes = Readonly<Record<string, string>>;

const hasAppMark = (attribs: Attributes) =>
  (attribs.id !== undefined && APP_IDS.has(attribs.id)) || APP_MARKS.some((mark) => mark in attribs);

/** The tree of a page on its way from the first tag to the last: which elements are open, and where each one ends. */
export class TreeBuilder {
  private readonly root = new PageElement({ name: '', kind: 0, bit: 0, closes: 0 }, NO_ATTRIBUTES, null);
  private readonly telling: PageElement[] = [];
  private readonly appRoots: PageElement[] = [];
  private readonly opened = new Set<string>();
  /** The one that is open, and holds what comes next. */
  current = this.root;
  private depth = 0;
  private elements = 0;
  private menus = 0;
  private drawings = 0;
  /** Whether `<x/>` is an element of its own: so it is in drawings and formulas, but for the texts within. */
  private readonly foreign: boolean[] = [];
  /** Names of which nothing is open: closing tags by the hundred thousand are not looked for again and again. */
  private readonly absent = new Set<string>();

  /** Ends all that is open. */
  finish(): PageTree {
    while (this.current !== this.root) this.closeCurrent();
    weigh(this.root);
    return { root: this.root, telling: this.telling, appRoots: this.appRoots, opened: this.opened };
  }

  /**
   * Begins an element. `isTelling`: an attribute may say something of the page, or of other elements. Answers whether the
   * page may go on.
   */
  open(tag: Tag, attribs: Attributes, isSelfClosing: boolean, isTelling: boolean): boolean {
    const { kind, closes } = tag;
    while (closes & this.current.tag.bit) this.closeCurrent();
    const element = this.add(tag, attribs, isTelling);
    if (!element) return false;
    if (kind & (KIND.foreign | KIND.integration)) this.foreign.push((kind & KIND.foreign) !== 0);
    if (kind & KIND.empty || (isSelfClosing && this.foreign.at(-1))) {
      addToParent(element);
      return true;
    }
    this.current = element;
    this.depth++;
    if (this.absent.size > 0) this.absent.clear();
    if (kind & KIND.menuPart) this.menus++;
    if (tag.name === 'svg') this.drawings++;
    return true;
  }

  /** Puts an element into the current one; null when the page has had enough. */
  private add(tag: Tag, attribs: Attributes, isTelling: boolean): PageElement | null {
    if (this.depth >= MAX_DEPTH || ++this.elements > MAX_ELEMENTS) return null;
    const element = new PageElement(tag, attribs, this.current);
    this.current.append(element);
    if (!isTelling && !(tag.kind & KIND.telling)) return element;
    if (this.drawings === 0 && tag.name !== 'svg') {
      if (tag.kind & KIND.telling) this.telling.push(element);
      if (tag.name === 'app-root' || (isTelling && hasAppMark(attribs))) this.appRoots.push(element);
    }
    if (isTelling && this.menus === 0 && !(tag.kind & KIND.menuPart)) this.noteOpened(attribs);
    return element;
  }

  /** Puts an element without attributes or content into the current one. Answers whether the page may go on. */
  private addEmpty(name: string): boolean {
    const element = this.add(tagNamed(name), NO_ATTRIBUTES, false);
    if (element) addToParent(element);
    return element !== null;
  }

  private noteOpened(attribs: Attributes): void {
    const controls = attribs['aria-controls'];
    if (controls) for (const id of controls.split(/\s+/)) if (id) this.opened.add(id);
    const target = attribs['data-bs-target'] ?? attribs['data-target'];
    if (target?.startsWith('#')) this.opened.add(target.slice(1));
  }

  /** Closes an element and all that is open in it. Answers whether the page may go on. */
  close({ name, kind }: Tag): boolean {
    if (kind & (KIND.foreign | KIND.integration)) this.foreign.pop();
    // Closing tags that nothing opened: browsers make an element of these two.
    if (kind & KIND.empty) return name !== 'br' || this.addEmpty(name);
    let open: PageElement | null = this.absent.has(name) ? null : this.current;
    while (open && open.name !== name) open = open.parent;
    if (!open) this.absent.add(name);
    if (!open) return name !== 'p' || this.addEmpty(name);
    while (this.current !== open) this.closeCurrent();
    this.closeCurrent();
    return true;
  }

  /** Ends the current element. */
  closeCurrent(): void {
    const { current } = this;
    weigh(current);
    addToParent(current);
    if (current.is(KIND.menuPart)) this.menus--;
    if (current.name === 'svg') this.drawings--;
    this.depth--;
    this.current = current.parent!;
  }
}
