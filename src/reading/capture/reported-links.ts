const NONE: ReadonlySet<string> = new Set();
const ORIGIN = /^https?:\/\/[^/]+(?=\/(?!\/))/;

/**
 * The links that a search has reported. The menu of a site is on all its pages, so each link is reported once, and
 * paths that were already reported are not parsed again.
 */
export class ReportedLinks {
  private readonly max: number;
  private readonly addresses = new Set<string>();
  private readonly paths = new Map<string, Set<string>>();

  /** Remembers up to `max` links. Links beyond that are reported again. */
  constructor(max: number) {
    this.max = max;
  }

  /** Returns the reported links of an origin as paths: on a page of that origin, they lead to the same addresses. */
  pathsOf(origin: string): ReadonlySet<string> {
    return this.paths.get(origin) ?? NONE;
  }

  /** Returns the links that were not reported before, and remembers them. The links must not have fragments. */
  takeNew(links: readonly string[]): string[] {
    const fresh = links.filter((link) => !this.addresses.has(link));
    if (this.addresses.size < this.max) for (const link of fresh) this.remember(link);
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
