import { useEffect, useEffectEvent, useState } from 'react';

/**
 * A part of the frame that is fetched when it is first wanted. Undefined until it is here and while it is not wanted;
 * `onFail` is called when it does not come, and it is asked for anew the next time.
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
