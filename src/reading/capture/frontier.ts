import { pageKey, pageKind } from './site-address.ts';

export interface CrawlCandidate {
  url: URL;
  key: string;
  /** Links between the start page and this page. */
  depth: number;
}

export interface Frontier {
  offer(url: URL, depth: number): boolean;
  take(): CrawlCandidate | undefined;
  readonly size: number;
}

/** After so many of one kind, further ones move back one step. */
const KIND_SHARE = 25;
const MAX_WAITING = 20_000;

/**
 * Near the start first. Similar pages (`pageKind`) move back: an endless calendar must not hide the rest of the site.
 */
export function createFrontier(): Frontier {
  const known = new Set<string>();
  const kinds = new Map<string, number>();
  const waves: CrawlCandidate[][] = [];
  const heads: number[] = [];
  let size = 0;
  return {
    offer(url, depth) {
      const key = pageKey(url);
      if (known.has(key) || size >= MAX_WAITING) return false;
      known.add(key);
      const kind = pageKind(url);
      const ofKind = kinds.get(kind) ?? 0;
      kinds.set(kind, ofKind + 1);
      (waves[depth + Math.floor(ofKind / KIND_SHARE)] ??= []).push({ url, key, depth });
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
