import { useEffect, useEffectEvent, useState } from 'react';

/**
 * Loads a part of the frame when it is first wanted. Returns undefined while it loads and while it is not wanted. Calls
 * `onFail` when loading fails, and loads again the next time it is wanted.
 */
export function useOnDemand<T>(load: () => Promise<T>, isWanted: boolean, onFail: () => void): T | undefined {
  const [part, setPart] = useState<{ it: T }>();
  const start = useEffectEvent(load);
  const fail = useEffectEvent(onFail);
  useEffect(() => {
    if (!isWanted || part) return;
    let isGone = false;
    start().then(
      (it) => isGone || setPart({ it }),
      () => isGone || fail(),
    );
    return () => {
      isGone = true;
    };
  }, [isWanted, part]);
  return isWanted ? part?.it : undefined;
}
