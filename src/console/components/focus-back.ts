import { useEffect } from 'react';

/** Where the focus was when something last opened over the page. */
let left: HTMLElement | undefined;

/**
 * Gives the focus back to where it was before something opened over the page, should it be lost as that goes: what is
 * taken out of the page at once, as a route's dialog is, takes the focus along.
 */
export function useFocusBack(isOpen = true): void {
  useEffect(() => {
    if (!isOpen) return;
    const now = document.activeElement;
    // A dialog that takes another's place finds the focus lost already.
    if (now instanceof HTMLElement && now !== document.body) left = now;
    const opener = left;
    return () => {
      window.requestAnimationFrame(() => {
        const { activeElement, body } = document;
        if (activeElement !== null && activeElement !== body) return;
        const place = opener?.isConnected ? opener : document.querySelector<HTMLElement>('main');
        place?.focus();
      });
    };
  }, [isOpen]);
}
