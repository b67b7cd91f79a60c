import { decodeText, decodeValue } from './decode-entities.ts';
import { NO_ATTRIBUTES, PageElement, type PageTree } from './page-tree.ts';
import { addToHash, attributeAt, KIND, type Tag, tagAt, tagNamed } from './tags.ts';
import { weigh } from './weigh.ts';

/** Where the reading of a page ends: no real one nests or holds so much, and every later pass walks and recurses. */
const MAX_DEPTH = 400;
const MAX_ELEMENTS = 60_000;

const GREATER = 62;
const SLASH = 47;
const EQUALS = 61;
const BANG = 33;
const QUESTION = 63;
const DASH = 45;
const BRACKET = 91;
const QUOTE = 34;
const APOSTROPHE = 39;

const isSpace = (code: number) => code === 32 || (code >= 9 && code <= 13 && code !== 11);
const isLetter = (code: number) => (code | 32) >= 97 && (code | 32) <= 122;
const endsName = (code: number) => code === GREATER || code === SLASH || isSpace(code);

/** What a method answers when nothing is left to be read. */
const END = -1;

const APP_IDS = new Set('root app __next __nuxt ___gatsby app-root svelte q-app ember-app main-app'.split(' '));
const APP_MARKS = ['ng-app', 'ng-version', 'data-reactroot', 'data-v-app', 'data-server-rendered'];
type Attributes = Readonly<Record<string, string>>;

/** Whether a program may be meant to draw the page in an element. */
export const isAppRoot = ({ name, attribs }: PageElement): boolean =>
  name === 'app-root' || (attribs !== NO_ATTRIBUTES && hasAppMark(attribs));
const hasAppMark = (attribs: Attributes) =>
  (attribs.id !== undefined && APP_IDS.has(attribs.id)) || APP_MARKS.some((mark) => mark in attribs);

/**
 * Reads a page from its first character to its last, jumping from tag to tag, and builds its tree on the way: tags that
 * imply the end of others, elements without content and text that only looks like markup are taken as browsers take them,
 * in so far as that can be had in time linear in the length of the page.
 */
class PageReader {
  private readonly html: string;
  private readonly root = new PageElement({ name: '', kind: 0, closes: null }, NO_ATTRIBUTES, null);
  private readonly telling: PageElement[] = [];
  private readonly opened = new Set<string>();
  private current = this.root;
  private depth = 0;
  private elements = 0;
  private menus = 0;
  private drawings = 0;
  /** Whether `<x/>` is an element of its own: so it is in drawings and formulas, but for the texts within. */
  private readonly foreign: boolean[] = [];
  /** Names of which nothing is open: closing tags by the hundred thousand are not looked for again and again. */
  private readonly absent = new Set<string>();

  constructor(html: string) {
    this.html = html;
  }

  read(): PageTree {
    let at = 0;
    while (at !== END) at = this.readText(at);
    while (this.current !== this.root) this.closeCurrent();
    weigh(this.root);
    return { root: this.root, telling: this.telling, opened: this.opened };
  }

  /** Reads text, and the tag at which it ends. Answers where to go on, as do the others. */
  private readText(from: number): number {
    const { html } = this;
    for (let at = html.indexOf('<', from); at !== -1; at = html.indexOf('<', at + 1)) {
      const code = html.charCodeAt(at + 1);
      if (isLetter(code)) {
        this.addText(from, at);
        return this.readOpening(at + 1);
      }
      if (code === SLASH) {
        let name = at + 2;
        while (isSpace(html.charCodeAt(name))) name++;
        // An empty tag stays where it is, as text.
        if (html.charCodeAt(name) === GREATER) continue;
        if (name >= html.length) break;
        this.addText(from, at);
        if (isLetter(html.charCodeAt(name))) return this.readClosing(name);
        return this.skipTo('>', name + 1, name);
      }
      if (code !== BANG && code !== QUESTION) continue;
      this.addText(from, at);
      return code === BANG ? this.readDeclaration(at + 2) : this.skipTo('>', at + 2, at + 2);
    }
    this.addText(from, html.length);
    return END;
  }

  private addText(from: number, to: number, isDecoded = true): void {
    if (to <= from) return;
    const text = this.html.slice(from, to);
    this.current.append(isDecoded ? decodeText(text) : text);
  }

  /** Goes behind the next `end`; what has none is text from `textFrom` on. */
  private skipTo(end: string, from: number, textFrom = this.html.length): number {
    const found = this.html.indexOf(end, from);
    if (found !== -1) return found + end.length;
    this.addText(textFrom, this.html.length, false);
    return END;
  }

  /** What begins with `<!`: a comment, or something that browsers take for one. */
  private readDeclaration(from: number): number {
    const { html } = this;
    const code = html.charCodeAt(from);
    if (code === DASH) {
      // The dashes of a comment's beginning may be those of its end.
      if (html.charCodeAt(from + 1) === DASH) return this.skipTo('-->', from);
      return this.skipTo('>', from + 2, from);
    }
    if (code !== BRACKET) return this.skipTo('>', from + 1, from);
    let same = 0;
    while (same < 6 && html[from + 1 + same] === 'CDATA['[same]) same++;
    return same === 6 ? this.skipTo(']]>', from + 7) : this.skipTo('>', from + 1 + same, from);
  }

  private readOpening(from: number): number {
    const { html } = this;
    const { length } = html;
    let at = from;
    let hash = 0;
    for (let code = html.charCodeAt(at); at < length && !endsName(code); code = html.charCodeAt(++at))
      hash = addToHash(hash, code);
    const tag = tagAt(html, from, at, hash);
    let attribs: Record<string, string> | null = null;
    let isSelfClosing = false;
    for (;;) {
      if (at >= length) return END;
      const code = html.charCodeAt(at);
      if (code === GREATER) break;
      if (isSpace(code)) at++;
      else if (code === SLASH) {
        do at++;
        while (isSpace(html.charCodeAt(at)));
        isSelfClosing = html.charCodeAt(at) === GREATER;
      } else at = this.readAttribute(at, (attribs ??= {}));
    }
    return this.open(tag, attribs ?? NO_ATTRIBUTES, isSelfClosing, at + 1);
  }

  /** Reads a name and its value, if it has one. Of two of a name the first counts. */
  private readAttribute(from: number, attribs: Record<string, string>): number {
    const { html } = this;
    const { length } = html;
    // Whatever the first character is, it belongs to the name.
    let hash = addToHash(0, html.charCodeAt(from));
    let at = from + 1;
    for (
      let code = html.charCodeAt(at);
      at < length && code !== EQUALS && !endsName(code);
      code = html.charCodeAt(++at)
    )
      hash = addToHash(hash, code);
    const name = attributeAt(html, from, at, hash);
    while (isSpace(html.charCodeAt(at))) at++;
    let value = '';
    if (html.charCodeAt(at) === EQUALS) {
      do at++;
      while (isSpace(html.charCodeAt(at)));
      const code = html.charCodeAt(at);
      const start = code === QUOTE || code === APOSTROPHE ? at + 1 : at;
      const end = start === at ? this.endOfBareValue(at) : html.indexOf(code === QUOTE ? '"' : "'", start);
      if (end === -1) return length;
      value = decodeValue(html.slice(start, end));
      at = start === at ? end : end + 1;
    }
    if (attribs[name] === undefined || !Object.hasOwn(attribs, name)) attribs[name] = value;
    return at;
  }

  private endOfBareValue(from: number): number {
    let at = from;
    for (let code = this.html.charCodeAt(at); code !== GREATER && !isSpace(code); code = this.html.charCodeAt(++at))
      if (at >= this.html.length) return -1;
    return at;
  }

  private open(tag: Tag, attribs: Attributes, isSelfClosing: boolean, next: number): number {
    const { kind, closes } = tag;
    if (closes) while (closes.has(this.current.name)) this.closeCurrent();
    const element = this.add(tag, attribs);
    if (!element) return END;
    if (kind & KIND.empty) return next;
    if (kind & (KIND.foreign | KIND.integration)) this.foreign.push((kind & KIND.foreign) !== 0);
    if (isSelfClosing && this.foreign.at(-1)) return next;
    this.current = element;
    this.depth++;
    if (this.absent.size > 0) this.absent.clear();
    if (kind & KIND.menuPart) this.menus++;
    if (tag.name === 'svg') this.drawings++;
    return !isSelfClosing && kind & KIND.raw ? this.readRaw(tag, next) : next;
  }

  /** Puts an element into the current one; null when the page has had enough. */
  private add(tag: Tag, attribs: Attributes): PageElement | null {
    if (this.depth >= MAX_DEPTH || ++this.elements > MAX_ELEMENTS) return null;
    const element = new PageElement(tag, attribs, this.current);
    this.current.append(element);
    const isSeen = this.drawings === 0 && tag.name !== 'svg';
    if (isSeen && (tag.kind & KIND.telling || (attribs !== NO_ATTRIBUTES && hasAppMark(attribs))))
      this.telling.push(element);
    if (this.menus === 0 && attribs !== NO_ATTRIBUTES && !(tag.kind & KIND.menuPart)) this.noteOpened(attribs);
    return element;
  }

  private noteOpened(attribs: Attributes): void {
    const controls = attribs['aria-controls'];
    if (controls) for (const id of controls.split(/\s+/)) if (id) this.opened.add(id);
    const target = attribs['data-bs-target'] ?? attribs['data-target'];
    if (target?.startsWith('#')) this.opened.add(target.slice(1));
  }

  /** Text up to the closing tag of the element that has just begun, and that tag. */
  private readRaw({ name }: Tag, from: number): number {
    const { html } = this;
    const isName = (at: number) => {
      for (let place = 0; place < name.length; place++)
        if ((html.charCodeAt(at + place) | 32) !== name.charCodeAt(place)) return false;
      const code = html.charCodeAt(at + name.length);
      return code === GREATER || isSpace(code);
    };
    let end = html.indexOf('</', from);
    while (end !== -1 && !isName(end + 2)) end = html.indexOf('</', end + 2);
    this.addText(from, end === -1 ? html.length : end, name === 'title');
    return end === -1 ? END : this.readClosing(end + 2);
  }

  private readClosing(from: number): number {
    const { html } = this;
    let at = from;
    let hash = 0;
    for (let code = html.charCodeAt(at); code !== GREATER && !isSpace(code); code = html.charCodeAt(++at)) {
      if (at >= html.length) return END;
      hash = addToHash(hash, code);
    }
    if (!this.close(tagAt(html, from, at, hash))) return END;
    return this.skipTo('>', at);
  }

  /** Closes an element and all that is open in it. Answers whether the page may go on. */
  private close({ name, kind }: Tag): boolean {
    if (kind & (KIND.foreign | KIND.integration)) this.foreign.pop();
    // Closing tags that nothing opened: browsers make an element of these two.
    if (kind & KIND.empty) return name !== 'br' || this.add(tagNamed(name), NO_ATTRIBUTES) !== null;
    let open: PageElement | null = this.absent.has(name) ? null : this.current;
    while (open && open.name !== name) open = open.parent;
    if (!open) this.absent.add(name);
    if (!open) return name !== 'p' || this.add(tagNamed(name), NO_ATTRIBUTES) !== null;
    while (this.current !== open) this.closeCurrent();
    this.closeCurrent();
    return true;
  }

  private closeCurrent(): void {
    const { current } = this;
    weigh(current);
    if (current.is(KIND.menuPart)) this.menus--;
    if (current.name === 'svg') this.drawings--;
    this.depth--;
    this.current = current.parent!;
  }
}

/**
 * The tree of a page, in time linear in its length whatever the markup: a parser after the letter of the HTML standard
 * takes minutes, or all memory, for two megabytes of markup written to that end.
 */
export const parseHtml = (html: string): PageTree => new PageReader(html).read();
