/** The square that is taken of a picture, in its points. */
export interface CropBox {
  left: number;
  top: number;
  side: number;
}
interface Size {
  width: number;
  height: number;
}

/** Smallest square that makes a clear picture. */
const LEAST = 96;
export const zoomMax = ({ width, height }: Size) => Math.max(1, Math.min(width, height) / LEAST);

const within = (value: number, most: number) => Math.round(Math.min(Math.max(value, 0), Math.max(0, most)));

/** The square of a zoom (1: as large as fits) around a centre, kept within the picture. */
export function boxAt({ width, height }: Size, zoom: number, centre: { x: number; y: number }): CropBox {
  const side = Math.max(1, Math.round(Math.min(width, height) / zoom));
  return {
    side,
    left: within(centre.x - side / 2, width - side),
    top: within(centre.y - side / 2, height - side),
  };
}

export const centreOf = ({ left, top, side }: CropBox) => ({ x: left + side / 2, y: top + side / 2 });
