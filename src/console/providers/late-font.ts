import { useEffect } from 'react';
import { useNetworkIdle } from './use-network-idle.ts';

/** Loads the font after the first page, if index.html has not. */
export function LateFont() {
  const isIdle = useNetworkIdle();
  useEffect(() => {
    if (isIdle) document.documentElement.dataset.font = 'inter';
  }, [isIdle]);
  return null;
}
