import { accessTokenKey } from '../../session/session-key.ts';
import { KEYS, readJson, writeKey } from '../../state/store.ts';

const MAX_RECENT = 8;

interface RecentEntries {
  session: string;
  ids: string[];
}

function read(): RecentEntries {
  const session = accessTokenKey();
  const stored = readJson<RecentEntries>(KEYS.recentPlaces);
  // Each session has its own list: staff in a customer's account do not share choices with the customer.
  return stored?.session === session && Array.isArray(stored.ids) ? stored : { session, ids: [] };
}

/** Returns the ids of the last chosen entries, latest first. */
export const recentIds = (): string[] => read().ids;

/** Stores the id of a chosen entry on this device until the session ends. */
export function keepRecent(id: string): void {
  const { session, ids } = read();
  const recentIds = [id, ...ids.filter((other) => other !== id)].slice(0, MAX_RECENT);
  writeKey(KEYS.recentPlaces, JSON.stringify({ session, ids: recentIds }));
}
