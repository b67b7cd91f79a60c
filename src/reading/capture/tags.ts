export const KIND = {
  block: 1,
  /** A list that contains one is a layout. */
  structure: 1 << 1,
  tableOrHeading: 1 << 2,
  headerCell: 1 << 3,
  heading1: 1 << 4,
  landmark: 1 << 5,
  heading: 1 << 6,
  scriptOrStyle: 1 << 7,
  /** Its text does not count: scripts, styles, form fields. */
  uncounted: 1 << 8,
  neverText: 1 << 9,
  menuPart: 1 << 10,
  menuLike: 1 << 11,
  metadata: 1 << 12,
  /** Has its own rule for whether it is part of the main text. */
  hasOwnRule: 1 << 13,
} as const;

export interface Tag {
  name: string;
  kind: number;
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
  uncounted: 'script style svg select textarea iframe',
  neverText:
    'script style svg canvas iframe object embed audio video map input textarea option datalist nav dialog menu footer ' +
    'head link meta title',
  menuPart: 'nav header footer dialog',
  menuLike: 'ul ol div section p',
  scriptOrStyle: 'script style',
  metadata: 'html body base title h1 meta link a area noscript script iframe frame app-root',
  hasOwnRule: 'template button label aside header noscript select',
};

const tags = new Map<string, Tag>();
for (const name of new Set(Object.values(NAMES).flatMap((names) => names.split(' ')))) {
  let kind = 0;
  for (const [one, names] of Object.entries(NAMES))
    if (names.split(' ').includes(name)) kind |= KIND[one as keyof typeof KIND];
  tags.set(name, { name, kind });
}

export const tagNamed = (name: string): Tag => tags.get(name) ?? { name, kind: 0 };

/** Attributes that JavaScript frameworks put on their root element. */
export const APP_MARKS = ['ng-app', 'ng-version', 'data-reactroot', 'data-v-app', 'data-server-rendered'];
