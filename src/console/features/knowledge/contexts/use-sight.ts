import { getViewportForBounds, type Node, useReactFlow, useStore, useStoreApi, type Viewport } from '@xyflow/react';
import { type RefObject, useCallback, useEffect, useRef } from 'react';
import { NODE, type Place } from './lay-out-tree.ts';

type Box = Pick<Node, 'id' | 'position'>;

/** From this zoom on names can be read; where a whole does not fit in it, a part is shown by the other. */
const READ = { least: 0.5, part: 0.85 };
const PADDING = 0.1;
const ZOOM = { min: 0.05, max: 1 };
const ZOOM_MS = 160;

/** How long a move of what is in sight takes: no time for who asked for stillness. */
export const smooth = () => ({
  duration: window.matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : ZOOM_MS,
});

interface Sight {
  boxes: readonly Box[];
  /** The box that is shown where not all can be read. */
  first: string | undefined;
  /** The boxes a search found; undefined when nothing is searched. */
  found: readonly Box[] | undefined;
  /** How many contexts there are, folded away or not. */
  count: number;
  /** The box that has just been folded or unfolded: it stays where it is on the screen. */
  pinned: RefObject<string | undefined>;
}

/** What of the diagram is in sight: all of it where it can be read, otherwise the part that matters. */
export function useSight({ boxes, first, found, count, pinned }: Sight) {
  const flow = useReactFlow();
  const store = useStoreApi();
  const show = useCallback(
    (some: readonly Box[], centre: string | undefined, moving?: { duration: number }) => {
      const frame = store.getState();
      const whole = wholeOf(some, frame);
      const part = boxes.find(({ id }) => id === centre) ?? some[0];
      if (whole.zoom >= READ.least) void flow.setViewport(whole, moving);
      else if (part) void flow.setViewport(partOf(part.position, frame), moving);
    },
    [flow, store, boxes],
  );

  const places = useRef<Map<string, Place>>(undefined);
  useEffect(() => {
    const before = places.current?.get(pinned.current ?? '');
    places.current = new Map(boxes.map(({ id, position }) => [id, position]));
    const now = places.current.get(pinned.current ?? '');
    pinned.current = undefined;
    if (!before || !now) return;
    const { x, y, zoom } = flow.getViewport();
    void flow.setViewport({ x: x - (now.x - before.x) * zoom, y: y - (now.y - before.y) * zoom, zoom });
  }, [boxes, flow, pinned]);

  // More contexts or fewer, or another width: all of them come into sight again, where they can be read together.
  const width = useStore((state) => state.width);
  const shown = useRef({ count, width });
  useEffect(() => {
    const before = shown.current;
    shown.current = { count, width };
    if (before.width === 0 || (before.count === count && before.width === width)) return;
    const whole = wholeOf(boxes, store.getState());
    if (whole.zoom >= READ.least) void flow.setViewport(whole, before.width === width ? smooth() : undefined);
  }, [count, width, boxes, flow, store]);

  const wanted = found?.map(({ id }) => id).join(' ');
  const sought = useRef(wanted);
  useEffect(() => {
    if (sought.current === wanted) return;
    sought.current = wanted;
    if (found && found.length > 0) show(found, found[0]?.id, smooth());
  }, [wanted, found, show]);

  return {
    /** The first look, which a search in the address may have narrowed. */
    open: () => (found && found.length > 0 ? show(found, found[0]?.id) : show(boxes, first)),
    /** Everything, however small. */
    showAll: () => void flow.setViewport(wholeOf(boxes, store.getState()), smooth()),
  };
}

interface Frame {
  width: number;
  height: number;
}

function wholeOf(boxes: readonly Box[], { width, height }: Frame): Viewport {
  const xs = boxes.map(({ position }) => position.x);
  const ys = boxes.map(({ position }) => position.y);
  const [x, y] = [Math.min(...xs), Math.min(...ys)];
  const bounds = { x, y, width: Math.max(...xs) - x + NODE.width, height: Math.max(...ys) - y + NODE.height };
  return getViewportForBounds(bounds, width, height, ZOOM.min, ZOOM.max, PADDING);
}

/** A box at the left of the middle: what it holds stands at its right. */
const partOf = ({ x, y }: Place, { width, height }: Frame): Viewport => ({
  x: width / 3 - (x + NODE.width / 2) * READ.part,
  y: height / 2 - (y + NODE.height / 2) * READ.part,
  zoom: READ.part,
});
