import { type AnyNode, type Document, DomHandler, type Element, isTag, isText } from 'domhandler';
import { Parser } from 'htmlparser2';

/** Where the reading of a page ends: no real one nests or holds so much, and every later pass walks and recurses. */
const MAX_DEPTH = 400;
const MAX_ELEMENTS = 60_000;

class EndOfReading extends Error {}

class BoundedHandler extends DomHandler {
  private elements = 0;

  override onopentag(name: string, attributes: Record<string, string>): void {
    if (this.tagStack.length > MAX_DEPTH || ++this.elements > MAX_ELEMENTS) throw new EndOfReading();
    super.onopentag(name, attributes);
  }
  override oncomment(): void {}
  override oncommentend(): void {}
}

/**
 * The tree of a page, in time linear in its length whatever the markup: a parser after the letter of the HTML standard
 * takes minutes, or all memory, for two megabytes of markup written to that end.
 */
export function parseHtml(html: string): Document {
  const handler = new BoundedHandler();
  try {
    new Parser(handler, { decodeEntities: true }).end(html);
  } catch (error) {
    if (!(error instanceof EndOfReading)) throw error;
  }
  return handler.root;
}

/** Calls `visit` on every element, parents first; a visit that answers false leaves the element's children out. */
export function eachElement(root: { children: AnyNode[] }, visit: (element: Element) => boolean | void): void {
  for (const child of root.children) if (isTag(child) && visit(child) !== false) eachElement(child, visit);
}

/** All text below a node, as it stands in the markup. */
export function rawText(node: AnyNode): string {
  if (isText(node)) return node.data;
  let text = '';
  if ('children' in node) for (const child of node.children) text += rawText(child);
  return text;
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
export function nameTokens({ attribs }: Element): readonly string[] {
  if (attribs.class === undefined && attribs.id === undefined) return NO_TOKENS;
  const names = `${attribs.class ?? ''} ${attribs.id ?? ''}`.slice(0, 500);
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
