/**
 * Works under a content security policy without `unsafe-inline`: no HTML, no style attributes. Only the oldest DOM
 * methods and plain loops, because host pages may patch prototypes.
 */

type Child = Node | string;
type Attributes = Readonly<Record<string, string>>;

/** Strings become text nodes. */
export function element<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  children: readonly Child[] = [],
): HTMLElementTagNameMap[K] {
  const made = document.createElement(tag);
  for (const name of Object.keys(attributes)) made.setAttribute(name, attributes[name]!);
  for (const child of children) made.appendChild(typeof child === 'string' ? document.createTextNode(child) : child);
  return made;
}

export function button(attributes: Attributes, children: readonly Child[], onPress: () => void): HTMLButtonElement {
  const made = element('button', { type: 'button', ...attributes }, children);
  made.addEventListener('click', onPress);
  return made;
}

const SVG = 'http://www.w3.org/2000/svg';

/** On a 24 px grid, hidden from screen readers. */
export function icon(strokes: string, size = 20): SVGSVGElement {
  const drawn = document.createElementNS(SVG, 'svg');
  const attributes: Attributes = {
    viewBox: '0 0 24 24',
    width: String(size),
    height: String(size),
    fill: 'none',
    stroke: 'currentColor',
    'stroke-width': '1.75',
    'stroke-linecap': 'round',
    'stroke-linejoin': 'round',
    'aria-hidden': 'true',
  };
  for (const name of Object.keys(attributes)) drawn.setAttribute(name, attributes[name]!);
  const path = document.createElementNS(SVG, 'path');
  path.setAttribute('d', strokes);
  drawn.appendChild(path);
  return drawn;
}

export function empty(node: Node): void {
  while (node.firstChild) node.removeChild(node.firstChild);
}

/** Emptied; reused if mounted before. Falls back to `style` elements where constructable style sheets are missing. */
export function shadowOf(host: HTMLElement, sheets: readonly StyleSheet[]): ShadowRoot {
  const shadow = host.shadowRoot ?? host.attachShadow({ mode: 'open' });
  empty(shadow);
  const adopted: CSSStyleSheet[] = [];
  for (const sheet of sheets) {
    if (sheet.constructed) adopted.push(sheet.constructed);
    else addStyleElement(shadow, sheet);
  }
  if (adopted.length > 0) shadow.adoptedStyleSheets = adopted;
  return shadow;
}

export function addSheet(shadow: ShadowRoot, sheet: StyleSheet): void {
  if (sheet.constructed) shadow.adoptedStyleSheets = [...shadow.adoptedStyleSheets, sheet.constructed];
  else addStyleElement(shadow, sheet);
}

function addStyleElement(shadow: ShadowRoot, sheet: StyleSheet): void {
  shadow.appendChild((sheet.element = element('style', {}, [sheet.text])));
}

export interface StyleSheet {
  text: string;
  constructed?: CSSStyleSheet;
  element?: HTMLStyleElement;
}

export function styleSheet(text: string): StyleSheet {
  try {
    const constructed = new CSSStyleSheet();
    constructed.replaceSync(text);
    return { text, constructed };
  } catch {
    return { text };
  }
}

export function rewrite(sheet: StyleSheet, text: string): void {
  sheet.text = text;
  sheet.constructed?.replaceSync(text);
  if (sheet.element) sheet.element.textContent = text;
}
