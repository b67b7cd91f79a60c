import { TreeBuilder } from './build-tree.ts';
import { codesOf } from './code-units.ts';
import { decodeText, decodeValue } from './decode-entities.ts';
import { inkOf, NO_ATTRIBUTES, type PageTree } from './page-tree.ts';
import { addToHash, attributeAt, KIND, standsAt, type Tag, tagAt } from './tags.ts';
import { ANY_TRAIT, TRAIT, traitsOf, traitsOfCodes } from './text-traits.ts';

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

/**
 * Reads a page from its first character to its last, jumping from tag to tag, and has its tree built on the way: tags that
 * imply the end of others, elements without content and text that only looks like markup are taken as browsers take them,
 * in so far as that can be had in time linear in the length of the page.
 */
class PageReader {
  private readonly html: string;
  private readonly length: number;
  /** Of all characters; behind the last, some zeros, which are part of no markup. */
  private readonly codes: Uint16Array;
  private readonly tree = new TreeBuilder();
  /** Of the text that is being read: its ink, the traits of its characters and of those next to each other. */
  private ink = 0;
  private alone = 0;
  private pairs = 0;
  /** An attribute of the element that is about to begin is to be noted. */
  private isTelling = false;
  constructor(html: string) {
    this.html = html;
    this.length = html.length;
    this.codes = codesOf(html);
  }

  read(): PageTree {
    let at = 0;
    while (at !== END) at = this.readText(at);
    return this.tree.finish();
  }

  /** Reads text, and the tag at which it ends. Answers where to go on, as do the others. */
  private readText(from: number): number {
    this.ink = this.alone = this.pairs = 0;
    let at = this.scan(from);
    let next = at < this.length ? this.markupAt(at) : END;
    while (next === TEXT) {
      this.ink++;
      at = this.scan(at + 1);
      next = at < this.length ? this.markupAt(at) : END;
    }
    if (at > from) this.addText(from, at, this.ink, traitsOf(this.alone, this.pairs));
    return next === END ? END : this.readMarkup(next);
  }

  /**
   * Takes stock of text up to the next bracket or the end, and answers where that is. Apart from all else: a loop that
   * calls anything looks up at each character where the arrays are.
   */
  private scan(from: number): number {
    const { codes, length } = this;
    let at = from;
    let ink = 0;
    let alone = 0;
    let pairs = 0;
    let previous = 0;
    for (; at < length; at++) {
      const traits = traitsOfCodes[codes[at]!]!;
      if (traits & TRAIT.bracket) break;
      ink += traits & TRAIT.ink;
      alone |= traits;
      pairs |= traits & (previous << 1);
      previous = traits;
    }
    this.ink += ink;
    this.alone |= alone;
    this.pairs |= pairs;
    return at;
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
      this.tree.current.append(decoded, inkOf(decoded), ANY_TRAIT);
    } else this.tree.current.append(text, ink, traits);
  }

  /** Adds a run of text that was not looked at. */
  private addRaw(from: number, to: number, isDecoded = false): void {
    if (to <= from) return;
    const text = isDecoded ? decodeText(this.html.slice(from, to)) : this.html.slice(from, to);
    // Programs are long, and have no weight.
    const ink = this.tree.current.is(KIND.unweighed) ? 0 : inkOf(text);
    this.tree.current.append(text, ink, ANY_TRAIT);
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
    const tag = tagAt(html, codes, from, at, hash);
    let attribs: Record<string, string> | null = null;
    let isSelfClosing = false;
    this.isTelling = false;
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
    if (!this.tree.open(tag, attribs ?? NO_ATTRIBUTES, isSelfClosing, this.isTelling)) return END;
    return tag.kind & KIND.raw && !isSelfClosing ? this.readRaw(tag, at + 1) : at + 1;
  }

  /** Reads a name and its value, if it has one. Of two of a name the first counts. */
  private readAttribute(from: number, attribs: Record<string, string>): number {
    const { html, codes, length } = this;
    // Whatever the first character is, it belongs to the name.
    let hash = addToHash(0, codes[from]!);
    let at = from + 1;
    for (let code = codes[at]!; at < length && code !== EQUALS && !endsName(code); code = codes[++at]!)
      hash = addToHash(hash, code);
    const { name, isTelling } = attributeAt(html, codes, from, at, hash);
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
    const { name, kind } = this.tree.current.tag;
    // Nearly all close what was opened last.
    const behind = from + name.length;
    if (codes[behind] === GREATER && !(kind & CLOSING_COUNTS) && standsAt(name, codes, from)) {
      this.tree.closeCurrent();
      return behind + 1;
    }
    let at = from;
    let hash = 0;
    for (let code = codes[at]!; code !== GREATER && !isSpace(code); code = codes[++at]!) {
      if (at >= length) return END;
      hash = addToHash(hash, code);
    }
    if (!this.tree.close(tagAt(html, codes, from, at, hash))) return END;
    return codes[at] === GREATER ? at + 1 : this.skipTo('>', at);
  }
}

/**
 * The tree of a page, in time linear in its length whatever the markup: a parser after the letter of the HTML standard
 * takes minutes, or all memory, for two megabytes of markup written to that end.
 */
export const parseHtml = (html: string): PageTree => new PageReader(html).read();
