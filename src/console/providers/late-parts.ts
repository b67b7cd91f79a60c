import { useEffect } from 'react';
import { loadClient } from '../http/client.ts';
import { useNetworkIdle } from './use-network-idle.ts';

/**
 * Loads after the first page what index.html and the page's calls have not: the font, and the code of calls, without which
 * a form that is sent offline could not say so.
 */
export function LateParts() {
  const isIdle = useNetworkIdle();
  useEffect(() => {
    if (!isIdle) return;
    document.documentElement.dataset.font = 'inter';
    // Otherwise the first call loads it.
    loadClient().catch(() => undefined);
  }, [isIdle]);
  return null;
}
