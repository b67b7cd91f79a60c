const NONE: ReadonlySet<string> = new Set();
const ORIGIN = /^https?:\/\/[^/]+(?=\/(?!\/))/;

/**
 * The links that one search was told so far. The menu of a site stands on all its pages: each link is told once, and one
 * that a page writes as the path of a link told before need not be read as an address again.
 */
export class ToldLinks {
  private readonly most: number;
  private readonly addresses = new Set<string>();
  private readonly paths = new Map<string, Set<string>>();

  /** Remembers at most so many links; of what is not remembered links are told again. */
  constructor(most: number) {
    this.most = most;
  }

  /** What follows `origin` in the addresses told: each leads to what it leads to as the href of a link there. */
  pathsOf(origin: string): ReadonlySet<string> {
    return this.paths.get(origin) ?? NONE;
  }

  /** Those of some addresses, without fragments, that were not told before; from now on they were. */
  tell(links: readonly string[]): string[] {
    const fresh = links.filter((link) => !this.addresses.has(link));
    if (this.addresses.size < this.most) for (const link of fresh) this.remember(link);
    return fresh;
  }

  private remember(link: string): void {
    this.addresses.add(link);
    const origin = ORIGIN.exec(link)?.[0];
    if (origin === undefined) return;
    let paths = this.paths.get(origin);
    if (!paths) this.paths.set(origin, (paths = new Set()));
    paths.add(link.slice(origin.length));
  }
}
