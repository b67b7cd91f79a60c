import { useEffect } from 'react';

/** The element that had the focus when something last opened over the page. */
let left: HTMLElement | undefined;

/**
 * Returns the focus to where it was before something opened over the page. antd does so only for dialogs that close with
 * an animation; a dialog that is unmounted, such as a route's, takes the focus with it.
 */
export function useFocusBack(isOpen = true): void {
  useEffect(() => {
    if (!isOpen) return;
    const now = document.activeElement;
    // When one dialog replaces another, the focus is already lost.
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
