/** Between the parts of a page's title: `Contato | Pedal do Vale`. */
export const SEPARATOR = /\s+[|–—·•»-]\s+/;

export const lettersOf = (text: string) =>
  text
    .normalize('NFD')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase();

const partsOf = (titles: readonly string[]) => titles.map((title) => title.split(SEPARATOR));

function sharedAt(end: 0 | -1, parted: readonly string[][]): Set<string> {
  const counts = new Map<string, number>();
  for (const parts of parted) {
    const part = parts.length > 1 ? parts.at(end) : undefined;
    if (part) counts.set(part, (counts.get(part) ?? 0) + 1);
  }
  return new Set([...counts].flatMap(([part, count]) => (count > 1 && count * 2 > parted.length ? part : [])));
}

/** Returns the first or last parts that most of the titles have. */
export function sharedParts(titles: readonly string[]): ReadonlySet<string> {
  const parted = partsOf(titles);
  return new Set([...sharedAt(0, parted), ...sharedAt(-1, parted)]);
}

/**
 * Returns the titles of a site's pages in the same order, without the first or last part that most of them share, and
 * without a last part that is the name in the site's address: `Pedal do Vale` at `pedaldovale.com.br`.
 */
export function withoutSharedParts(titles: readonly string[], host: string): string[] {
  const parted = partsOf(titles);
  const [first, last] = [sharedAt(0, parted), sharedAt(-1, parted)];
  const labels = host.split('.');
  const isShared = (part: string) => last.has(part) || labels.includes(lettersOf(part));
  return titles.map((title, at) => {
    const parts = parted[at]!;
    if (parts.length === 1) return title;
    if (isShared(parts.at(-1)!)) return title.slice(0, title.lastIndexOf(parts.at(-1)!)).replace(/\s+\S\s+$/, '');
    return first.has(parts[0]!) ? title.slice(parts[0]!.length).replace(/^\s+\S\s+/, '') : title;
  });
}

/** Whether `short` is `title` without its first or last part. */
export function isPartOfTitle(short: string, title: string): boolean {
  const left = title.startsWith(short)
    ? title.slice(short.length)
    : title.endsWith(short)
      ? title.slice(0, -short.length)
      : '';
  return short !== '' && /^\s+[|–—·•»-]\s|\s[|–—·•»-]\s+$/.test(left);
}
