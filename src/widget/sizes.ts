import type { WidgetAppearance } from '../shared/appearance.ts';

type Size = WidgetAppearance['size'];

export const LAUNCHER_PX: Readonly<Record<Size, number>> = { small: 48, medium: 56, large: 64 };
/** If the window is large enough. */
export const PANEL_PX: Readonly<Record<Size, readonly [width: number, height: number]>> = {
  small: [344, 520],
  medium: [388, 620],
  large: [448, 720],
};
export const SHEET_WINDOW = '(max-width: 480px), (max-height: 440px)';
export const LAUNCHER_GAP_PX = 12;

export function initials(name: string): string {
  const found = /^[^\p{L}\p{N}]*([\p{L}\p{N}])\S*(?:[^\p{L}\p{N}]+([\p{L}\p{N}]))?/u.exec(name);
  return found ? (found[1]! + (found[2] ?? '')).toUpperCase() : '?';
}

export function sideOf(side: WidgetAppearance['side']): { block: 'top' | 'bottom'; inline: 'left' | 'right' } {
  return {
    block: side.indexOf('top') === 0 ? 'top' : 'bottom',
    inline: side.indexOf('left') > 0 ? 'left' : 'right',
  };
}

/**
 * At a corner of the window. `--prosa-x` and `--prosa-y` are for the site's own style sheet, `--pan-x` and `--pan-y`
 * are set by `stayInSight`.
 */
export function insetOf(side: WidgetAppearance['side'], x: number, y: number): string {
  const { block, inline } = sideOf(side);
  const at = (isHere: boolean, axis: string, px: number) =>
    isHere ? `calc(${px}px + var(--prosa-${axis},0px) + var(--pan-${axis},0px)) ` : 'auto ';
  const [isTop, isLeft] = [block === 'top', inline === 'left'];
  return at(isTop, 'y', y) + at(!isLeft, 'x', x) + at(!isTop, 'y', y) + at(isLeft, 'x', x);
}
