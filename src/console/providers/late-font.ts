import { useEffect } from 'react';
import { useNetworkIdle } from './use-network-idle.ts';

/** Loads the font after the first page, if index.html has not. */
export function LateFont() {
  const isQuiet = useNetworkIdle();
  useEffect(() => {
    if (isQuiet) document.documentElement.dataset.font = 'inter';
  }, [isQuiet]);
  return null;
}
