import { useEffect, useState } from 'react';

const secondsUntil = (moment: number) => Math.max(0, Math.ceil((moment - Date.now()) / 1_000));

/** Returns the whole seconds until a moment (ms since 1970), counting down to 0. */
export function useSecondsUntil(moment: number): number {
  const [seconds, setSeconds] = useState(() => secondsUntil(moment));
  useEffect(() => {
    setSeconds(secondsUntil(moment));
    if (moment <= Date.now()) return;
    const timer = setInterval(() => setSeconds(secondsUntil(moment)), 1_000);
    return () => clearInterval(timer);
  }, [moment]);
  return seconds;
}
