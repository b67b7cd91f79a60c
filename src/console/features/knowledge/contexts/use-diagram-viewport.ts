import { getViewportForBounds, type Node, useReactFlow, useStore, useStoreApi, type Viewport } from '@xyflow/react';
import { type RefObject, useCallback, useEffect, useRef } from 'react';
import { NODE, type NodePosition } from './node-positions.ts';

type NodeBox = Pick<Node, 'id' | 'position'>;

/** `least`: minimum zoom at which names are readable. `part`: zoom when not all boxes fit at that zoom. */
const READ = { least: 0.5, part: 0.85 };
const PADDING = 0.1;
const ZOOM = { min: 0.05, max: 1 };
const ZOOM_MS = 160;

/** Returns the duration of a viewport change, in ms; 0 for users who prefer reduced motion. */
export const smooth = () => ({
  duration: window.matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : ZOOM_MS,
});

interface ViewportOptions {
  boxes: readonly NodeBox[];
  /** Id of the box to show when not all boxes fit at a readable zoom. */
  first: string | undefined;
  /** The boxes that a search found; undefined without a search. */
  found: readonly NodeBox[] | undefined;
  /** Number of all contexts, including those in folded branches. */
  count: number;
  /** Id of the box that the user has just folded or unfolded. It stays in the same place on the screen. */
  pinned: RefObject<string | undefined>;
}

/**
 * Controls the viewport of the diagram. It shows all boxes if they fit at a readable zoom; otherwise the part around
 * one box. Returns functions for the initial viewport and for showing all boxes.
 */
export function useDiagramViewport({ boxes, first, found, count, pinned }: ViewportOptions) {
  const flow = useReactFlow();
  const store = useStoreApi();
  const show = useCallback(
    (some: readonly NodeBox[], centre: string | undefined, moving?: { duration: number }) => {
      const frame = store.getState();
      const whole = viewportAround(some, frame);
      const part = boxes.find(({ id }) => id === centre) ?? some[0];
      if (whole.zoom >= READ.least) void flow.setViewport(whole, moving);
      else if (part) void flow.setViewport(partOf(part.position, frame), moving);
    },
    [flow, store, boxes],
  );

  const positions = useRef<Map<string, NodePosition>>(undefined);
  useEffect(() => {
    const before = positions.current?.get(pinned.current ?? '');
    positions.current = new Map(boxes.map(({ id, position }) => [id, position]));
    const now = positions.current.get(pinned.current ?? '');
    pinned.current = undefined;
    if (!before || !now) return;
    const { x, y, zoom } = flow.getViewport();
    void flow.setViewport({ x: x - (now.x - before.x) * zoom, y: y - (now.y - before.y) * zoom, zoom });
  }, [boxes, flow, pinned]);

  // When the number of contexts or the width changes, shows all boxes again if they fit at a readable zoom.
  const width = useStore((state) => state.width);
  const shown = useRef({ count, width });
  useEffect(() => {
    const before = shown.current;
    shown.current = { count, width };
    if (before.width === 0 || (before.count === count && before.width === width)) return;
    const whole = viewportAround(boxes, store.getState());
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
    /** Sets the initial viewport: the search results, or without a search all boxes or the part around `first`. */
    open: () => (found && found.length > 0 ? show(found, found[0]?.id) : show(boxes, first)),
    /** Shows all boxes, even if they become too small to read. */
    showAll: () => void flow.setViewport(viewportAround(boxes, store.getState()), smooth()),
  };
}

interface ViewportSize {
  width: number;
  height: number;
}

function viewportAround(boxes: readonly NodeBox[], { width, height }: ViewportSize): Viewport {
  const xs = boxes.map(({ position }) => position.x);
  const ys = boxes.map(({ position }) => position.y);
  const [x, y] = [Math.min(...xs), Math.min(...ys)];
  const bounds = { x, y, width: Math.max(...xs) - x + NODE.width, height: Math.max(...ys) - y + NODE.height };
  return getViewportForBounds(bounds, width, height, ZOOM.min, ZOOM.max, PADDING);
}

/** Returns a viewport with a box left of the centre, which leaves room for its subcontexts on the right. */
const partOf = ({ x, y }: NodePosition, { width, height }: ViewportSize): Viewport => ({
  x: width / 3 - (x + NODE.width / 2) * READ.part,
  y: height / 2 - (y + NODE.height / 2) * READ.part,
  zoom: READ.part,
});
