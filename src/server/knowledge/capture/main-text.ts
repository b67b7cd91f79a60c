import { isBoilerplate } from './boilerplate.ts';
import { firstHeading, inkOf, type PageElement, type PageTree } from './page-tree.ts';
import { KIND } from './tags.ts';

/** The element that holds the main text; what is to be left out of it, and around it, is marked as dropped. */
export interface MainText {
  root: PageElement;
  /** The page's first h1 when it stands outside the root. */
  heading: PageElement | null;
}

const isMain = ({ name, attribs }: PageElement) => name === 'main' || attribs.role === 'main';

/** An element that may hold the main text, and the characters below it that stay. */
interface Holder {
  element: PageElement;
  kept: number;
}

function chooseRoot(page: PageElement, mains: Holder[], articles: Holder[], whole: number): PageElement {
  const [main] = mains;
  const [article] = articles;
  if (main && mains.length === 1 && (main.kept >= 100 || main.kept >= whole * 0.25)) return main.element;
  if (article && articles.length === 1 && article.kept >= whole * 0.5) return article.element;
  return page;
}

const charsOf = (element: PageElement) => (element.is(KIND.unweighed) ? 0 : element.chars);

/** Decides which part of a page is its main text, and marks what is not. */
export function findMainText({ root: page, opened }: PageTree): MainText {
  const loose = page.children.reduce((sum, child) => sum + (typeof child === 'string' ? inkOf(child) : 0), 0);
  const outside = { total: page.chars - loose, opened, inMain: false };
  const inside = { ...outside, inMain: true };
  const mains: Holder[] = [];
  const articles: Holder[] = [];
  /** Answers how many of the characters below were dropped. */
  const walk = (element: PageElement, inMain: boolean): number => {
    let lost = 0;
    for (const child of element.children) {
      if (typeof child === 'string') continue;
      if (isBoilerplate(child, inMain ? inside : outside)) {
        child.isDropped = true;
        lost += charsOf(child);
        continue;
      }
      const [isHolder, isArticle] = [isMain(child), child.name === 'article'];
      const holder = isHolder || (isArticle && !inMain) ? { element: child, kept: 0 } : null;
      if (holder && isHolder) mains.push(holder);
      if (holder && isArticle && !inMain) articles.push(holder);
      const below = walk(child, inMain || isHolder || isArticle);
      if (holder) holder.kept = charsOf(child) - below;
      lost += below;
    }
    return lost;
  };
  const whole = page.chars - walk(page, false);
  const root = chooseRoot(page, mains, articles, whole);
  return { root, heading: root === page || firstHeading(root) ? null : firstHeading(page) };
}
