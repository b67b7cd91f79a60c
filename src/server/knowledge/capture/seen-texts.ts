/**
 * The texts already taken from a page. Groups them by length: comparing with the few texts of the same length is faster
 * than hashing each text in a plain Set.
 */
export class SeenTexts {
  private readonly byLength = new Map<number, string | Set<string>>();

  /** Adds a text. Returns whether it was already present. */
  add(text: string): boolean {
    const sameLength = this.byLength.get(text.length);
    if (sameLength === undefined) this.byLength.set(text.length, text);
    else if (sameLength === text) return true;
    else if (typeof sameLength === 'string') this.byLength.set(text.length, new Set([sameLength, text]));
    else if (sameLength.has(text)) return true;
    else sameLength.add(text);
    return false;
  }
}
