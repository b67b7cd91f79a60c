import { useEffect } from 'react';

/** The element that had the focus when a dialog or panel last opened over the page. */
let left: HTMLElement | undefined;

/** Ends the watch of the last opener. */
let unwatch = () => {};

const screenElement = () => document.getElementById('screen');

/** Focuses the first of these elements that takes the focus, unless another element than the screen has it. */
function focusLost(targets: readonly (HTMLElement | null | undefined)[]): void {
  for (const target of targets) {
    const { activeElement, body } = document;
    // A closing question's opener may have been in a dialog that is closing, too: then the screen has the focus.
    if ([null, body, screenElement()].includes(activeElement as HTMLElement | null)) target?.focus();
  }
}

/** Moves the focus to the screen if the opener is removed before the focus moves on, such as a deleted row's menu. */
function watchRemoval(opener: HTMLElement): void {
  unwatch();
  const watcher = new MutationObserver(() => {
    if (opener.isConnected) return;
    unwatch();
    focusLost([screenElement()]);
  });
  const moveOn = ({ target }: FocusEvent) => target !== opener && unwatch();
  unwatch = () => {
    watcher.disconnect();
    document.removeEventListener('focusin', moveOn);
  };
  watcher.observe(document.body, { childList: true, subtree: true });
  document.addEventListener('focusin', moveOn);
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
      window.requestAnimationFrame(() => {
        // An opener that is gone or hidden does not take the focus.
        focusLost([opener, screenElement()]);
        if (opener?.isConnected) watchRemoval(opener);
      });
    };
  }, [isOpen]);
}
