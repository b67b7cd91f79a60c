/** What the reading of a page has to know of a tag, as bits of `Tag.kind`. */
export const KIND = {
  /** Stands on lines of its own. */
  block: 1,
  /** Headings, tables, definition lists, sections, articles: a list that holds one is but a frame. */
  structure: 1 << 1,
  tableOrHeading: 1 << 2,
  headerCell: 1 << 3,
  heading1: 1 << 4,
  landmark: 1 << 5,
  heading: 1 << 6,
  empty: 1 << 7,
  /** Its text has no weight: programs, styles, fields. */
  unweighed: 1 << 8,
  /** Never part of the main text. */
  neverText: 1 << 9,
  menuPart: 1 << 10,
  /** A list or box that may be a menu by nature. */
  menuLike: 1 << 11,
  /** What stands in it is text up to its closing tag, whatever it looks like. */
  raw: 1 << 12,
  /** Says something of the page as a whole. */
  telling: 1 << 13,
  foreign: 1 << 14,
  integration: 1 << 15,
  /** There are rules of its own for whether it is part of the main text. */
  judged: 1 << 16,
} as const;

export interface Tag {
  name: string;
  kind: number;
  /** Of those that the beginning of another may end, each has a bit of its own. */
  bit: number;
  /** Open elements that end where this one begins, by their bits. */
  closes: number;
}

const NAMES: Record<keyof typeof KIND, string> = {
  block:
    'address article aside blockquote body center dd details div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 ' +
    'h5 h6 header hgroup hr html legend li main ol p pre section summary table tbody td tfoot th thead tr ul',
  structure: 'h1 h2 h3 h4 h5 h6 table dl section article',
  tableOrHeading: 'table h1 h2 h3 h4 h5 h6',
  headerCell: 'th',
  heading1: 'h1',
  landmark: 'main nav header footer article body',
  heading: 'h1 h2 h3 h4 h5 h6',
  empty: 'area base basefont br col command embed frame hr img input isindex keygen link meta param source track wbr',
  unweighed: 'script style noscript svg select textarea iframe',
  neverText:
    'script style noscript svg canvas iframe object embed audio video map input select textarea option datalist nav dialog ' +
    'menu footer head link meta title',
  menuPart: 'nav header footer dialog',
  menuLike: 'ul ol div section p',
  raw: 'script style title textarea xmp',
  telling: 'html base title h1 meta link a area noscript script app-root',
  foreign: 'svg math',
  integration: 'mi mo mn ms mtext annotation-xml foreignobject desc title',
  judged: 'template button label aside header',
};

const P = new Set(['p']);
const FORM_PARTS = new Set('input option optgroup select button datalist textarea'.split(' '));
const TERMS = new Set(['dd', 'dt']);
const TABLE_PARTS = new Set(['thead', 'tbody']);
const RUBY_PARTS = new Set(['rt', 'rp']);
const closing = (names: string, closed: ReadonlySet<string>) => names.split(' ').map((name) => [name, closed] as const);
const CLOSES = new Map<string, ReadonlySet<string>>([
  ['tr', new Set(['tr', 'th', 'td'])],
  ['th', new Set(['th'])],
  ['td', new Set(['thead', 'th', 'td'])],
  ['body', new Set(['head', 'link', 'script'])],
  ['li', new Set(['li'])],
  ['option', new Set(['option'])],
  ['optgroup', new Set(['optgroup', 'option'])],
  ...closing('select input output button datalist textarea', FORM_PARTS),
  ...closing('dd dt', TERMS),
  ...closing('rt rp', RUBY_PARTS),
  ...closing('tbody tfoot', TABLE_PARTS),
  ...closing(
    'p h1 h2 h3 h4 h5 h6 address article aside blockquote details div dl fieldset figcaption figure footer form header hr ' +
      'main nav ol pre section table ul',
    P,
  ),
]);

const OTHERS =
  'abbr acronym b bdi bdo big button cite code colgroup data del dfn em font g i ins kbd label mark meter nobr output path ' +
  'picture progress q s samp slot small span strike strong sub sup template time tt u var circle rect line polygon use defs';

const closable = [...new Set([...CLOSES.values()].flatMap((names) => [...names]))];
const bitOf = (name: string) => (closable.includes(name) ? 1 << closable.indexOf(name) : 0);
const bitsOf = (names: Iterable<string> = []) => [...names].reduce((bits, name) => bits | bitOf(name), 0);

const tags = new Map<string, Tag>();
const known = new Set([
  ...Object.values(NAMES).flatMap((names) => names.split(' ')),
  ...CLOSES.keys(),
  ...OTHERS.split(' '),
]);
for (const name of known) {
  let kind = 0;
  for (const [one, names] of Object.entries(NAMES))
    if (names.split(' ').includes(name)) kind |= KIND[one as keyof typeof KIND];
  tags.set(name, { name, kind, bit: bitOf(name), closes: bitsOf(CLOSES.get(name)) });
}

const ATTRIBUTES =
  'class id href style src alt rel type name content property role hidden lang charset title target width height value for ' +
  'colspan rowspan start srcset sizes loading decoding media action method placeholder tabindex onclick async defer ' +
  'http-equiv itemprop itemtype itemscope hreflang datetime align border cellpadding cellspacing valign bgcolor color face ' +
  'size xmlns viewbox fill stroke d data-id data-src data-href data-toggle data-target data-bs-target data-bs-toggle ' +
  'data-type data-url data-element_type data-settings data-widget_type aria-label aria-hidden aria-expanded aria-controls ' +
  'aria-labelledby aria-describedby aria-current aria-selected aria-haspopup crossorigin integrity nonce referrerpolicy';
/** Attributes that a program puts on the element in which it draws the page. */
export const APP_MARKS = ['ng-app', 'ng-version', 'data-reactroot', 'data-v-app', 'data-server-rendered'];

export interface AttributeName {
  name: string;
  /** It may say something of the page, or of other elements, that is to be noted as the element begins. */
  isTelling: boolean;
}

const TELLING = ['id', 'aria-controls', 'data-target', 'data-bs-target', ...APP_MARKS];
const attributes = new Map<string, AttributeName>(
  [...ATTRIBUTES.split(' '), ...TELLING].map((name) => [name, { name, isTelling: TELLING.includes(name) }]),
);

/** Names found by their place in a text, without a string being made of them. */
interface NameTable<T> {
  /** The one whose name stands at `from` to `to`; `hash` as addToHash counts. */
  at(codes: Uint16Array, from: number, to: number, hash: number): T | undefined;
}

/** Whether a name stands at a place. Names are short: to have the string searched for it takes longer than to look. */
export function standsAt(name: string, codes: Uint16Array, from: number): boolean {
  for (let at = 0; at < name.length; at++) if (codes[from + at] !== name.charCodeAt(at)) return false;
  return true;
}

const SIZE = 4_096;
/** The hash of a name, one character after the other. */
export const addToHash = (hash: number, code: number): number => (Math.imul(hash, 31) + code) | 0;

function tableOf<T>(entries: Iterable<readonly [string, T]>): NameTable<T> {
  const names: (string | undefined)[] = new Array<string | undefined>(SIZE).fill(undefined);
  const values: (T | undefined)[] = new Array<T | undefined>(SIZE).fill(undefined);
  for (const [name, value] of entries) {
    let hash = 0;
    for (let at = 0; at < name.length; at++) hash = addToHash(hash, name.charCodeAt(at));
    names[hash & (SIZE - 1)] = name;
    values[hash & (SIZE - 1)] = value;
  }
  return {
    at(codes, from, to, hash) {
      const place = hash & (SIZE - 1);
      const name = names[place];
      return name !== undefined && name.length === to - from && standsAt(name, codes, from) ? values[place] : undefined;
    },
  };
}

const tagTable = tableOf(tags);
const attributeTable = tableOf(attributes);

/** The tag whose name stands at `from` to `to` of a text, in whatever case; `codes` are the text's. */
export function tagAt(text: string, codes: Uint16Array, from: number, to: number, hash: number): Tag {
  return tagTable.at(codes, from, to, hash) ?? tagNamed(text.slice(from, to).toLowerCase());
}

export const tagNamed = (name: string): Tag => tags.get(name) ?? { name, kind: 0, bit: 0, closes: 0 };

/** The attribute whose name stands at `from` to `to`, in whatever case. */
export function attributeAt(text: string, codes: Uint16Array, from: number, to: number, hash: number): AttributeName {
  const known = attributeTable.at(codes, from, to, hash);
  if (known) return known;
  const name = text.slice(from, to).toLowerCase();
  return attributes.get(name) ?? { name, isTelling: false };
}
