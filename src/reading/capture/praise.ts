import { collapsed, eachElement, elementsOf, nameTokens, NOTICE, type PageElement, rawText } from './page-tree.ts';
import { KIND } from './tags.ts';

/* What customers say is no statement of the business. */

const NAMES = new Set('testimonial testimonials depoimento depoimentos'.split(' '));
/** Larger, it is a page of such texts. */
const SHARE_MAX = 0.4;

/** Without such a name: `“Adorei as aulas.” - Bianca` */
const QUOTED = /^["“][^"“”]{16,}[^"“”?]["”][.!]?(?:\s*[-–—\p{Lu}][^"“”]{1,40})?$/u;
const QUOTED_CHARS = { min: 20, max: 500 };

export function isPraise(element: PageElement, total: number): boolean {
  const { chars, notice } = element;
  if (chars === 0 || element.is(KIND.heading) || (notice & NOTICE.heading1) !== 0) return false;
  const isPart = element.name !== 'body' && element.name !== 'main' && chars < total * SHARE_MAX;
  if (isPart && nameTokens(element).some((name) => NAMES.has(name))) return true;
  return (
    element.is(KIND.block) &&
    !element.holds(KIND.heading) &&
    chars >= QUOTED_CHARS.min &&
    chars <= QUOTED_CHARS.max &&
    /^\s*["“]/.test(firstText(element)) &&
    QUOTED.test(collapsed(rawText(element)))
  );
}

function firstText({ children }: PageElement): string {
  const first = children.find((child) => typeof child !== 'string' || child.trim() !== '');
  return typeof first === 'object' ? firstText(first) : (first ?? '');
}

/** Whether only headings are left of an element: `O que dizem de nós`. */
export function isOnlyHeaded(element: PageElement, left: number): boolean {
  let headed = 0;
  eachElement(element, (one) => {
    if (!one.isDropped && one.is(KIND.heading)) headed += one.chars;
    return !one.isDropped && !one.is(KIND.heading);
  });
  return headed > 0 && headed === left;
}

/** Headings beside what was left out, which name nothing else. */
export function headingsOfDropped(parent: PageElement): PageElement[] {
  const children = elementsOf(parent).filter(({ chars }) => chars > 0);
  return children.filter((heading, at) => {
    if (!heading.is(KIND.heading) || heading.isDropped || !children[at + 1]?.isDropped) return false;
    const next = children.slice(at + 1).find(({ isDropped }) => !isDropped);
    return next === undefined || next.is(KIND.heading) || next.holds(KIND.heading);
  });
}
