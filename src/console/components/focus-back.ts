import { useEffect } from 'react';

/** The element that had the focus when a dialog or panel last opened over the page. */
let left: HTMLElement | undefined;

const screenElement = () => document.getElementById('screen');

/** Focuses the first of these elements that takes the focus, unless another element than the screen has it. */
function focusLost(targets: readonly (HTMLElement | null | undefined)[]): void {
  for (const target of targets) {
    const { activeElement, body } = document;
    // A closing question's opener may have been in a dialog that is closing, too: then the screen has the focus.
    if (![null, body, screenElement()].includes(activeElement as HTMLElement | null)) return;
    target?.focus({ preventScroll: target === screenElement() });
  }
}

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
      // An opener that is gone or hidden does not take the focus.
      window.requestAnimationFrame(() => focusLost([opener, screenElement()]));
    };
  }, [isOpen]);
}

/** What keeps the focus of an element inside that is removed. */
const HOMES = '.ant-modal-wrap, .ant-drawer, table, #screen';

function homesOf(element: Element): HTMLElement[] {
  const home = element.closest<HTMLElement>(HOMES);
  return home ? [home, ...homesOf(home.parentElement!)] : [];
}

/**
 * Keeps the keyboard user's place: when the element with the focus is removed, such as the menu of a deleted row or a
 * link to another screen, moves the focus to the table, dialog or screen that it was in.
 */
export function useKeptFocus(): void {
  useEffect(() => {
    let last: Element | undefined;
    let homes: readonly HTMLElement[] = [];
    const remember = ({ target }: FocusEvent) => {
      last = target as Element;
      homes = homesOf(last);
    };
    const watcher = new MutationObserver(() => {
      if (!last || last.isConnected) return;
      last = undefined;
      const home = homes.find((one) => one.isConnected) ?? screenElement();
      if (home && !home.hasAttribute('tabindex')) home.tabIndex = -1;
      focusLost([home, screenElement()]);
    });
    document.addEventListener('focusin', remember);
    watcher.observe(document.body, { childList: true, subtree: true });
    return () => {
      document.removeEventListener('focusin', remember);
      watcher.disconnect();
    };
  }, []);
}
