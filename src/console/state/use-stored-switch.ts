import { useState } from 'react';
import { readKey, writeKey } from './store.ts';

/** Returns a choice that is stored on this device, off at first, and its setter. */
export function useStoredSwitch(key: string) {
  const [isOn, setOn] = useState(() => readKey(key) === 'true');
  const set = (next: boolean) => {
    writeKey(key, String(next));
    setOn(next);
  };
  return [isOn, set] as const;
}
