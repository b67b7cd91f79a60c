/** The square to cut out of an image, in pixels of the image. */
export interface CropBox {
  left: number;
  top: number;
  side: number;
}
interface ImageSize {
  width: number;
  height: number;
}

/** Side of the smallest square that still gives a sharp image, in pixels. */
const MIN_SIZE = 96;
/** Returns the maximum zoom, at which the square has its smallest side; 1 if the image is too small to zoom. */
export const zoomMax = ({ width, height }: ImageSize) => Math.max(1, Math.min(width, height) / MIN_SIZE);

const within = (value: number, most: number) => Math.round(Math.min(Math.max(value, 0), Math.max(0, most)));

/** Returns the square for a zoom (1: the largest that fits) around a centre, moved to stay inside the image. */
export function boxAt({ width, height }: ImageSize, zoom: number, centre: { x: number; y: number }): CropBox {
  const side = Math.max(1, Math.round(Math.min(width, height) / zoom));
  return {
    side,
    left: within(centre.x - side / 2, width - side),
    top: within(centre.y - side / 2, height - side),
  };
}

export const centreOf = ({ left, top, side }: CropBox) => ({ x: left + side / 2, y: top + side / 2 });
