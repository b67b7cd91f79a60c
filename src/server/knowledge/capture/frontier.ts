import { pageKey, pageKind } from './site-address.ts';

export interface Candidate {
  url: URL;
  key: string;
  /** Links between the start and this page. */
  depth: number;
}

/** Addresses waiting to be read. */
export interface Frontier {
  /** Takes an address in, once; answers whether it is new. */
  offer(url: URL, depth: number): boolean;
  take(): Candidate | undefined;
  readonly size: number;
}

/** So many pages of one kind are read before the others get their turn. */
const KIND_SHARE = 25;
const MAX_WAITING = 20_000;

/**
 * Nearer pages come first. A kind of page that has had its share moves back by one step for each further share, so that
 * an endless calendar never keeps the crawler from the rest of a site.
 */
export function createFrontier(): Frontier {
  const known = new Set<string>();
  const kinds = new Map<string, number>();
  const waves: Candidate[][] = [];
  const heads: number[] = [];
  let size = 0;
  return {
    offer(url, depth) {
      const key = pageKey(url);
      if (known.has(key) || size >= MAX_WAITING) return false;
      known.add(key);
      const kind = pageKind(url);
      const seen = kinds.get(kind) ?? 0;
      kinds.set(kind, seen + 1);
      (waves[depth + Math.floor(seen / KIND_SHARE)] ??= []).push({ url, key, depth });
      size++;
      return true;
    },
    take() {
      for (let wave = 0; wave < waves.length; wave++) {
        const head = heads[wave] ?? 0;
        const next = waves[wave]?.[head];
        if (!next) continue;
        heads[wave] = head + 1;
        size--;
        return next;
      }
      return undefined;
    },
    get size() {
      return size;
    },
  };
}
