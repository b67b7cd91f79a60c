import type { LinkRule } from '../shared/chat-protocol.ts';
import { externalLink, safeAddress } from './address.ts';

/** `node` is absent where no link may be inserted (links, code, line ends). */
interface TextPart {
  start: number;
  text: string;
  node?: Text;
}

const PART_OF_WORD = /[\p{L}\p{N}\p{M}]/u;
const CLOSED = /^(?:A|CODE|PRE)$/;
const LINES = /^(?:P|LI|UL|OL|PRE|BR|T[RHD])$/;

/** The first occurrence, as a whole word; longer words first: "frete grátis" over "frete". */
export function linkWords(answer: Node, rules: readonly LinkRule[]): void {
  if (rules.length === 0) return;
  const parts: TextPart[] = [];
  const text = collect(answer, parts, '', false);
  const done: string[] = [];
  for (const rule of longestFirst(rules)) {
    const folded = rule.word.toLowerCase();
    const href = safeAddress(rule.link);
    if (href && done.indexOf(folded) < 0 && linkFirst(text, parts, rule, href)) done.push(folded);
  }
}

function longestFirst(rules: readonly LinkRule[]): LinkRule[] {
  const sorted: LinkRule[] = [];
  for (const rule of rules) {
    let at = sorted.length;
    while (at > 0 && sorted[at - 1]!.word.length < rule.word.length) at--;
    sorted.splice(at, 0, rule);
  }
  return sorted;
}

/** In reading order. Returns `before` followed by all their text. */
function collect(node: Node, parts: TextPart[], before: string, isClosed: boolean): string {
  let text = before;
  for (let child = node.firstChild; child; child = child.nextSibling) {
    if (child.nodeType === 3) {
      const own = child.nodeValue ?? '';
      parts.push({ start: text.length, text: own, node: isClosed ? undefined : (child as Text) });
      text += own;
    } else {
      const isLine = LINES.test(child.nodeName);
      if (isLine) text += '\n';
      text = collect(child, parts, text, isClosed || CLOSED.test(child.nodeName));
      if (isLine) text += '\n';
    }
  }
  return text;
}

function linkFirst(text: string, parts: TextPart[], rule: LinkRule, href: string): boolean {
  const word = rule.word.trim().normalize('NFC');
  if (!word) return false;
  const pattern = word.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&').replace(/\s+/g, '\\s+');
  const search = new RegExp(pattern, rule.caseSensitive ? 'gu' : 'giu');
  for (let found = search.exec(text); found; found = search.exec(text)) {
    const start = found.index;
    const end = start + found[0].length;
    if (!touchesWord(text, start, end)) {
      const at = partAround(parts, start, end);
      if (at >= 0) {
        split(parts, at, start, end, href);
        return true;
      }
    }
    search.lastIndex = start + 1;
  }
  return false;
}

/** Also letters and digits outside the BMP. */
function touchesWord(text: string, start: number, end: number): boolean {
  const isLow = /[\udc00-\udfff]/.test(text.charAt(start - 1));
  const before = text.slice(start - (isLow && start > 1 ? 2 : 1), start);
  const after = text.slice(end, end + 2);
  return (start > 0 && /[\p{L}\p{N}\p{M}]$/u.test(before)) || (PART_OF_WORD.exec(after)?.index ?? 1) === 0;
}

function partAround(parts: readonly TextPart[], start: number, end: number): number {
  for (let at = 0; at < parts.length; at++) {
    const each = parts[at]!;
    if (each.node && each.start <= start && end <= each.start + each.text.length) return at;
  }
  return -1;
}

function split(parts: TextPart[], at: number, start: number, end: number, href: string): void {
  const part = parts[at]!;
  const middle = part.node!.splitText(start - part.start);
  const after = middle.splitText(end - start);
  const linked = middle.nodeValue!;
  middle.parentNode!.replaceChild(externalLink(href, [linked]), middle);
  parts.splice(
    at,
    1,
    { start: part.start, text: part.node!.nodeValue!, node: part.node },
    { start, text: linked },
    { start: end, text: after.nodeValue!, node: after },
  );
}
