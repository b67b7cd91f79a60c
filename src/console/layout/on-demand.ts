import { useEffect, useState } from 'react';

/**
 * A part of the frame that is fetched when it is first wanted. Undefined until it is here and while it is not wanted;
 * `onFail` is called when it does not come, and it is asked for anew the next time.
 */
export function useOnDemand<T>(load: () => Promise<T>, isWanted: boolean, onFail: () => void): T | undefined {
  const [part, setPart] = useState<{ it: T }>();
  useEffect(() => {
    if (!isWanted || part) return;
    let isGone = false;
    load().then(
      (it) => isGone || setPart({ it }),
      () => isGone || onFail(),
    );
    return () => {
      isGone = true;
    };
    // Asked for by the wish alone: what loads is always the same.
  }, [isWanted, part]);
  return isWanted ? part?.it : undefined;
}
