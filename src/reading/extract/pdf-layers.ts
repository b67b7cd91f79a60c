import type { PDFDocumentProxy, PDFPageProxy } from 'unpdf/pdfjs';
import { OPS } from 'unpdf/pdfjs';

type Layers = Awaited<ReturnType<PDFDocumentProxy['getOptionalContentConfig']>>;
type ContentItem = Awaited<ReturnType<PDFPageProxy['getTextContent']>>['items'][number];

/** Returns the layers of a document, or null when it hides none. */
export async function layersOf(pdf: PDFDocumentProxy): Promise<Layers | null> {
  const layers = await pdf.getOptionalContentConfig().catch(() => null);
  const groups = [...(layers ?? [])];
  return groups.some(([, group]) => !group.visible) ? layers : null;
}

const LAYER = 'OC';
/** The types of pdf.js do not name the tag. */
const isLayer = (item: ContentItem) => 'tag' in item && item.tag === LAYER;

/** Returns the text of a page without its hidden layers. */
export async function visibleItems(page: PDFPageProxy, layers: Layers): Promise<ContentItem[]> {
  const { items } = await page.getTextContent({ includeMarkedContent: true });
  const { fnArray, argsArray } = await page.getOperatorList();
  const visible = fnArray.flatMap((operator, at) => {
    const [tag, properties] = (argsArray[at] ?? []) as [string?, unknown?];
    return operator === OPS.beginMarkedContentProps && tag === LAYER ? [layers.isVisible(properties)] : [];
  });
  const begun = items.filter((item) => 'type' in item && item.type !== 'endMarkedContent' && isLayer(item));
  // The text content does not name the layers, so they are told by their order.
  return begun.length === visible.length ? withoutHidden(items, visible) : items;
}

function withoutHidden(items: ContentItem[], visible: boolean[]): ContentItem[] {
  const open: boolean[] = [];
  let layer = 0;
  return items.filter((item) => {
    if (!('type' in item)) return open.every(Boolean);
    if (item.type === 'endMarkedContent') open.pop();
    else open.push(isLayer(item) ? visible[layer++]! : true);
    return false;
  });
}
