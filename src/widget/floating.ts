/** What a panel over a page owes its reader: focus that stays, keys that do not leak, room for a phone's keyboard. */

const FOCUSABLE = 'button:not([disabled]),textarea,a[href],[tabindex="0"]';

/** Calls `escape` on Esc. */
export function hearEscape(panel: HTMLElement, escape: () => void): void {
  panel.addEventListener('keydown', (event) => {
    if (event.key === 'Escape' && !event.isComposing) escape();
  });
}

/** Keeps Tab inside `panel`. */
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

/** Keeps keys typed in the panel from the page, whose own shortcuts would take them for theirs. */
export function keepKeysInside(root: HTMLElement): void {
  for (const name of ['keydown', 'keyup', 'keypress']) root.addEventListener(name, (event) => event.stopPropagation());
}

/** Tells the style sheet what part of the window a phone's keyboard leaves free. Gives back what ends it. */
export function followViewport(root: HTMLElement): () => void {
  const viewport = window.visualViewport;
  if (!viewport) return () => undefined;
  const follow = () => {
    // Who has zoomed in sees a part of the sheet, not a smaller one.
    if (viewport.scale > 1.01) return;
    root.style.setProperty('--view-height', `${viewport.height}px`);
    root.style.setProperty('--view-top', `${viewport.offsetTop}px`);
  };
  follow();
  viewport.addEventListener('resize', follow);
  viewport.addEventListener('scroll', follow);
  return () => {
    viewport.removeEventListener('resize', follow);
    viewport.removeEventListener('scroll', follow);
  };
}
