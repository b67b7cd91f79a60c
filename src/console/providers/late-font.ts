import { useEffect } from 'react';
import { useQuiet } from './use-quiet.ts';

/** Loads the font after the first page, if index.html has not. */
export function LateFont() {
  const isQuiet = useQuiet();
  useEffect(() => {
    if (isQuiet) document.documentElement.dataset.font = 'inter';
  }, [isQuiet]);
  return null;
}
