/**
 * DOM by calls alone: nothing here parses HTML or sets a style attribute, so it works under a page policy without
 * `unsafe-inline`. Pages patch prototypes; hence the oldest calls (appendChild, setAttribute) and plain loops.
 */

type Child = Node | string;
type Attributes = Readonly<Record<string, string>>;

/** Makes an element with its attributes (`class` among them) and children; a string becomes a text node. */
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

/** A button that submits nothing. */
export function button(attributes: Attributes, children: readonly Child[], press: () => void): HTMLButtonElement {
  const made = element('button', { type: 'button', ...attributes }, children);
  made.addEventListener('click', press);
  return made;
}

const SVG = 'http://www.w3.org/2000/svg';

/** An icon of strokes on a 24 px grid, hidden from screen readers. */
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
    focusable: 'false',
  };
  for (const name of Object.keys(attributes)) drawn.setAttribute(name, attributes[name]!);
  const path = document.createElementNS(SVG, 'path');
  path.setAttribute('d', strokes);
  drawn.appendChild(path);
  return drawn;
}

/** Takes everything out of a node. */
export function empty(node: Node): void {
  while (node.firstChild) node.removeChild(node.firstChild);
}

/**
 * The shadow root of a host, emptied (a host mounted a second time still has its first), wearing these sheets. Where
 * constructable sheets are missing, `style` elements stand in.
 */
export function shadowOf(host: HTMLElement, sheets: readonly StyleSheet[]): ShadowRoot {
  const shadow = host.shadowRoot ?? host.attachShadow({ mode: 'open' });
  empty(shadow);
  const adopted: CSSStyleSheet[] = [];
  for (const sheet of sheets) {
    if (sheet.constructed) adopted.push(sheet.constructed);
    else wearElement(shadow, sheet);
  }
  if (adopted.length > 0) shadow.adoptedStyleSheets = adopted;
  return shadow;
}

/** Has a shadow root wear one more sheet. */
export function addSheet(shadow: ShadowRoot, sheet: StyleSheet): void {
  if (sheet.constructed) shadow.adoptedStyleSheets = [...shadow.adoptedStyleSheets, sheet.constructed];
  else wearElement(shadow, sheet);
}

function wearElement(shadow: ShadowRoot, sheet: StyleSheet): void {
  shadow.appendChild((sheet.element = element('style', {}, [sheet.text])));
}

export interface StyleSheet {
  text: string;
  constructed?: CSSStyleSheet;
  element?: HTMLStyleElement;
}

/** A style sheet that can be worn by a shadow root and rewritten later. */
export function styleSheet(text: string): StyleSheet {
  try {
    const constructed = new CSSStyleSheet();
    constructed.replaceSync(text);
    return { text, constructed };
  } catch {
    return { text };
  }
}

/** Gives a sheet new rules, wherever it is worn. */
export function rewrite(sheet: StyleSheet, text: string): void {
  sheet.text = text;
  sheet.constructed?.replaceSync(text);
  if (sheet.element) sheet.element.textContent = text;
}
