import { accessToken, KEYS, readKey, writeKey } from '../../session/store.ts';
import { holderOf } from '../../session/token.ts';

const MOST = 8;

interface Kept {
  holder: string;
  ids: string[];
}

function read(): Kept {
  const holder = holderOf(accessToken());
  try {
    const kept = JSON.parse(readKey(KEYS.recentPlaces) ?? 'null') as Kept | null;
    // In another's account one's own ways are not theirs.
    if (kept?.holder === holder && Array.isArray(kept.ids)) return kept;
  } catch {
    // Somebody else wrote there: it counts for nothing.
  }
  return { holder, ids: [] };
}

/** What was chosen last, the latest first. */
export const recentIds = (): string[] => read().ids;

/** Remembers a choice on this device, until the session ends. */
export function keepRecent(id: string): void {
  const { holder, ids } = read();
  const kept = [id, ...ids.filter((other) => other !== id)].slice(0, MOST);
  writeKey(KEYS.recentPlaces, JSON.stringify({ holder, ids: kept }));
}
