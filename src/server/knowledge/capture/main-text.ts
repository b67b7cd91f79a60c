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
    const controls = attribs['aria-controls'];
    if (controls) for (const id of controls.split(/\s+/)) if (id) opened.add(id);
    const target = attribs['data-bs-target'] ?? attribs['data-target'];
    if (target?.startsWith('#')) opened.add(target.slice(1));
  });
  return opened;
}

const isMain = ({ name, attribs }: Element) => name === 'main' || attribs.role === 'main';

/** An element that may hold the main text, and the characters below it that stay. */
interface Holder {
  element: Element;
  kept: number;
}

function chooseRoot(document: Document, mains: Holder[], articles: Holder[], whole: number): Element | Document {
  const [main] = mains;
  const [article] = articles;
  if (main && mains.length === 1 && (main.kept >= 100 || main.kept >= whole * 0.25)) return main.element;
  if (article && articles.length === 1 && article.kept >= whole * 0.5) return article.element;
  return document;
}

/** Decides which part of a page is its main text. */
export function findMainText(document: Document): MainText {
  const weights = weighPage(document);
  const charsOf = (node: AnyNode) => (isTag(node) ? (weights.get(node)?.chars ?? 0) : 0);
  const total = document.children.reduce((sum, child) => sum + charsOf(child), 0);
  const outside = { weights, total, opened: findOpened(document), inMain: false };
  const inside = { ...outside, inMain: true };
  const dropped = new Set<Element>();
  const mains: Holder[] = [];
  const articles: Holder[] = [];
  /** Answers how many of the characters below were dropped. */
  const walk = (node: Element | Document, inMain: boolean): number => {
    let lost = 0;
    for (const child of node.children) {
      if (!isTag(child)) continue;
      const chars = charsOf(child);
      if (isBoilerplate(child, inMain ? inside : outside)) {
        dropped.add(child);
        lost += chars;
        continue;
      }
      const [isHolder, isArticle] = [isMain(child), child.name === 'article'];
      const holder = isHolder || (isArticle && !inMain) ? { element: child, kept: 0 } : null;
      if (holder && isHolder) mains.push(holder);
      if (holder && isArticle && !inMain) articles.push(holder);
      const below = walk(child, inMain || isHolder || isArticle);
      if (holder) holder.kept = chars - below;
      lost += below;
    }
    return lost;
  };
  const loose = document.children.reduce((sum, child) => sum + (isText(child) ? inkOf(child.data) : 0), 0);
  const whole = total + loose - walk(document, false);
  const root = chooseRoot(document, mains, articles, whole);
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
