import { elementsOf, nameTokens, NO_ATTRIBUTES, NOTICE, type PageElement } from './page-tree.ts';
import { KIND } from './tags.ts';

/** Where an element stands, as its ancestors tell. */
export interface Place {
  /** Inside main or article. */
  inMain: boolean;
  /** Identifiers that some button opens: hidden text that a reader can still get at. */
  opened: ReadonlySet<string>;
  /** Characters of the whole page. */
  total: number;
}

const ROLES_OUT = new Set(
  'navigation banner contentinfo search menu menubar dialog alertdialog toolbar complementary tablist status tooltip'.split(
    ' ',
  ),
);
/** Names of what surrounds the main text, in Portuguese and English. */
const NAMES_OUT = new Set(
  (
    'cookie cookies consent lgpd gdpr onetrust breadcrumb breadcrumbs migalhas newsletter offcanvas navbar rodape ' +
    'pagination paginacao popup modal preloader minicart lightbox skiplink pular addtoany adsbygoogle toast'
  ).split(' '),
);
/** Names that are out only when what they name is mostly links, or nearly nothing: an opening-hours sidebar stays. */
const NAMES_DOUBTFUL = new Set(
  (
    'nav menu sidebar social share sharing compartilhar compartilhe related relacionados widget banner search busca cart ' +
    'carrinho tags tagcloud footer header topo topbar ads publicidade comments comentarios trilha categorias'
  ).split(' '),
);
const NEGATIONS = new Set(['with', 'has', 'no', 'sem', 'com', 'not', 'without']);
const SCREEN_READER_ONLY =
  /\b(?:sr-only|visually-hidden|visuallyhidden|screen-reader-text|d-none|elementor-screen-only)\b/;
const UNSEEN = /display\s*:\s*none|visibility\s*:\s*hidden/i;
const KEPT_ASIDE = new Set(
  'note nota tip dica warning aviso atencao info callout alert alerta highlight destaque'.split(' '),
);

const linkShare = ({ chars, linkChars }: PageElement) => (chars ? linkChars / chars : 0);
const says = ({ notice }: PageElement, what: number) => (notice & what) !== 0;

function isHidden({ attribs }: PageElement, opened: ReadonlySet<string>): boolean {
  const { class: names, style } = attribs;
  if (names !== undefined && SCREEN_READER_ONLY.test(names)) return true;
  const isShut =
    (attribs.hidden !== undefined && attribs.hidden !== 'until-found') ||
    attribs['aria-hidden'] === 'true' ||
    (style !== undefined && UNSEEN.test(style));
  return isShut && !(opened.has(attribs.id ?? '') || attribs.role === 'tabpanel' || attribs.role === 'region');
}

/** A label that belongs to a field of a form; one that opens an answer (a hidden checkbox) is text. */
const isFieldLabel = (element: PageElement) =>
  elementsOf(element).some(({ name }) => /^(?:input|select|textarea)$/.test(name));

function isButtonOut({ name, attribs, parent, chars }: PageElement): boolean {
  if (name !== 'button' && (attribs === NO_ATTRIBUTES || attribs.role !== 'button')) return false;
  const isInHeading = parent !== null && /^(?:h[1-6]|summary|dt)$/.test(parent.name);
  const opensText = attribs['aria-expanded'] !== undefined || attribs['aria-controls'] !== undefined;
  return !isInHeading && !(opensText && chars >= 10);
}

const isNamed = (tokens: readonly string[], names: ReadonlySet<string>) =>
  tokens.some((token, at) => names.has(token) && !NEGATIONS.has(tokens[at - 1] ?? ''));

function isOutByName(element: PageElement, { total }: Place): boolean {
  const { name, chars, links } = element;
  if (says(element, NOTICE.heading1) || name === 'body' || name === 'main') return false;
  const tokens = nameTokens(element);
  if (isNamed(tokens, NAMES_OUT))
    return says(element, NOTICE.consent) || chars < Math.max(total * 0.4, Math.min(300, total * 0.9));
  if (!isNamed(tokens, NAMES_DOUBTFUL)) return false;
  return linkShare(element) > 0.5 || (chars < 60 && links > 0);
}

/** A notice about cookies, whatever it is called: little text that mentions them, with a button to agree. */
const isConsentNotice = (element: PageElement, { total }: Place) =>
  says(element, NOTICE.core) &&
  element.chars <= 1_500 &&
  !says(element, NOTICE.heading1 | NOTICE.landmark) &&
  total - element.chars >= 20;

const isMenu = (element: PageElement, { inMain }: Place) =>
  !inMain &&
  element.links >= 4 &&
  element.is(KIND.menuLike) &&
  linkShare(element) >= 0.8 &&
  element.linkChars / element.links < 40;

/** Whether an element, with all below it, is no part of the main text: menus, notices, forms, hidden things. */
export function isBoilerplate(element: PageElement, place: Place): boolean {
  const { name, attribs, chars, links } = element;
  if (element.is(KIND.neverText)) return true;
  const isBare = attribs === NO_ATTRIBUTES;
  // Most are so: neither name nor attributes nor content make them anything else than text.
  if (isBare && links < 4 && !element.is(KIND.judged) && !says(element, NOTICE.core)) return false;
  if (!isBare && attribs.role !== undefined && ROLES_OUT.has(attribs.role)) return true;
  if (name === 'template') return attribs.shadowrootmode === undefined;
  if ((!isBare && isHidden(element, place.opened)) || isButtonOut(element)) return true;
  if (name === 'label' && isFieldLabel(element)) return true;
  if (chars === 0) return false;
  if (name === 'aside') return !(place.inMain && nameTokens(element).some((token) => KEPT_ASIDE.has(token)));
  if (name === 'header' && !place.inMain) return links >= 3 || chars < 120;
  return (!isBare && isOutByName(element, place)) || isConsentNotice(element, place) || isMenu(element, place);
}
