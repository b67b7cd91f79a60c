import { type AnyNode, type Document, type Element, isTag, isText } from 'domhandler';
import { inkOf } from './parse-html.ts';

/** What lies below an element, counted once so that every rule reads it in constant time. Lengths leave spaces out. */
export interface Weight {
  chars: number;
  linkChars: number;
  links: number;
  mentionsCookies: boolean;
  /** A button or link that accepts or refuses something. */
  hasConsentButton: boolean;
  hasHeading1: boolean;
  hasLandmark: boolean;
  /** Both a mention of cookies and a consent button, and no child has both. */
  isConsentCore: boolean;
}

export type Weights = Map<Element, Weight>;

const UNWEIGHED = new Set(['script', 'style', 'noscript', 'svg', 'select', 'textarea', 'iframe']);
const LANDMARKS = new Set(['main', 'nav', 'header', 'footer', 'article', 'body']);
const COOKIES = /\bcookies?\b|\blgpd\b/i;
const CONSENT =
  /^\W*(?:aceit|concord|entendi|ok\b|permitir|rejeit|recus|accept|agree|allow|got it|reject|fechar|estou ciente)/i;

const emptyWeight = (): Weight => ({
  chars: 0,
  linkChars: 0,
  links: 0,
  mentionsCookies: false,
  hasConsentButton: false,
  hasHeading1: false,
  hasLandmark: false,
  isConsentCore: false,
});

function addText(weight: Weight, text: string): void {
  const ink = inkOf(text);
  weight.chars += ink;
  if (ink >= 4 && !weight.mentionsCookies) weight.mentionsCookies = COOKIES.test(text);
}

function shortText(nodes: AnyNode[], limit = 40): string {
  let text = '';
  for (const node of nodes) {
    if (text.length >= limit) break;
    if (isText(node)) text += node.data;
    else if (isTag(node)) text += shortText(node.children, limit - text.length);
  }
  return text.trimStart();
}

function weighElement(element: Element, weights: Weights): Weight {
  const own = emptyWeight();
  for (const child of element.children) {
    if (isText(child)) addText(own, child.data);
    if (!isTag(child) || UNWEIGHED.has(child.name)) continue;
    const below = weighElement(child, weights);
    own.chars += below.chars;
    own.linkChars += below.linkChars;
    own.links += below.links;
    own.mentionsCookies ||= below.mentionsCookies;
    own.hasConsentButton ||= below.hasConsentButton;
    own.hasHeading1 ||= below.hasHeading1 || child.name === 'h1';
    own.hasLandmark ||= below.hasLandmark || LANDMARKS.has(child.name);
  }
  const { name, children, attribs } = element;
  const isLink = name === 'a' && attribs.href !== undefined;
  if (isLink) Object.assign(own, { linkChars: own.chars, links: 1 });
  if (isLink || name === 'button' || attribs.role === 'button')
    own.hasConsentButton ||= CONSENT.test(shortText(children));
  own.isConsentCore =
    own.mentionsCookies &&
    own.hasConsentButton &&
    !children.some((child) => isTag(child) && hasBoth(weights.get(child)));
  weights.set(element, own);
  return own;
}

const hasBoth = (weight: Weight | undefined) => Boolean(weight?.mentionsCookies && weight.hasConsentButton);

/** Weighs every element of a page that can hold text. */
export function weighPage(document: Document): Weights {
  const weights: Weights = new Map();
  for (const child of document.children) if (isTag(child)) weighElement(child, weights);
  return weights;
}
