import { elementsOf, nameTokens, NO_ATTRIBUTES, NOTICE, type PageElement, rawText } from './page-tree.ts';
import { KIND } from './tags.ts';

/** What the ancestors of an element tell about its position. */
export interface ElementPosition {
  /** Inside `main` or `article`. */
  inMain: boolean;
  /** Ids of elements that a button opens: their hidden text is accessible to readers. */
  opened: ReadonlySet<string>;
  /** Non-space characters of the whole page. */
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
    'cookie cookies consent lgpd gdpr onetrust breadcrumb breadcrumbs migalhas newsletter offcanvas navbar rodape ' +
    'pagination paginacao popup modal preloader minicart lightbox skiplink pular addtoany adsbygoogle toast'
  ).split(' '),
);
/**
 * Names that count as boilerplate only for elements that are mostly links or nearly empty. A sidebar with opening hours
 * stays.
 */
const AMBIGUOUS_NAMES = new Set(
  (
    'nav menu sidebar social share sharing compartilhar compartilhe related relacionados widget banner search busca cart ' +
    'carrinho tags tagcloud footer header topo topbar ads publicidade comments comentarios trilha categorias'
  ).split(' '),
);
const NEGATIONS = new Set(['with', 'has', 'no', 'sem', 'com', 'not', 'without']);
const SCREEN_READER_ONLY =
  /\b(?:sr-only|visually-hidden|visuallyhidden|screen-reader-text|d-none|elementor-screen-only)\b/;
const HIDDEN_STYLE = /display\s*:\s*none|visibility\s*:\s*hidden/i;
const CONTENT_ASIDES = new Set(
  'note nota tip dica warning aviso atencao info callout alert alerta highlight destaque'.split(' '),
);

/** Parts of a page that never state facts of the business, or not to its readers. */
const NAMES_WITHOUT_FACTS = new Set(
  'cookie cookies consent lgpd gdpr onetrust popup modal lightbox preloader'.split(' '),
);
const LINK_WITH_FACT = /^(?:tel|mailto):|wa\.me\/|whatsapp\.com\/send/i;

const linkShare = ({ chars, linkChars }: PageElement) => (chars ? linkChars / chars : 0);
const hasNotice = ({ notice }: PageElement, what: number) => (notice & what) !== 0;

function isHidden({ attribs }: PageElement, opened: ReadonlySet<string>): boolean {
  const { class: names, style } = attribs;
  if (names !== undefined && SCREEN_READER_ONLY.test(names)) return true;
  const isHiddenByAttribute =
    (attribs.hidden !== undefined && attribs.hidden !== 'until-found') ||
    attribs['aria-hidden'] === 'true' ||
    (style !== undefined && HIDDEN_STYLE.test(style));
  return (
    isHiddenByAttribute && !(opened.has(attribs.id ?? '') || attribs.role === 'tabpanel' || attribs.role === 'region')
  );
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

/** Whether a label belongs to a form field. A label that opens an answer (with a hidden checkbox) is text. */
const isFieldLabel = (element: PageElement) =>
  elementsOf(element).some(({ name }) => /^(?:input|select|textarea)$/.test(name));

function isControl({ name, attribs, parent, chars }: PageElement): boolean {
  if (name !== 'button' && (attribs === NO_ATTRIBUTES || attribs.role !== 'button')) return false;
  const isInHeading = parent !== null && /^(?:h[1-6]|summary|dt)$/.test(parent.name);
  const opensText = attribs['aria-expanded'] !== undefined || attribs['aria-controls'] !== undefined;
  return !isInHeading && !(opensText && chars >= 10);
}

const isNamed = (tokens: readonly string[], names: ReadonlySet<string>) =>
  tokens.some((token, at) => names.has(token) && !NEGATIONS.has(tokens[at - 1] ?? ''));

function isBoilerplateByName(element: PageElement, { total }: ElementPosition): boolean {
  const { name, chars, links } = element;
  if (hasNotice(element, NOTICE.heading1) || name === 'body' || name === 'main') return false;
  const tokens = nameTokens(element);
  if (isNamed(tokens, BOILERPLATE_NAMES))
    return hasNotice(element, NOTICE.consent) || chars < Math.max(total * 0.4, Math.min(300, total * 0.9));
  if (!isNamed(tokens, AMBIGUOUS_NAMES)) return false;
  return linkShare(element) > 0.5 || (chars < 60 && links > 0);
}

/**
 * Detects cookie notices without relying on names: a short text that mentions cookies and has a button to accept or
 * reject them.
 */
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

/** Whether an element and everything in it is not part of the main text: menus, notices, forms, hidden elements. */
export function isBoilerplate(element: PageElement, position: ElementPosition): boolean {
  const { name, attribs, chars, links } = element;
  if (element.is(KIND.neverText)) return true;
  const hasNoAttributes = attribs === NO_ATTRIBUTES;
  // Fast path for most elements: nothing in their name, attributes or content hints at boilerplate.
  if (hasNoAttributes && links < 4 && !element.is(KIND.hasOwnRule) && !hasNotice(element, NOTICE.innermost))
    return false;
  if (!hasNoAttributes && attribs.role !== undefined && BOILERPLATE_ROLES.has(attribs.role)) return true;
  if (name === 'template') return attribs.shadowrootmode === undefined;
  if ((!hasNoAttributes && isHidden(element, position.opened)) || isControl(element)) return true;
  if (name === 'label' && isFieldLabel(element)) return true;
  if (chars === 0) return false;
  if (name === 'aside') return !(position.inMain && nameTokens(element).some((token) => CONTENT_ASIDES.has(token)));
  if (name === 'header' && !position.inMain) return links >= 3 || chars < 120;
  return (
    (!hasNoAttributes && isBoilerplateByName(element, position)) ||
    isConsentNotice(element, position) ||
    isMenu(element, position)
  );
}
