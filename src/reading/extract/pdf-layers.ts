import type { PDFDocumentProxy, PDFPageProxy } from 'unpdf/pdfjs';
import { OPS } from 'unpdf/pdfjs';

type Layers = Awaited<ReturnType<PDFDocumentProxy['getOptionalContentConfig']>>;
type ContentItem = Awaited<ReturnType<PDFPageProxy['getTextContent']>>['items'][number];

/** Null when it hides none. */
export async function layersOf(pdf: PDFDocumentProxy): Promise<Layers | null> {
  const layers = await pdf.getOptionalContentConfig().catch(() => null);
  const groups = [...(layers ?? [])];
  return groups.some(([, group]) => !group.visible) ? layers : null;
}

const LAYER = 'OC';
/** The types of pdf.js do not name the tag. */
const isLayer = (item: ContentItem) => 'tag' in item && item.tag === LAYER;

interface LayeredItems {
  visible: ContentItem[];
  hidden: ContentItem[];
}

export async function separateLayers(page: PDFPageProxy, layers: Layers): Promise<LayeredItems> {
  const { items } = await page.getTextContent({ includeMarkedContent: true });
  const { fnArray, argsArray } = await page.getOperatorList();
  const areVisible = fnArray.flatMap((operator, at) => {
    const [tag, properties] = (argsArray[at] ?? []) as [string?, unknown?];
    return operator === OPS.beginMarkedContentProps && tag === LAYER ? [layers.isVisible(properties)] : [];
  });
  const begun = items.filter((item) => 'type' in item && item.type !== 'endMarkedContent' && isLayer(item));
  // The text content does not name the layers, so they are told by their order.
  return begun.length === areVisible.length ? separate(items, areVisible) : { visible: items, hidden: [] };
}

function separate(items: ContentItem[], areVisible: boolean[]): LayeredItems {
  const open: boolean[] = [];
  const separated: LayeredItems = { visible: [], hidden: [] };
  let layer = 0;
  for (const item of items) {
    if (!('type' in item)) (open.every(Boolean) ? separated.visible : separated.hidden).push(item);
    else if (item.type === 'endMarkedContent') open.pop();
    else open.push(isLayer(item) ? areVisible[layer++]! : true);
  }
  return separated;
}
