import type { WidgetAppearance } from '../shared/appearance.ts';
import { safeColor, safeNumber } from './colors.ts';
import { element, icon } from './element.ts';
import { DOWN, openIcon } from './open-icons.ts';
import { picture, pictureAddress } from './picture.ts';
import { insetOf, LAUNCHER_PX } from './sizes.ts';

export interface Launcher {
  readonly element: HTMLButtonElement;
  isOpen(): boolean;
  setOpen(isOpen: boolean): void;
  setBusy(isBusy: boolean): void;
}

/** A bubble, or a box with the owner's text. `origin`: of its picture. */
export function drawLauncher(appearance: WidgetAppearance, origin: string, onPress: () => void): Launcher {
  const { messages, size, type } = appearance;
  const large = (LAUNCHER_PX[size] ?? LAUNCHER_PX.medium) * 0.56;
  const made = element('button', { type: 'button', class: `launcher ${type}`, 'aria-haspopup': 'dialog' });
  const drawIcon = () => icon(openIcon(appearance.icons?.open), type === 'box' ? 24 : large);
  const address = pictureAddress(origin, appearance.images?.open);
  // Delays the page as little as possible: the icon is added later in the same frame, the arrow when first needed.
  if (address) {
    const sign = made.appendChild(picture(address, () => made.replaceChild(drawIcon(), sign)));
  } else requestAnimationFrame(() => made.insertBefore(drawIcon(), made.firstChild));
  let down: SVGSVGElement | undefined;
  if (type === 'box') made.appendChild(element('span', {}, [messages.open]));
  made.addEventListener('click', onPress);
  let isShownOpen = false;
  const report = () => {
    made.setAttribute('aria-expanded', String(isShownOpen));
    made.setAttribute('aria-label', isShownOpen ? messages.close : messages.open);
  };
  report();
  return {
    element: made,
    isOpen: () => isShownOpen,
    setOpen(isOpen) {
      isShownOpen = isOpen;
      if (isOpen && type === 'bubble') down ??= made.appendChild(icon(DOWN, large));
      made.classList.toggle('open', isOpen);
      report();
    },
    setBusy(isBusy) {
      made.classList.toggle('busy', isBusy);
      made.setAttribute('aria-busy', String(isBusy));
    },
  };
}

/** Custom properties for what the loader draws. */
export function launcherRule(appearance: WidgetAppearance): string {
  const { colors, side, size, type } = appearance;
  const px = LAUNCHER_PX[size] ?? LAUNCHER_PX.medium;
  const margin = safeNumber(appearance.margin, 0, 120);
  const radius = type === 'box' ? Math.min(safeNumber(appearance.radius, 0, 32), px / 2) : px / 2;
  return `.launcher,.said{--primary:${safeColor(colors.primary, '#0B7A5E')};--on-primary:${safeColor(colors.onPrimary, '#FFFFFF')};
--size:${px}px;--radius:${radius}px;--margin:${margin}px;
--inset:${insetOf(side, margin, margin)}}`;
}
