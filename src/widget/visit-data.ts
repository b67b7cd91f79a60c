import type { VisitData } from '../shared/visitor-identity.ts';

/** The same limits as on the server, which refuses questions beyond them. */
const ENTRIES = 20;
const NAME = /^[\p{L}\p{N} _.-]{1,40}$/u;
const RESERVED = /^(?:__proto__|constructor|prototype)$/;
const TEXT = 200;

/** Those that the server accepts; undefined for none. */
export function boundedData(given: unknown): VisitData | undefined {
  const entries = Object.create(null) as VisitData;
  let count = 0;
  const isPlain = typeof given === 'object' && given !== null && !Array.isArray(given);
  for (const name of isPlain ? Object.keys(given) : []) {
    const value = (given as Record<string, unknown>)[name];
    const isShort =
      typeof value === 'string' ? value.length <= TEXT : typeof value === 'boolean' || Number.isFinite(value);
    if (isShort && NAME.test(name) && !RESERVED.test(name) && count < ENTRIES) {
      entries[name] = value as VisitData[string];
      count++;
    } else console.warn(`Prosa: setContext ignored "${name}"`);
  }
  return count > 0 ? entries : undefined;
}
