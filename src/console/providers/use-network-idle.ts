import { useIsFetching } from '@tanstack/react-query';
import { useEffect, useState } from 'react';

/** A page that is drawn asks for more at once. */
const IDLE_MS = 300;

/** Returns whether the first calls of the page have been answered, so that what it loads now holds nothing else up. */
export function useNetworkIdle(): boolean {
  const isFetching = useIsFetching() > 0;
  const [isIdle, setIdle] = useState(false);
  useEffect(() => {
    if (isFetching) return undefined;
    const timer = setTimeout(() => setIdle(true), IDLE_MS);
    return () => clearTimeout(timer);
  }, [isFetching]);
  return isIdle;
}
