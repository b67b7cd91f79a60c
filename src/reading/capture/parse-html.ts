import { type Handler, Parser } from 'htmlparser2';
import { addToParent, countElement } from './count-element.ts';
import { NO_ATTRIBUTES, PageElement, type PageTree } from './page-tree.ts';
import { APP_MARKS, KIND, tagNamed } from './tags.ts';
import { analyseText, ANY_TRAIT } from './text-traits.ts';

/** Limits at which parsing stops. No regular page reaches them, and later passes are recursive. */
const MAX_DEPTH = 400;
const MAX_ELEMENTS = 60_000;

const APP_IDS = new Set('root app __next __nuxt ___gatsby app-root svelte q-app ember-app main-app'.split(' '));
/** Attributes that make an element relevant for the metadata or for hidden text. */
const RELEVANT_ATTRIBUTES = new Set([
  'id',
  'aria-controls',
  'data-target',
  'data-bs-target',
  'commandfor',
  'popovertarget',
  'data-micromodal-trigger',
  'onclick',
  ...APP_MARKS,
]);
const OPENS_BY_SCRIPT = /getElementById\(\s*['"]([^'"]+)['"]|(?:^|[^\w-])([\w-]+)\.showModal\(/;
type ElementAttributes = Readonly<Record<string, string>>;

const hasAppMark = (attribs: ElementAttributes) =>
  (attribs.id !== undefined && APP_IDS.has(attribs.id)) || APP_MARKS.some((mark) => mark in attribs);

class TreeBuilder implements Partial<Handler> {
  private readonly root = new PageElement(tagNamed(''), NO_ATTRIBUTES, null);
  private readonly metadataElements: PageElement[] = [];
  private readonly appRoots: PageElement[] = [];
  private readonly tabs: PageElement[] = [];
  private readonly opened = new Set<string>();
  private parser: Parser | null = null;
  private current = this.root;
  private depth = 0;
  private elements = 0;
  private menuDepth = 0;
  private svgDepth = 0;
  /** A limit was reached: ignores the parser's remaining events. */
  private isFull = false;

  onparserinit(parser: Parser): void {
    this.parser = parser;
  }

  onopentag(name: string, attribs: ElementAttributes): void {
    if (this.isFull) return;
    if (this.depth >= MAX_DEPTH || ++this.elements > MAX_ELEMENTS) {
      this.isFull = true;
      this.parser?.pause();
      return;
    }
    let hasNoAttributes = true;
    let isRelevant = false;
    for (const attribute in attribs) {
      hasNoAttributes = false;
      if (RELEVANT_ATTRIBUTES.has(attribute) || (attribute === 'href' && attribs.href!.startsWith('#')))
        isRelevant = true;
    }
    const element = new PageElement(tagNamed(name), hasNoAttributes ? NO_ATTRIBUTES : attribs, this.current);
    this.current.append(element);
    if (isRelevant || element.is(KIND.metadata)) this.collect(element, isRelevant);
    this.current = element;
    this.depth++;
    if (element.is(KIND.menuPart)) this.menuDepth++;
    if (name === 'svg') this.svgDepth++;
  }

  ontext(text: string): void {
    if (this.isFull) return;
    // Scripts and styles are large on many pages, and their text is never analysed.
    if (this.current.is(KIND.scriptOrStyle)) return this.current.append(text, 0, ANY_TRAIT);
    const plain = text.includes('\u00ad') ? text.replaceAll('\u00ad', '') : text;
    const { ink, traits } = analyseText(plain);
    this.current.append(plain, ink, traits);
  }

  onclosetag(): void {
    if (!this.isFull && this.current !== this.root) this.closeCurrent();
  }

  finish(): PageTree {
    while (this.current !== this.root) this.closeCurrent();
    countElement(this.root);
    return {
      root: this.root,
      metadataElements: this.metadataElements,
      appRoots: this.appRoots,
      tabs: this.tabs,
      openableIds: this.opened,
    };
  }

  private collect(element: PageElement, isRelevant: boolean): void {
    const { tag, attribs } = element;
    if (this.svgDepth === 0 && tag.name !== 'svg') {
      if (tag.kind & KIND.metadata) this.metadataElements.push(element);
      if (tag.name === 'app-root' || (isRelevant && hasAppMark(attribs))) this.appRoots.push(element);
    }
    if (isRelevant && attribs.role === 'tab' && tag.name !== 'a') this.tabs.push(element);
    if (isRelevant && this.menuDepth === 0 && !(tag.kind & KIND.menuPart)) this.collectOpenable(attribs);
  }

  private collectOpenable(attribs: ElementAttributes): void {
    const controls = attribs['aria-controls'];
    if (controls) for (const id of controls.split(/\s+/)) if (id) this.opened.add(id);
    const target = attribs['data-bs-target'] ?? attribs['data-target'] ?? attribs.href;
    if (target?.startsWith('#')) this.opened.add(target.slice(1));
    const named = attribs.commandfor ?? attribs.popovertarget ?? attribs['data-micromodal-trigger'];
    if (named) this.opened.add(named);
    const [, byId, own] = (attribs.onclick && OPENS_BY_SCRIPT.exec(attribs.onclick)) || [];
    if (byId ?? own) this.opened.add((byId ?? own)!);
  }

  private closeCurrent(): void {
    const { current } = this;
    countElement(current);
    addToParent(current);
    if (current.is(KIND.menuPart)) this.menuDepth--;
    if (current.name === 'svg') this.svgDepth--;
    this.depth--;
    this.current = current.parent!;
  }
}

export function parseHtml(html: string): PageTree {
  const builder = new TreeBuilder();
  new Parser(builder).end(html);
  return builder.finish();
}
