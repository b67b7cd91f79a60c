import { useEffect } from 'react';

/** The element that had the focus when a dialog or panel last opened over the page. */
let left: HTMLElement | undefined;

/**
 * When a dialog or panel closes, moves the focus back to where it was before. antd does so only for dialogs that close
 * with an animation. When a dialog is unmounted, such as a route's, the focus would be lost.
 */
export function useFocusBack(isOpen = true): void {
  useEffect(() => {
    if (!isOpen) return;
    const now = document.activeElement;
    // When one dialog replaces another, the focus is already lost, and the first dialog's opener still counts.
    if (now instanceof HTMLElement && now !== document.body) left = now;
    const opener = left;
    return () => {
      window.requestAnimationFrame(() => {
        // An opener that is gone or hidden does not take the focus.
        for (const target of [opener, document.getElementById('screen')]) {
          const { activeElement, body } = document;
          if (activeElement === null || activeElement === body) target?.focus();
        }
      });
    };
  }, [isOpen]);
}
