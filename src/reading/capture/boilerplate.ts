import type { LeftOutReason } from '../../shared/constants.ts';
import {
  collapsed,
  eachElement,
  elementsOf,
  nameTokens,
  NO_ATTRIBUTES,
  NOTICE,
  type PageElement,
  rawText,
} from './page-tree.ts';
import { isPraise } from './praise.ts';
import { KIND } from './tags.ts';

/** What the ancestors of an element tell about its position. */
export interface ElementPosition {
  inMain: boolean;
  /** Opened by a button: their hidden text is accessible to readers. */
  opened: ReadonlySet<string>;
  total: number;
}

const BOILERPLATE_ROLES = new Set(
  'navigation banner contentinfo search menu menubar dialog alertdialog toolbar complementary tablist status tooltip'.split(
    ' ',
  ),
);
/** Class and id names of elements around the main text, in Portuguese and English. */
const BOILERPLATE_NAMES = new Set(
  (
    'cookie cookies lgpd gdpr onetrust breadcrumb breadcrumbs migalhas newsletter offcanvas navbar rodape ' +
    'pagination paginacao popup modal preloader minicart lightbox skiplink pular addtoany adsbygoogle toast'
  ).split(' '),
);
/** Boilerplate only if mostly links or nearly empty: a sidebar with opening hours stays. */
const AMBIGUOUS_NAMES = new Set(
  (
    'nav menu sidebar social share sharing compartilhar compartilhe related relacionados widget banner search busca cart ' +
    'carrinho tags tagcloud footer header topo topbar ads publicidade comments comentarios trilha categorias'
  ).split(' '),
);
const CONSENT_NAMES = new Set(['consent']);
const NEGATIONS = new Set(['with', 'has', 'no', 'sem', 'com', 'not', 'without']);
const SCREEN_READER_ONLY = /\b(?:sr-only|visually-hidden|visuallyhidden|screen-reader-text|elementor-screen-only)\b/;
/** Bootstrap's `d-none`, unless it only hides on some widths: `d-none d-md-block`. */
const HIDDEN_CLASS = /(?:^|\s)d-none(?!\S)(?!.*\sd-(?:sm|md|lg|xl|xxl)-(?!none))/s;
const HIDDEN_STYLE = /display\s*:\s*none|visibility\s*:\s*hidden/i;
/** Names of elements that open the element after them. */
const OPENER_NAMES = new Set(
  'accordion acordeao collapsible toggle trigger title titulo header pergunta question duvida tab aba faq'.split(' '),
);
/** A choice of a product, not a field of an order: `Tamanho`, `variation[0]`. */
const VARIANT =
  /vari[ae]|attribute|atributo|tamanho|size|\bcor\b|color|sabor|modelo|plano|op[cç][aã]o|option|medida|volt/i;
const PRICE = /R\$\s?\d/;
const CONSENT_CHOICE = /aceito|concordo|autorizo|li e|newsletter|lembrar|receber|remember|agree/i;
/** More are a list of countries, years or cities. */
const MAX_OPTIONS = 40;
const CONTENT_ASIDES = new Set(
  'note nota tip dica warning aviso atencao info callout alert alerta highlight destaque'.split(' '),
);

/** Parts of a page that never state facts of the business, or not to its readers. */
const NAMES_WITHOUT_FACTS = new Set(
  'cookie cookies consent lgpd gdpr onetrust popup modal lightbox preloader'.split(' '),
);
const NAMES_OF_NOTICES = new Set([...NAMES_WITHOUT_FACTS, 'newsletter', 'toast'].filter((name) => name !== 'modal'));
const LINK_WITH_FACT = /^(?:tel|mailto):|wa\.me\/|whatsapp\.com\/send/i;

const COPYRIGHT = /©|\bcopyright\b|direitos reservados/i;

const linkShare = ({ chars, linkChars }: PageElement) => (chars ? linkChars / chars : 0);
const hasNotice = ({ notice }: PageElement, what: number) => (notice & what) !== 0;

/** Whether an element opens the one after it, as the title of an accordion does. */
function isOpener(element: PageElement): boolean {
  if (element.is(KIND.heading) || /^(?:button|summary|dt)$/.test(element.name)) return true;
  const { role, href } = element.attribs;
  return (
    role === 'button' || role === 'tab' || href?.startsWith('#') === true || isNamed(nameTokens(element), OPENER_NAMES)
  );
}

function siblingOf(element: PageElement, step: 1 | -1): PageElement | undefined {
  const siblings = element.parent ? elementsOf(element.parent) : [];
  return siblings[siblings.indexOf(element) + step];
}

/** `aria-hidden` is about screen readers and hides nothing; what a button opens is seen. */
function isHidden(element: PageElement, opened: ReadonlySet<string>): boolean {
  const { attribs } = element;
  const { class: names, style } = attribs;
  if (names !== undefined && SCREEN_READER_ONLY.test(names)) return true;
  const isHiddenNow =
    (attribs.hidden !== undefined && attribs.hidden !== 'until-found') ||
    (names !== undefined && HIDDEN_CLASS.test(names)) ||
    (style !== undefined && HIDDEN_STYLE.test(style));
  if (!isHiddenNow || opened.has(attribs.id ?? '') || /^(?:tabpanel|region)$/.test(attribs.role ?? '')) return false;
  const before = siblingOf(element, -1);
  return !(before && before.chars > 0 && isOpener(before));
}

/** Whether an element outside the main text, such as a footer, may state facts: a telephone number, opening hours. */
export function mayStateFacts(element: PageElement, opened: ReadonlySet<string>): boolean {
  const { name, attribs } = element;
  if (element.is(KIND.neverText) || name === 'template') return /^(?:footer|nav|menu)$/.test(name);
  if (isHidden(element, opened) || /^(?:alert)?dialog$/.test(attribs.role ?? '')) return false;
  if (hasNotice(element, NOTICE.innermost) || isNamed(nameTokens(element), NAMES_WITHOUT_FACTS)) return false;
  if (/^(?:button|label)$/.test(name) || attribs.role === 'button') return false;
  return name !== 'a' || LINK_WITH_FACT.test(attribs.href ?? '') || /[\d@]/.test(rawText(element));
}

/** Not a label that opens an answer (with a hidden checkbox), nor a choice with its words around the radio button. */
function isFieldLabel(element: PageElement): boolean {
  const fields: PageElement[] = [];
  eachElement(element, (one) => void (/^(?:input|select|textarea)$/.test(one.name) && fields.push(one)));
  if (fields.length === 0) {
    const next = siblingOf(element, 1);
    return next !== undefined && /^(?:select|textarea|input)$/.test(next.name) && !isChoice(next);
  }
  if (fields.some((field) => field.name === 'select' && isVariantSelect(field))) return false;
  return !fields.every(isChoice) || element.chars < 8 || CONSENT_CHOICE.test(rawText(element));
}

const isChoice = ({ attribs }: PageElement) => /^(?:radio|checkbox)$/.test(attribs.type ?? '');

/** Variants of a product: sizes, colours; or prices. */
function isVariantSelect(select: PageElement): boolean {
  const { name = '', id = '', class: names = '' } = select.attribs;
  const data = Object.keys(select.attribs).filter((one) => /^data-.*(?:variant|attribute)/.test(one));
  const options = elementsOf(select).filter((one) => one.name === 'option');
  if (options.length < 2 || options.length > MAX_OPTIONS) return false;
  return (
    VARIANT.test(`${name} ${id} ${names} ${data.join(' ')} ${selectLabel(select)}`) ||
    options.some((one) => PRICE.test(rawText(one)))
  );
}

export function selectLabel(select: PageElement): string {
  const around = select.parent?.name === 'label' ? select.parent : undefined;
  const label = around ?? [siblingOf(select, -1)].find((one) => one?.name === 'label');
  const text = label?.children
    .filter((child) => child !== select)
    .map(rawText)
    .join(' ');
  // Some labels repeat the option that is chosen: `Tamanho: P`.
  return collapsed(text ?? select.attribs['aria-label'] ?? '').replace(/\s*[:*].{0,40}$/, '');
}

const BUTTON_NAMES = new Set('btn button botao'.split(' '));

/** A link that looks like one and asks for a click (`Saiba mais`). The contact behind one is a fact. */
const isButton = ({ name, attribs, chars }: PageElement, tokens: readonly string[]) =>
  name === 'a' &&
  chars <= 40 &&
  isNamed(tokens, BUTTON_NAMES) &&
  !LINK_WITH_FACT.test(attribs.href ?? '') &&
  !('data-toggle' in attribs || 'data-bs-toggle' in attribs);

const MODAL_PART = /\bmodal-(?:dialog|content|header|title|body)\b/;
const JAVASCRIPT_NOTICE = /java\s?script|cookies?/i;

function isControl(element: PageElement): boolean {
  const { name, attribs, parent, chars } = element;
  if (name !== 'button' && (attribs === NO_ATTRIBUTES || attribs.role !== 'button')) {
    if (attribs === NO_ATTRIBUTES || !isButton(element, nameTokens(element))) return false;
  }
  const isInHeading = parent !== null && /^(?:h[1-6]|summary|dt)$/.test(parent.name);
  const opensText = ['aria-expanded', 'aria-controls', 'data-target', 'data-bs-target'].some((one) => one in attribs);
  return !isInHeading && !((opensText || opensNext(element)) && chars >= 10);
}

function opensNext(button: PageElement): boolean {
  const next = siblingOf(button, 1);
  if (!next || next.chars < 20 || next.name === 'button') return false;
  return isNamed(nameTokens(button), OPENER_NAMES) || /\?\s*$/.test(rawText(button));
}

const isNamed = (tokens: readonly string[], names: ReadonlySet<string>) =>
  tokens.some((token, at) => names.has(token) && !NEGATIONS.has(tokens[at - 1] ?? ''));

function isBoilerplateByName(element: PageElement, { total }: ElementPosition): boolean {
  const { name, chars, links } = element;
  if (hasNotice(element, NOTICE.heading1) || name === 'body' || name === 'main') return false;
  const tokens = nameTokens(element);
  // What a dialog that is kept consists of.
  if (MODAL_PART.test(element.attribs.class ?? '')) return false;
  if (isNamed(tokens, BOILERPLATE_NAMES))
    return hasNotice(element, NOTICE.consent) || chars < Math.max(total * 0.4, Math.min(300, total * 0.9));
  // Without cookies or buttons, it is a consent that the business asks for, such as that of a patient.
  if (isNamed(tokens, CONSENT_NAMES)) return hasNotice(element, NOTICE.cookies | NOTICE.consent);
  if (!isNamed(tokens, AMBIGUOUS_NAMES)) return false;
  // The header of a card or panel names what the card says; its price may stand in the footer.
  if (
    tokens.some(
      (token, at) =>
        /^(?:header|footer)$/.test(token) && /^(?:card|panel|accordion|acordeao|faq|tab)$/.test(tokens[at - 1] ?? ''),
    )
  )
    return false;
  if (tokens.includes('footer') && COPYRIGHT.test(rawText(element))) return chars < total * 0.4;
  return linkShare(element) > 0.5 || (chars < 60 && links > 0);
}

/** By no names: a short text that mentions cookies and has a button to accept or reject them. */
const isConsentNotice = (element: PageElement, { total }: ElementPosition) =>
  hasNotice(element, NOTICE.innermost) &&
  element.chars <= 1_500 &&
  !hasNotice(element, NOTICE.heading1 | NOTICE.landmark) &&
  total - element.chars >= 20;

const isMenu = (element: PageElement, { inMain }: ElementPosition) =>
  !inMain &&
  element.links >= 4 &&
  element.is(KIND.menuLike) &&
  linkShare(element) >= 0.8 &&
  element.linkChars / element.links < 40;

const isDialog = ({ name, attribs }: PageElement) =>
  name === 'dialog' ||
  /^(?:alert)?dialog$/.test(attribs.role ?? '') ||
  (/(?:^|\s)modal(?!\S)/.test(attribs.class ?? '') && (attribs.id !== undefined || /\bfade\b/.test(attribs.class!)));

/** A dialog that a button opens, such as a table of sizes, is text; any other one is not. */
function reasonOfDialog(element: PageElement, opened: ReadonlySet<string>): DropReason | null {
  if (hasNotice(element, NOTICE.cookies | NOTICE.consent)) return 'notice';
  const isOpened = opened.has(element.attribs.id ?? '') || (element.name === 'dialog' && 'open' in element.attribs);
  return isOpened && element.chars >= 20 ? null : 'hidden';
}

export const isOpenedDialog = (element: PageElement, opened: ReadonlySet<string>): boolean =>
  isDialog(element) && reasonOfDialog(element, opened) === null;

export const isHero = (header: PageElement): boolean =>
  header.name === 'header' && header.holds(KIND.heading1) && header.paragraphs > 0 && linkShare(header) < 0.5;

export type DropReason = LeftOutReason | 'nothing';

const reasonOfRole = (role: string): DropReason =>
  /dialog$/.test(role) ? 'hidden' : /^(?:status|tooltip)$/.test(role) ? 'machine' : 'menu';

function reasonOfName(element: PageElement): DropReason {
  const tokens = nameTokens(element);
  if (hasNotice(element, NOTICE.consent) || isNamed(tokens, NAMES_OF_NOTICES)) return 'notice';
  return tokens.includes('modal') ? 'hidden' : 'menu';
}

const reasonOfTag = ({ name }: PageElement): DropReason => (/^(?:footer|nav|menu)$/.test(name) ? 'menu' : 'nothing');

export function dropReason(element: PageElement, position: ElementPosition): DropReason | null {
  const { name, attribs, chars, links } = element;
  if (chars > 0 && isDialog(element) && !hasNotice(element, NOTICE.heading1))
    return reasonOfDialog(element, position.opened);
  if (element.is(KIND.neverText)) return reasonOfTag(element);
  if (isPraise(element, position.total)) return 'outside';
  const hasNoAttributes = attribs === NO_ATTRIBUTES;
  // Fast path for most elements: nothing in their name, attributes or content hints at boilerplate.
  if (hasNoAttributes && links < 4 && !element.is(KIND.hasOwnRule) && !hasNotice(element, NOTICE.innermost))
    return null;
  if (name === 'template') return attribs.shadowrootmode === undefined ? 'machine' : null;
  if (name === 'noscript') return chars < 15 || JAVASCRIPT_NOTICE.test(rawText(element)) ? 'machine' : null;
  if (name === 'select') return isVariantSelect(element) ? null : 'form';
  if (!hasNoAttributes && attribs.role !== undefined && BOILERPLATE_ROLES.has(attribs.role))
    return reasonOfRole(attribs.role);
  if (!hasNoAttributes && isHidden(element, position.opened))
    return SCREEN_READER_ONLY.test(attribs.class ?? '') ? 'machine' : 'hidden';
  if (isControl(element) || (name === 'label' && isFieldLabel(element))) return 'form';
  if (chars === 0) return null;
  if (name === 'aside')
    return position.inMain && nameTokens(element).some((token) => CONTENT_ASIDES.has(token)) ? null : 'menu';
  if (name === 'header' && !position.inMain) return !isHero(element) && (links >= 3 || chars < 120) ? 'menu' : null;
  if (!hasNoAttributes && isBoilerplateByName(element, position)) return reasonOfName(element);
  if (isConsentNotice(element, position)) return 'notice';
  return isMenu(element, position) ? 'menu' : null;
}
