import { collapsed, elementsOf, type PageElement, rawText } from './page-tree.ts';

export type Thing = Record<string, unknown>;

const THINGS_MAX = 60;
const DEPTH_MAX = 40;

const VALUE_ATTRIBUTES: Record<string, string> = {
  a: 'href',
  area: 'href',
  link: 'href',
  img: 'src',
  time: 'datetime',
  data: 'value',
  meter: 'value',
};

const valueOf = (element: PageElement): string => {
  const { name, attribs } = element;
  return attribs.content ?? attribs[VALUE_ATTRIBUTES[name] ?? ''] ?? collapsed(rawText(element));
};

const isScope = ({ attribs }: PageElement) => attribs.itemscope !== undefined;
const newThing = ({ attribs }: PageElement): Thing => ({ '@type': (attribs.itemtype ?? '').split(/\s+/) });

/** As JSON-LD (https://html.spec.whatwg.org/multipage/microdata.html). */
export function microdataOf(root: PageElement): Thing[] {
  const things: Thing[] = [];
  const collect = (element: PageElement, owner: Thing | null, depth: number): void => {
    if (depth > DEPTH_MAX) return;
    for (const child of elementsOf(element)) {
      const property = child.attribs.itemprop;
      const own = isScope(child) && things.length < THINGS_MAX ? newThing(child) : null;
      if (own && (property === undefined || owner === null)) things.push(own);
      if (owner && property !== undefined)
        for (const name of property.split(/\s+/))
          owner[name] = [...((owner[name] as unknown[] | undefined) ?? []), own ?? valueOf(child)];
      collect(child, own ?? owner, depth + 1);
    }
  };
  collect(root, null, 0);
  return things;
}
