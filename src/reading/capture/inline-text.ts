import { selectLabel } from './boilerplate.ts';
import { collapsed, elementsOf, NO_ATTRIBUTES, type PageElement, type PageNode, rawText } from './page-tree.ts';
import { KIND } from './tags.ts';
import { UNTIDY } from './text-traits.ts';

const UNEVEN_SPACES = /  |[^\S ]|\u200b/;

/** By `traits`, most texts have no such runs and are not searched. */
export function spacedText(text: string, { traits }: PageElement): string {
  return (traits & UNTIDY) !== 0 && UNEVEN_SPACES.test(text) ? text.replace(/[\s\u200b]+/g, ' ') : text;
}

const WHATSAPP_LINK =
  /^https?:\/\/(?:wa\.me\/|(?:api\.|web\.)?whatsapp\.com\/send\/?\?(?:[^#]*&)?phone=)\+?(?:55)?(\d\d)(\d{4,5})(\d{4})(?!\d)/i;
const PHONE_LINK = /^tel:\+?(?:55)?0?(\d\d)(\d{4,5})(\d{4})$/i;

const hasNumber = (words: string) => words.replace(/\D/g, '').length >= 8;

function hiddenContact({ attribs }: PageElement, words: string): string {
  if (attribs === NO_ATTRIBUTES) return '';
  const href = attribs.href ?? '';
  const [, area, first, second] = WHATSAPP_LINK.exec(href) ?? [];
  if (area !== undefined) return hasNumber(words) ? '' : ` (WhatsApp ${area} ${first}-${second})`;
  const [, code, start, end] = PHONE_LINK.exec(href.replace(/[\s().-]|%20/g, '')) ?? [];
  if (code !== undefined) return hasNumber(words) ? '' : ` (telefone ${code} ${start}-${end})`;
  const value = /^(?:tel|mailto):([^?]{3,100})/i.exec(href)?.[1]?.trim() ?? '';
  if (!value) return '';
  const isMail = /^mailto:/i.test(href);
  const isShown = isMail ? words.includes('@') : hasNumber(words);
  return isShown ? '' : ` (${value})`;
}

const MAP_LINK =
  /^https?:\/\/(?:(?:www\.)?google\.[a-z.]+\/maps|maps\.google\.[a-z.]+|(?:www\.)?waze\.com|maps\.apple\.com)\b/i;
const ADDRESS_PARAMETERS = ['query', 'destination', 'daddr', 'q', 'address'];

/** If the text does not show it. Coordinates say nothing to people. */
function hiddenAddress({ attribs }: PageElement, words: string): string {
  const href = attribs.href ?? '';
  if (!MAP_LINK.test(href) || !URL.canParse(href) || /\d/.test(words)) return '';
  const { searchParams } = new URL(href);
  const values = ADDRESS_PARAMETERS.map((name) => searchParams.get(name)?.trim() ?? '');
  const address = values.find((value) => /\p{L}{3}/u.test(value) && value.length <= 200);
  return address ? ` (endereço: ${address})` : '';
}

/** Menus and price lists are often published as pictures, with their text as the alternative. */
const STATES_PRICE = /R\$\s?\d|\d,\d\d(?!\d)/;

/** An old price beside the new one, by its tag, style, or the names that shop systems give it. */
const STRUCK = /^(?:del|s|strike)$/;
const STRUCK_STYLE = /line-through/i;
const OLD_PRICE_NAME =
  /(?:list|old|original|compare(?:-at)?|was)[-_]?price|price[-_]+(?:old|compare|original|was|strike)|pre[cç]o[-_]?(?:de|antigo|original|riscado)\b|formatted-secondary-price|\bstrike|riscado/i;
const ONLY_PRICE = /^(?:de:?\s*)?R\$\s?[\d.]+(?:\s?,\s?\d\d)?$/i;

function isBesidePrice({ parent }: PageElement, levels = 3): boolean {
  if (parent === null || levels === 0 || parent.chars > 200) return false;
  return (rawText(parent).match(/R\$/g)?.length ?? 0) > 1 || isBesidePrice(parent, levels - 1);
}

export function isOldPrice(element: PageElement): boolean {
  const { name, attribs } = element;
  if (STRUCK.test(name)) return element.chars < 40 && rawText(element).includes('R$');
  if (attribs === NO_ATTRIBUTES || element.chars > 20 || element.chars < 3) return false;
  const names = `${attribs.class ?? ''} ${attribs.id ?? ''} ${attribs['data-hook'] ?? ''}`;
  if (!STRUCK_STYLE.test(attribs.style ?? '') && !OLD_PRICE_NAME.test(names)) return false;
  return ONLY_PRICE.test(collapsed(rawText(element))) && isBesidePrice(element);
}

export function variantsIn(select: PageElement): string {
  const options = elementsOf(select)
    .filter(({ name, attribs }) => name === 'option' && attribs.value !== '' && attribs.disabled === undefined)
    .map((option) => collapsed(rawText(option)));
  const label = select.parent?.name === 'label' ? '' : selectLabel(select);
  return `${label ? `${label}: ` : ''}${options.filter(Boolean).join(', ')}`;
}

/** Whether to leave an element out of a text. */
export type IsExcluded = (element: PageElement) => boolean;
export const isDropped: IsExcluded = (element) => element.isDropped;

/** Runs of spaces become one space, `br` a line break, the edges of a block a space. */
export function inlineText(element: PageElement, isExcluded: IsExcluded = isDropped): string {
  let text = '';
  for (const [at, node] of element.children.entries()) {
    if (typeof node === 'string') text += spacedText(node, element);
    else text += (isApart(element.children[at - 1], node) ? ' ' : '') + elementText(node, isExcluded);
  }
  return text;
}

const PART_CHARS = 3;

/** Only a style sheet sets a label and its value apart: `<span class="lbl">Visitas</span><span class="val">sábado</span>`. */
export function isApart(before: PageNode | undefined, { attribs, chars }: PageElement): boolean {
  if (typeof before !== 'object' || before.chars < PART_CHARS || chars < PART_CHARS) return false;
  const [one, other] = [before.attribs.class, attribs.class];
  return one !== undefined && other !== undefined && one !== other;
}

export function elementText(element: PageElement, isExcluded: IsExcluded = isDropped): string {
  if (isExcluded(element)) return '';
  const { name } = element;
  if (name === 'br') return '\n';
  if (name === 'img') return STATES_PRICE.test(element.attribs.alt ?? '') ? ` ${element.attribs.alt} ` : '';
  if (name === 'select') return ` ${variantsIn(element)} `;
  const inner = inlineText(element, isExcluded);
  if (isOldPrice(element)) return ` (antes ${tidy(inner, ' ').replace(/^de:?\s*/i, '')}) `;
  if (element.is(KIND.block)) return ` ${inner} `;
  return name === 'a' ? `${inner}${hiddenContact(element, inner)}${hiddenAddress(element, inner)} ` : inner;
}

/** A space, or a punctuation mark. */
export const cannotFollowSpace = (text: string): boolean => ' ,.;:!?)'.includes(text[0]!);

function tidyLine(line: string): string {
  const single = line.includes('  ') ? line.replace(/ +/g, ' ') : line;
  return single.replace(/ (?=[,.;:!?)])/g, '').trim();
}

/** No spaces at line ends, no empty lines. */
export function tidy(text: string, joiner = '\n'): string {
  if (!text.includes('\n')) return tidyLine(text);
  return text.split('\n').map(tidyLine).filter(Boolean).join(joiner);
}

export function tidyText(element: PageElement, joiner = '\n', isExcluded: IsExcluded = isDropped): string {
  const plain = isOldPrice(element) ? null : element.plainText;
  return plain === null ? tidy(inlineText(element, isExcluded), joiner) : plain.trim();
}
