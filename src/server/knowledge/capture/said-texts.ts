/**
 * The texts already taken from a page. Groups them by length: comparing with the few texts of the same length is faster
 * than hashing each text in a plain Set.
 */
export class SaidTexts {
  private readonly byLength = new Map<number, string | Set<string>>();

  /** Adds a text. Returns whether it was already present. */
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
