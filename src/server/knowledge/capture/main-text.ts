import { type Document, type Element, isTag, isText, type AnyNode } from 'domhandler';
import { isBoilerplate } from './boilerplate.ts';
import { eachElement, inkOf } from './parse-html.ts';
import { weighPage } from './weigh.ts';

/** The element that holds the main text, and the elements below it (and around it) that are to be left out. */
export interface MainText {
  root: Element | Document;
  dropped: ReadonlySet<Element>;
  /** The page's first h1 when it stands outside the root. */
  heading: Element | null;
}

const MENU_PARTS = new Set(['nav', 'header', 'footer', 'dialog']);

/** Identifiers that a button or tab outside menus opens. */
function findOpened(document: Document): Set<string> {
  const opened = new Set<string>();
  eachElement(document, ({ name, attribs }) => {
    if (MENU_PARTS.has(name)) return false;
    for (const id of (attribs['aria-controls'] ?? '').split(/\s+/)) if (id) opened.add(id);
    const target = attribs['data-bs-target'] ?? attribs['data-target'];
    if (target?.startsWith('#')) opened.add(target.slice(1));
  });
  return opened;
}

const isMain = ({ name, attribs }: Element) => name === 'main' || attribs.role === 'main';

/** Characters below an element that stay. */
function keptChars(node: AnyNode | Document, dropped: ReadonlySet<Element>): number {
  if (isText(node)) return inkOf(node.data);
  if (!('children' in node) || (isTag(node) && dropped.has(node))) return 0;
  return node.children.reduce((sum, child) => sum + keptChars(child, dropped), 0);
}

function chooseRoot(document: Document, mains: Element[], articles: Element[], dropped: ReadonlySet<Element>) {
  const [main] = mains;
  const [article] = articles;
  const whole = keptChars(document, dropped);
  if (main && mains.length === 1) {
    const chars = keptChars(main, dropped);
    if (chars >= 100 || chars >= whole * 0.25) return main;
  }
  if (article && articles.length === 1 && keptChars(article, dropped) >= whole * 0.5) return article;
  return document;
}

/** Decides which part of a page is its main text. */
export function findMainText(document: Document): MainText {
  const weights = weighPage(document);
  const total = document.children.reduce(
    (sum, child) => sum + (isTag(child) ? (weights.get(child)?.chars ?? 0) : 0),
    0,
  );
  const place = { weights, total, opened: findOpened(document) };
  const dropped = new Set<Element>();
  const mains: Element[] = [];
  const articles: Element[] = [];
  const walk = (node: Element | Document, inMain: boolean): void => {
    for (const child of node.children) {
      if (!isTag(child)) continue;
      if (isBoilerplate(child, { ...place, inMain })) {
        dropped.add(child);
        continue;
      }
      if (isMain(child)) mains.push(child);
      if (child.name === 'article' && !inMain) articles.push(child);
      walk(child, inMain || isMain(child) || child.name === 'article');
    }
  };
  walk(document, false);
  const root = chooseRoot(document, mains, articles, dropped);
  return { root, dropped, heading: findOuterHeading(document, root) };
}

function findOuterHeading(document: Document, root: Element | Document): Element | null {
  if (root === document || firstHeading(root)) return null;
  return firstHeading(document);
}

function firstHeading(root: Element | Document): Element | null {
  let first: Element | null = null;
  eachElement(root, (element) => {
    if (element.name === 'h1') first ??= element;
    return first === null;
  });
  return first;
}
