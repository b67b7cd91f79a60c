import { useLayoutEffect, useRef } from 'react';

export type Side = 'bottom' | 'top' | 'right';
interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

const GAP = 6;
/** Pixels kept free at the edges of the window. */
const MARGIN = 8;

const within = (at: number, size: number, room: number) => Math.max(MARGIN, Math.min(at, room - size - MARGIN));

/**
 * Returns the position (px, in the window) of an element beside a box: on the given side, or on the opposite one when
 * there is no room, and always within the window. Their centres are aligned.
 */
export function placeBeside(
  box: Box,
  size: { width: number; height: number },
  room: { width: number; height: number },
  side: Side,
): { left: number; top: number } {
  const middle = { left: box.left + (box.width - size.width) / 2, top: box.top + (box.height - size.height) / 2 };
  if (side === 'right') {
    const after = box.left + box.width + GAP;
    const left = after + size.width + MARGIN <= room.width ? after : box.left - GAP - size.width;
    return { left: within(left, size.width, room.width), top: within(middle.top, size.height, room.height) };
  }
  const below = box.top + box.height + GAP;
  const above = box.top - GAP - size.height;
  const fits = { bottom: below + size.height + MARGIN <= room.height, top: above >= MARGIN };
  const top = side === 'bottom' ? (fits.bottom || !fits.top ? below : above) : fits.top || !fits.bottom ? above : below;
  return { left: within(middle.left, size.width, room.width), top: within(top, size.height, room.height) };
}

/** Keeps an element (`position: fixed`) beside a box when either moves or changes size. Returns the element's ref. */
export function usePlaced<T extends HTMLElement>(box: Box, side: Side) {
  const ref = useRef<T>(null);
  const place = useRef(() => {});
  useLayoutEffect(() => {
    place.current = () => {
      if (!ref.current) return;
      const { offsetWidth: width, offsetHeight: height, style } = ref.current;
      const room = { width: document.documentElement.clientWidth, height: window.innerHeight };
      const spot = placeBeside(box, { width, height }, room, side);
      style.left = `${spot.left}px`;
      style.top = `${spot.top}px`;
    };
    place.current();
  });
  useLayoutEffect(() => {
    const again = () => place.current();
    const sizes = new ResizeObserver(again);
    if (ref.current) sizes.observe(ref.current);
    window.addEventListener('scroll', again, true);
    window.addEventListener('resize', again);
    return () => {
      sizes.disconnect();
      window.removeEventListener('scroll', again, true);
      window.removeEventListener('resize', again);
    };
  }, []);
  return ref;
}
