import { useIsFetching } from '@tanstack/react-query';
import { useState } from 'react';

/** Returns whether the first calls of the page have been answered, so that what it loads now holds nothing else up. */
export function useQuiet(): boolean {
  const isFetching = useIsFetching() > 0;
  const [isQuiet, setQuiet] = useState(false);
  if (!isFetching && !isQuiet) setQuiet(true);
  return isQuiet;
}
