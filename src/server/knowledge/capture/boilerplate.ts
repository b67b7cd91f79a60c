import type { Element } from 'domhandler';
import { nameTokens } from './parse-html.ts';
import type { Weight, Weights } from './weigh.ts';

/** Where an element stands, as its ancestors tell. */
export interface Place {
  /** Inside main or article. */
  inMain: boolean;
  /** Identifiers that some button opens: hidden text that a reader can still get at. */
  opened: ReadonlySet<string>;
  weights: Weights;
  /** Characters of the whole page. */
  total: number;
}

const NEVER_TEXT = new Set(
  'script style noscript svg canvas iframe object embed audio video map input select textarea option datalist nav dialog menu footer head link meta title'.split(
    ' ',
  ),
);
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

const linkShare = ({ chars, linkChars }: Weight) => (chars ? linkChars / chars : 0);

function isHidden({ attribs }: Element, opened: ReadonlySet<string>): boolean {
  if (SCREEN_READER_ONLY.test(attribs.class ?? '')) return true;
  const isShut =
    ('hidden' in attribs && attribs.hidden !== 'until-found') ||
    attribs['aria-hidden'] === 'true' ||
    UNSEEN.test(attribs.style ?? '');
  return isShut && !(opened.has(attribs.id ?? '') || attribs.role === 'tabpanel' || attribs.role === 'region');
}

/** A label that belongs to a field of a form; one that opens an answer (a hidden checkbox) is text. */
const isFieldLabel = ({ name, children }: Element) =>
  name === 'label' &&
  children.some(
    (child) => 'name' in child && (child.name === 'input' || child.name === 'select' || child.name === 'textarea'),
  );

function isButtonOut({ name, attribs, parent }: Element, weight: Weight | undefined): boolean {
  if (name !== 'button' && attribs.role !== 'button') return false;
  const isInHeading = parent !== null && 'name' in parent && /^(?:h[1-6]|summary|dt)$/.test(parent.name);
  const opensText = 'aria-expanded' in attribs || 'aria-controls' in attribs;
  return !isInHeading && !(opensText && (weight?.chars ?? 0) >= 10);
}

function isOutByName(element: Element, weight: Weight, place: Place): boolean {
  const tokens = nameTokens(element);
  const isNamed = (names: ReadonlySet<string>) =>
    tokens.some((token, at) => names.has(token) && !NEGATIONS.has(tokens[at - 1] ?? ''));
  if (weight.hasHeading1 || element.name === 'body' || element.name === 'main') return false;
  if (isNamed(NAMES_OUT))
    return weight.hasConsentButton || weight.chars < Math.max(place.total * 0.4, Math.min(300, place.total * 0.9));
  if (!isNamed(NAMES_DOUBTFUL)) return false;
  return linkShare(weight) > 0.5 || (weight.chars < 60 && weight.links > 0);
}

/** A notice about cookies, whatever it is called: little text that mentions them, with a button to agree. */
const isConsentNotice = (weight: Weight, { total }: Place) =>
  weight.isConsentCore &&
  weight.chars <= 1_500 &&
  !weight.hasHeading1 &&
  !weight.hasLandmark &&
  total - weight.chars >= 20;

const isMenu = ({ name }: Element, weight: Weight, { inMain }: Place) =>
  !inMain &&
  /^(?:ul|ol|div|section|p)$/.test(name) &&
  weight.links >= 4 &&
  linkShare(weight) >= 0.8 &&
  weight.linkChars / weight.links < 40;

/** Whether an element, with all below it, is no part of the main text: menus, notices, forms, hidden things. */
export function isBoilerplate(element: Element, place: Place): boolean {
  const { name, attribs } = element;
  if (NEVER_TEXT.has(name) || ROLES_OUT.has(attribs.role ?? '')) return true;
  if (name === 'template') return !('shadowrootmode' in attribs);
  if (isHidden(element, place.opened) || isFieldLabel(element)) return true;
  const weight = place.weights.get(element);
  if (isButtonOut(element, weight)) return true;
  if (!weight || weight.chars === 0) return false;
  if (name === 'aside') return !(place.inMain && nameTokens(element).some((token) => KEPT_ASIDE.has(token)));
  if (name === 'header' && !place.inMain) return weight.links >= 3 || weight.chars < 120;
  return isOutByName(element, weight, place) || isConsentNotice(weight, place) || isMenu(element, weight, place);
}
