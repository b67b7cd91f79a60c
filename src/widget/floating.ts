/** Traps the focus, keeps key events from the page, makes room for a phone's keyboard. */

const FOCUSABLE = 'button:not([disabled]),input,textarea,a[href],[tabindex="0"]';

export function closeOnEscape(panel: HTMLElement, escape: () => void): void {
  panel.addEventListener('keydown', (event) => {
    if (event.key === 'Escape' && !event.isComposing) escape();
  });
}

export function keepFocusInside(panel: HTMLElement): void {
  panel.addEventListener('keydown', (event) => {
    if (event.key !== 'Tab') return;
    const stops: HTMLElement[] = [];
    const found = panel.querySelectorAll<HTMLElement>(FOCUSABLE);
    for (let at = 0; at < found.length; at++) if (found[at]!.getClientRects().length > 0) stops.push(found[at]!);
    const active = (panel.getRootNode() as ShadowRoot).activeElement;
    const edge = event.shiftKey ? stops[0] : stops[stops.length - 1];
    if (active !== edge) return;
    event.preventDefault();
    (event.shiftKey ? stops[stops.length - 1] : stops[0])?.focus();
  });
}

/** The page may have keyboard shortcuts. */
export function keepKeysInside(root: HTMLElement): void {
  for (const name of ['keydown', 'keyup', 'keypress']) root.addEventListener(name, (event) => event.stopPropagation());
}

/** Above a phone's keyboard, also on a page wider than the screen. Returns a function that stops it. */
export function followViewport(root: HTMLElement): () => void {
  const viewport = window.visualViewport;
  if (!viewport) return () => undefined;
  const follow = () => {
    // When zoomed in, only a part of the panel is visible; it must not shrink.
    if (viewport.scale > 1.01) return;
    const { height, offsetTop: top, width, offsetLeft: left } = viewport;
    const seen = { height, top, width, left };
    for (const name of Object.keys(seen)) {
      root.style.setProperty(`--view-${name}`, `${seen[name as keyof typeof seen]}px`);
    }
  };
  follow();
  viewport.addEventListener('resize', follow);
  viewport.addEventListener('scroll', follow);
  return () => {
    viewport.removeEventListener('resize', follow);
    viewport.removeEventListener('scroll', follow);
  };
}
