const NONE: ReadonlySet<string> = new Set();
const ORIGIN = /^https?:\/\/[^/]+(?=\/(?!\/))/;

/** The menu of a site is on all its pages: each link is reported once and its path is not parsed again. */
export class ReportedLinks {
  private readonly max: number;
  private readonly addresses = new Set<string>();
  private readonly paths = new Map<string, Set<string>>();

  /** Links beyond `max` are reported again. */
  constructor(max: number) {
    this.max = max;
  }

  /** Paths: on a page of that origin, they lead to the same addresses. */
  pathsOf(origin: string): ReadonlySet<string> {
    return this.paths.get(origin) ?? NONE;
  }

  /** The links must not have fragments. */
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
