/**
 * Texts that a page has said. Few are of one length: a set of them would read each from end to end for its hash, where a
 * comparison with the one of its length ends at the first character that differs.
 */
export class SaidTexts {
  private readonly byLength = new Map<number, string | Set<string>>();

  /** Adds a text; answers whether it was said before. */
  add(text: string): boolean {
    const alike = this.byLength.get(text.length);
    if (alike === undefined) this.byLength.set(text.length, text);
    else if (alike === text) return true;
    else if (typeof alike === 'string') this.byLength.set(text.length, new Set([alike, text]));
    else if (alike.has(text)) return true;
    else alike.add(text);
    return false;
  }
}
