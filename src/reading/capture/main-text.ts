import {
  type DropReason,
  dropReason,
  type ElementPosition,
  isHero,
  isOpenedDialog,
  mayStateFacts,
} from './boilerplate.ts';
import {
  countNonSpace,
  eachElement,
  elementsOf,
  firstHeading,
  NO_ATTRIBUTES,
  type PageElement,
  type PageTree,
} from './page-tree.ts';
import { headingsOfDropped, isOnlyHeaded } from './praise.ts';
import { KIND } from './tags.ts';

/** Elements in and around it that are not text have `isDropped`. */
export interface MainText {
  root: PageElement;
  heading: PageElement | null;
  /** The page's opening, if outside `root`. */
  hero: PageElement | null;
  dialogs: PageElement[];
  /** May state facts: header, footer, sidebar. */
  boilerplate: PageElement[];
  /** An element outside may contain others. */
  leftOut: LeftOutElement[];
}

export interface LeftOutElement {
  element: PageElement;
  reason: DropReason | 'outside';
}

const isMain = ({ name, attribs }: PageElement) =>
  name === 'main' || (attribs !== NO_ATTRIBUTES && attribs.role === 'main');

interface RootCandidate {
  element: PageElement;
  characters: number;
}

function chooseRoot(
  page: PageElement,
  mains: RootCandidate[],
  articles: RootCandidate[],
  ownCharacters: number,
): PageElement {
  const [main] = mains;
  const [article] = articles;
  if (main && mains.length === 1 && (main.characters >= 100 || main.characters >= ownCharacters * 0.25))
    return main.element;
  if (article && articles.length === 1 && article.characters >= ownCharacters * 0.5) return article.element;
  return page;
}

const charsOf = (element: PageElement) => (element.is(KIND.uncounted) ? 0 : element.chars);

/** Marks what is not text, and collects candidates for the root. */
class MainTextSearch {
  readonly mains: RootCandidate[] = [];
  readonly articles: RootCandidate[] = [];
  readonly dropped: LeftOutElement[] = [];
  private readonly outside: ElementPosition;
  private readonly inside: ElementPosition;

  constructor(total: number, opened: ReadonlySet<string>) {
    this.outside = { total, opened, inMain: false };
    this.inside = { total, opened, inMain: true };
  }

  walk(element: PageElement, inMain: boolean): number {
    const region = inMain ? this.inside : this.outside;
    const { children } = element;
    let dropped = 0;
    let hasPraise = false;
    for (let at = 0; at < children.length; at++) {
      const child = children[at]!;
      if (typeof child === 'string') continue;
      const reason = dropReason(child, region);
      if (reason !== null) {
        child.isDropped = true;
        hasPraise ||= reason === 'outside';
        this.dropped.push({ element: child, reason });
        dropped += charsOf(child);
      } else dropped += this.walkSection(child, inMain);
    }
    for (const heading of hasPraise ? headingsOfDropped(element) : []) {
      heading.isDropped = true;
      this.dropped.push({ element: heading, reason: 'outside' });
      dropped += charsOf(heading);
    }
    return dropped;
  }

  /** Its heading names only what was left out. */
  private walkSection(element: PageElement, inMain: boolean): number {
    const before = this.dropped.length;
    const lost = this.walkCandidate(element, inMain);
    const own = this.dropped.slice(before);
    if (!own.some(({ reason }) => reason === 'outside') || !isOnlyHeaded(element, charsOf(element) - lost)) return lost;
    element.isDropped = true;
    this.dropped.splice(before, own.length, { element, reason: 'outside' });
    return charsOf(element);
  }

  private walkCandidate(element: PageElement, inMain: boolean): number {
    const isMainElement = isMain(element);
    const isArticle = element.name === 'article';
    if (!isMainElement && !isArticle) return this.walk(element, inMain);
    const holder = { element, characters: 0 };
    if (isMainElement) this.mains.push(holder);
    if (isArticle && !inMain) this.articles.push(holder);
    const lost = this.walk(element, true);
    holder.characters = charsOf(element) - lost;
    return lost;
  }
}

function dropWithoutFacts(element: PageElement, opened: ReadonlySet<string>): void {
  for (const child of elementsOf(element)) {
    child.isDropped = !mayStateFacts(child, opened);
    if (!child.isDropped) dropWithoutFacts(child, opened);
  }
}

function elementsOutside(root: PageElement): PageElement[] {
  const { parent } = root;
  if (!parent) return [];
  const siblings = elementsOf(parent).filter((element) => element !== root && !element.isDropped);
  return [...siblings, ...elementsOutside(parent)];
}

function dialogsIn(elements: PageElement[], opened: ReadonlySet<string>): PageElement[] {
  const dialogs: PageElement[] = [];
  eachElement({ children: elements }, (element) => {
    if (element.isDropped) return false;
    if (!isOpenedDialog(element, opened)) return true;
    dialogs.push(element);
    return false;
  });
  return dialogs;
}

export function findMainText({ root: page, openableIds }: PageTree): MainText {
  const loose = page.children.reduce((sum, child) => sum + (typeof child === 'string' ? countNonSpace(child) : 0), 0);
  const search = new MainTextSearch(page.chars - loose, openableIds);
  const characters = page.chars - search.walk(page, false);
  const root = chooseRoot(page, search.mains, search.articles, characters);
  const dropped = search.dropped.flatMap(({ element, reason }) =>
    reason !== 'outside' && mayStateFacts(element, openableIds) ? [element] : [],
  );
  for (const element of dropped) dropWithoutFacts(element, openableIds);
  const outside = elementsOutside(root);
  const hero = outside.find(isHero) ?? null;
  const dialogs = dialogsIn(outside, openableIds);
  const others = outside.filter((element) => element !== hero && !dialogs.includes(element));
  return {
    root,
    heading: root === page || hero || firstHeading(root) ? null : firstHeading(page),
    hero,
    dialogs,
    boilerplate: [...dropped, ...others],
    leftOut: [...others.map((element): LeftOutElement => ({ element, reason: 'outside' })), ...search.dropped],
  };
}
