import { bareAddress, externalLink, safeAddress } from './address.ts';
import { element } from './element.ts';
import { entityAt, withoutEntities } from './entities.ts';

/**
 * Written directly to the DOM; all other HTML is text. With `partial`, an unclosed marker at the end counts as closed,
 * so that `**word` does not show its asterisks meanwhile.
 */

const DEEPEST = 6;
const LONGEST_LINK_TEXT = 500;
const WORD = /[\p{L}\p{N}]/u;
const BREAK = /<br\s*\/?>/iy;
/** May become a marker, an entity or a line break when more text arrives. */
const UNFINISHED = /(?:[*_`~]+|!?\[|\\|&[#\w]{0,8}|<(?:b|br\s?\/?)?)$/i;
const ESCAPABLE = /[!-/:-@[-`{-~]/;

export function writeInline(into: Node, text: string, partial: boolean): void {
  new InlineWriter(into, partial ? text.replace(UNFINISHED, '') : text, partial, 0, false).write();
}

class InlineWriter {
  private plain = '';
  private at = 0;
  /** Not searched again, so that the time stays linear. */
  private readonly unclosed: string[] = [];
  private readonly into: Node;
  private readonly text: string;
  private readonly partial: boolean;
  private readonly depth: number;
  private readonly isInLink: boolean;

  constructor(into: Node, text: string, partial: boolean, depth: number, isInLink: boolean) {
    this.into = into;
    this.text = text;
    this.partial = partial;
    this.depth = depth;
    this.isInLink = isInLink;
  }

  write(): void {
    while (this.at < this.text.length) {
      if (this.writeSpecial()) continue;
      this.plain += this.text.charAt(this.at++);
    }
    this.flush();
  }

  private writeSpecial(): boolean {
    switch (this.text.charAt(this.at)) {
      case '\n':
        this.place(element('br'), this.at + 1);
        return true;
      case '\\':
        return this.writeEscaped();
      case '`':
        return this.writeCode();
      case '*':
      case '_':
      case '~':
        return this.writeEmphasis();
      case '&':
        return this.writeEntity();
      case '<':
        return this.writeBreak();
      case '!':
        return this.text.charAt(this.at + 1) === '[' && this.writeLink(this.at + 1, true);
      case '[':
        return this.writeLink(this.at, false);
      default:
        return this.writeBareAddress();
    }
  }

  private flush(): void {
    if (this.plain) this.into.appendChild(document.createTextNode(this.plain));
    this.plain = '';
  }

  private place(node: Node, next: number): void {
    this.flush();
    this.into.appendChild(node);
    this.at = next;
  }

  private nest(node: Node, from: number, to: number, next: number, isInLink = this.isInLink): void {
    const isOpen = this.partial && to === this.text.length;
    new InlineWriter(node, this.text.slice(from, to), isOpen, this.depth + 1, isInLink).write();
    if (node !== this.into) this.place(node, next);
    this.at = next;
  }

  private writeEscaped(): boolean {
    const next = this.text.charAt(this.at + 1);
    if (!ESCAPABLE.test(next)) return false;
    this.plain += next;
    this.at += 2;
    return true;
  }

  private writeEntity(): boolean {
    const found = entityAt(this.text, this.at);
    if (!found) return false;
    this.plain += found.shown;
    this.at = found.reaches;
    return true;
  }

  private writeBreak(): boolean {
    BREAK.lastIndex = this.at;
    const found = BREAK.exec(this.text);
    if (!found) return false;
    this.place(element('br'), this.at + found[0].length);
    return true;
  }

  private runLength(at: number): number {
    let end = at;
    while (end < this.text.length && this.text.charAt(end) === this.text.charAt(at)) end++;
    return end - at;
  }

  private writeCode(): boolean {
    const ticks = this.runLength(this.at);
    const from = this.at + ticks;
    let close = this.isHopeless('`' + ticks) ? -1 : from;
    while (close >= 0) {
      close = this.text.indexOf('`', close);
      if (close < 0) break;
      const length = this.runLength(close);
      if (length === ticks) break;
      close += length;
    }
    if (close < 0 && !this.partial) {
      this.unclosed.push('`' + ticks);
      this.plain += this.text.slice(this.at, from);
      this.at = from;
      return true;
    }
    const end = close < 0 ? this.text.length : close;
    const code = this.text.slice(from, end);
    this.place(
      element('code', {}, [/^ .*[^ ].* $/.test(code) ? code.slice(1, -1) : code]),
      close < 0 ? end : end + ticks,
    );
    return true;
  }

  private isHopeless(marker: string): boolean {
    return this.unclosed.indexOf(marker) >= 0;
  }

  private writeEmphasis(): boolean {
    const marker = this.text.charAt(this.at);
    const run = this.runLength(this.at);
    const from = this.at + run;
    const next = this.text.charAt(from);
    const isInsideWord = this.at > 0 && WORD.test(this.text.charAt(this.at - 1)) && (marker === '_' || run === 1);
    const isStruck = marker === '~';
    const opens =
      (isStruck ? run === 2 : run <= 3) && this.depth < DEEPEST && next !== '' && !/\s/.test(next) && !isInsideWord;
    const close = opens ? this.findCloser(marker, run, from) : -1;
    if (close < 0 && !(opens && this.partial)) {
      this.plain += this.text.slice(this.at, from);
      this.at = from;
      return true;
    }
    const to = close < 0 ? this.text.length : close;
    const node = element(isStruck ? 'del' : run === 1 ? 'em' : 'strong');
    const inner = run === 3 ? element('em') : node;
    if (inner !== node) node.appendChild(inner);
    const isOpen = this.partial && close < 0;
    new InlineWriter(inner, this.text.slice(from, to), isOpen, this.depth + 1, this.isInLink).write();
    this.place(node, close < 0 ? to : to + run);
    return true;
  }

  /** -1 if there is none. Ignores code and escaped characters. */
  private findCloser(marker: string, run: number, from: number): number {
    const key = marker + run;
    if (this.isHopeless(key)) return -1;
    for (let at = from; at < this.text.length; at++) {
      const char = this.text.charAt(at);
      if (char === '\\') at++;
      else if (char === '`') at = this.afterCode(at) - 1;
      else if (char === marker) {
        const length = this.runLength(at);
        const fits = length === run || length === 3;
        const isAfterText = !/\s/.test(this.text.charAt(at - 1));
        const isInsideWord = marker === '_' && WORD.test(this.text.charAt(at + length));
        if (fits && isAfterText && !isInsideWord && at > from) return at + length - run;
        at += length - 1;
      }
    }
    this.unclosed.push(key);
    return -1;
  }

  private afterCode(at: number): number {
    const ticks = this.text.slice(at, at + this.runLength(at));
    const close = this.text.indexOf(ticks, at + ticks.length);
    return close < 0 ? at + ticks.length : close + ticks.length;
  }

  /** Images and links to forbidden addresses are written as text only. */
  private writeLink(open: number, isImage: boolean): boolean {
    const textEnd = this.depth < DEEPEST ? this.findBracket(open) : -1;
    if (textEnd < 0 && !this.partial) return false;
    const from = open + 1;
    if (textEnd < 0 || (this.partial && textEnd === this.text.length - 1)) {
      const to = textEnd < 0 ? this.text.length : textEnd;
      this.flush();
      this.nest(this.into, from, to, this.text.length);
      return true;
    }
    if (this.text.charAt(textEnd + 1) !== '(') return false;
    const end = this.findAddressEnd(textEnd + 2);
    if (end < 0 && !this.partial) return false;
    const address = /^<?([^\s>]*)/.exec(this.text.slice(textEnd + 2, end < 0 ? undefined : end).trim())![1]!;
    const href = end < 0 || isImage || this.isInLink ? undefined : safeAddress(withoutEntities(address));
    this.flush();
    const after = end < 0 ? this.text.length : end + 1;
    if (href) this.nest(externalLink(href, []), from, textEnd, after, true);
    else this.nest(this.into, from, textEnd, after);
    return true;
  }

  private findBracket(open: number): number {
    const end = Math.min(this.text.length, open + LONGEST_LINK_TEXT);
    let depth = 0;
    for (let at = open; at < end; at++) {
      const char = this.text.charAt(at);
      if (char === '\\') at++;
      else if (char === '`') at = this.afterCode(at) - 1;
      else if (char === '[') depth++;
      else if (char === ']' && --depth === 0) return at;
    }
    return -1;
  }

  private findAddressEnd(from: number): number {
    let depth = 1;
    for (let at = from; at < this.text.length && this.text.charAt(at) !== '\n'; at++) {
      const char = this.text.charAt(at);
      if (char === '\\') at++;
      else if (char === '(') depth++;
      else if (char === ')' && --depth === 0) return at;
    }
    return -1;
  }

  /** Waits while more text may still extend it. */
  private writeBareAddress(): boolean {
    if (this.isInLink || (this.at > 0 && /[\p{L}\p{N}._%+-]/u.test(this.text.charAt(this.at - 1)))) return false;
    const found = bareAddress(this.text, this.at);
    if (!found || (this.partial && found.reaches === this.text.length)) return false;
    this.place(externalLink(found.href, [found.shown]), found.ends);
    return true;
  }
}
