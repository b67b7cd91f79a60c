import { type RefObject, useEffect } from 'react';

/** Gives the link around an element the focus that it had in the menu of index.html. */
export function useEarlyFocus(path: string, element: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const early = window as { earlyFocus?: string | null };
    if (early.earlyFocus !== path) return;
    delete early.earlyFocus;
    element.current?.closest('a')?.focus();
  }, [path, element]);
}
