import { decodeText, decodeValue } from './decode-entities.ts';
import { codesOf } from './code-units.ts';
import { inkOf, NO_ATTRIBUTES, PageElement, type PageTree } from './page-tree.ts';
import { addToHash, APP_MARKS, attributeAt, KIND, type Tag, tagAt, tagNamed } from './tags.ts';
import { ANY_TRAIT, TRAIT, traitsOf, traitsOfCodes } from './text-traits.ts';
import { addToParent, weigh } from './weigh.ts';

/** Where the reading of a page ends: no real one nests or holds so much, and every later pass walks and recurses. */
const MAX_DEPTH = 400;
const MAX_ELEMENTS = 60_000;

const GREATER = 62;
const SLASH = 47;
const EQUALS = 61;
const BANG = 33;
const QUESTION = 63;
const DASH = 45;
const BRACKET_OPEN = 60;
const SQUARE = 91;
const QUOTE = 34;
const APOSTROPHE = 39;

const isSpace = (code: number) => code === 32 || (code >= 9 && code <= 13 && code !== 11);
const isLetter = (code: number) => (code | 32) >= 97 && (code | 32) <= 122;
const endsName = (code: number) => code === GREATER || code === SLASH || isSpace(code);

/** Elements with whose closing tags there is more to do than to close them. */
const CLOSING_COUNTS = KIND.foreign | KIND.integration | KIND.empty;

/** What a method answers when nothing is left to be read, and when what looks like markup is none. */
const END = -1;
const TEXT = -2;

const APP_IDS = new Set('root app __next __nuxt ___gatsby app-root svelte q-app ember-app main-app'.split(' '));
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
  private readonly length: number;
  /** Of all characters; behind the last, some zeros, which are part of no markup. */
  private readonly codes: Uint16Array;
  private readonly root = new PageElement({ name: '', kind: 0, bit: 0, closes: 0 }, NO_ATTRIBUTES, null);
  private readonly telling: PageElement[] = [];
  private readonly opened = new Set<string>();
  private current = this.root;
  private depth = 0;
  private elements = 0;
  private menus = 0;
  private drawings = 0;
  /** An attribute of the element that is about to begin is to be noted. */
  private isTelling = false;
  /** Whether `<x/>` is an element of its own: so it is in drawings and formulas, but for the texts within. */
  private readonly foreign: boolean[] = [];
  /** Names of which nothing is open: closing tags by the hundred thousand are not looked for again and again. */
  private readonly absent = new Set<string>();

  constructor(html: string) {
    this.html = html;
    this.length = html.length;
    this.codes = codesOf(html);
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
    const { codes, length } = this;
    let ink = 0;
    let alone = 0;
    let pairs = 0;
    let previous = 0;
    for (let at = from; at < length; at++) {
      const traits = traitsOfCodes[codes[at]!]!;
      if (traits & TRAIT.bracket) {
        const next = this.markupAt(at);
        if (next !== TEXT) {
          if (at > from) this.addText(from, at, ink, traitsOf(alone, pairs));
          return this.readMarkup(next);
        }
      }
      ink += traits & TRAIT.ink;
      alone |= traits;
      pairs |= traits & previous;
      previous = traits;
    }
    if (length > from) this.addText(from, length, ink, traitsOf(alone, pairs));
    return END;
  }

  /** Where the markup that begins with a bracket says what it is; TEXT when it is none. */
  private markupAt(bracket: number): number {
    const { codes, length } = this;
    const code = codes[bracket + 1]!;
    if (isLetter(code) || code === BANG || code === QUESTION) return bracket + 1;
    if (code !== SLASH) return TEXT;
    let name = bracket + 2;
    while (isSpace(codes[name]!)) name++;
    // An empty tag stays where it is, as text.
    return codes[name] === GREATER || name >= length ? TEXT : name;
  }

  private readMarkup(at: number): number {
    const { codes } = this;
    const code = codes[at]!;
    if (codes[at - 1] !== BRACKET_OPEN) return isLetter(code) ? this.readClosing(at) : this.skipTo('>', at + 1, at);
    if (isLetter(code)) return this.readOpening(at);
    return code === BANG ? this.readDeclaration(at + 1) : this.skipTo('>', at + 1, at + 1);
  }

  /** Adds a run of text whose ink and traits are known. */
  private addText(from: number, to: number, ink: number, traits: number): void {
    const text = this.html.slice(from, to);
    if (traits & TRAIT.ampersand) {
      const decoded = decodeText(text);
      this.current.append(decoded, inkOf(decoded), ANY_TRAIT);
    } else this.current.append(text, ink, traits);
  }

  /** Adds a run of text that was not looked at. */
  private addRaw(from: number, to: number, isDecoded = false): void {
    if (to <= from) return;
    const text = isDecoded ? decodeText(this.html.slice(from, to)) : this.html.slice(from, to);
    // Programs are long, and have no weight.
    const ink = this.current.is(KIND.unweighed) ? 0 : inkOf(text);
    this.current.append(text, ink, ANY_TRAIT);
  }

  /** Goes behind the next `end`; what has none is text from `textFrom` on. */
  private skipTo(end: string, from: number, textFrom = this.html.length): number {
    const found = this.html.indexOf(end, from);
    if (found !== -1) return found + end.length;
    this.addRaw(textFrom, this.length);
    return END;
  }

  /** What begins with `<!`: a comment, or something that browsers take for one. */
  private readDeclaration(from: number): number {
    const { html, codes } = this;
    const code = codes[from]!;
    if (code === DASH) {
      // The dashes of a comment's beginning may be those of its end.
      if (codes[from + 1] === DASH) return this.skipTo('-->', from);
      return this.skipTo('>', from + 2, from);
    }
    if (code !== SQUARE) return this.skipTo('>', from + 1, from);
    let same = 0;
    while (same < 6 && html[from + 1 + same] === 'CDATA['[same]) same++;
    return same === 6 ? this.skipTo(']]>', from + 7) : this.skipTo('>', from + 1 + same, from);
  }

  private readOpening(from: number): number {
    const { html, codes, length } = this;
    let at = from;
    let hash = 0;
    for (let code = codes[at]!; at < length && !endsName(code); code = codes[++at]!) hash = addToHash(hash, code);
    const tag = tagAt(html, from, at, hash);
    let attribs: Record<string, string> | null = null;
    let isSelfClosing = false;
    for (;;) {
      if (at >= length) return END;
      const code = codes[at]!;
      if (code === GREATER) break;
      if (isSpace(code)) at++;
      else if (code === SLASH) {
        do at++;
        while (isSpace(codes[at]!));
        isSelfClosing = codes[at] === GREATER;
      } else at = this.readAttribute(at, (attribs ??= {}));
    }
    return this.open(tag, attribs ?? NO_ATTRIBUTES, isSelfClosing, at + 1);
  }

  /** Reads a name and its value, if it has one. Of two of a name the first counts. */
  private readAttribute(from: number, attribs: Record<string, string>): number {
    const { html, codes, length } = this;
    // Whatever the first character is, it belongs to the name.
    let hash = addToHash(0, codes[from]!);
    let at = from + 1;
    for (let code = codes[at]!; at < length && code !== EQUALS && !endsName(code); code = codes[++at]!)
      hash = addToHash(hash, code);
    const { name, isTelling } = attributeAt(html, from, at, hash);
    if (isTelling) this.isTelling = true;
    while (isSpace(codes[at]!)) at++;
    let value = '';
    if (codes[at] === EQUALS) {
      do at++;
      while (isSpace(codes[at]!));
      const code = codes[at]!;
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
    const { codes, length } = this;
    let at = from;
    for (let code = codes[at]!; code !== GREATER && !isSpace(code); code = codes[++at]!) if (at >= length) return -1;
    return at;
  }

  private open(tag: Tag, attribs: Attributes, isSelfClosing: boolean, next: number): number {
    const { kind, closes } = tag;
    while (closes & this.current.tag.bit) this.closeCurrent();
    const element = this.add(tag, attribs);
    if (!element) return END;
    if (kind & (KIND.foreign | KIND.integration)) this.foreign.push((kind & KIND.foreign) !== 0);
    if (kind & KIND.empty || (isSelfClosing && this.foreign.at(-1))) {
      addToParent(element);
      return next;
    }
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
    const { isTelling } = this;
    this.isTelling = false;
    if (!isTelling && !(tag.kind & KIND.telling)) return element;
    const isSeen = this.drawings === 0 && tag.name !== 'svg';
    if (isSeen && (tag.kind & KIND.telling || hasAppMark(attribs))) this.telling.push(element);
    if (isTelling && this.menus === 0 && !(tag.kind & KIND.menuPart)) this.noteOpened(attribs);
    return element;
  }

  /** Puts an element without attributes or content into the current one. Answers whether the page may go on. */
  private addEmpty(name: string): boolean {
    const element = this.add(tagNamed(name), NO_ATTRIBUTES);
    if (element) addToParent(element);
    return element !== null;
  }

  private noteOpened(attribs: Attributes): void {
    const controls = attribs['aria-controls'];
    if (controls) for (const id of controls.split(/\s+/)) if (id) this.opened.add(id);
    const target = attribs['data-bs-target'] ?? attribs['data-target'];
    if (target?.startsWith('#')) this.opened.add(target.slice(1));
  }

  /** Text up to the closing tag of the element that has just begun, and that tag. */
  private readRaw({ name }: Tag, from: number): number {
    const { html, codes } = this;
    const isName = (at: number) => {
      for (let place = 0; place < name.length; place++)
        if ((codes[at + place]! | 32) !== name.charCodeAt(place)) return false;
      const code = codes[at + name.length]!;
      return code === GREATER || isSpace(code);
    };
    let end = html.indexOf('</', from);
    while (end !== -1 && !isName(end + 2)) end = html.indexOf('</', end + 2);
    this.addRaw(from, end === -1 ? html.length : end, name === 'title');
    return end === -1 ? END : this.readClosing(end + 2);
  }

  private readClosing(from: number): number {
    const { html, codes, length } = this;
    const { name, kind } = this.current.tag;
    // Nearly all close what was opened last.
    const behind = from + name.length;
    if (codes[behind] === GREATER && !(kind & CLOSING_COUNTS) && html.startsWith(name, from)) {
      this.closeCurrent();
      return behind + 1;
    }
    let at = from;
    let hash = 0;
    for (let code = codes[at]!; code !== GREATER && !isSpace(code); code = codes[++at]!) {
      if (at >= length) return END;
      hash = addToHash(hash, code);
    }
    if (!this.close(tagAt(html, from, at, hash))) return END;
    return codes[at] === GREATER ? at + 1 : this.skipTo('>', at);
  }

  /** Closes an element and all that is open in it. Answers whether the page may go on. */
  private close({ name, kind }: Tag): boolean {
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

/**
 * The tree of a page, in time linear in its length whatever the markup: a parser after the letter of the HTML standard
 * takes minutes, or all memory, for two megabytes of markup written to that end.
 */
export const parseHtml = (html: string): PageTree => new PageReader(html).read();
