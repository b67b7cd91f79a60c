/** Bullets and icons of symbol fonts are in the private use area too, but only a few of them. */
const ODD = /[\p{Co}\p{Cn}\ufffd]|[^\P{Cc}\t\n\r]/gu;
const ODD_SHARE = 0.1;
/**
 * So few different ones are bullets or boxes. Control characters are glyph numbers: the spaces of a text that is lost.
 */
const SYMBOLS_MAX = 4;
const CONTROL = /\p{Cc}/u;
const VOWELS = /[aeiouáàâãéêíóôõúü]/gi;
const VOWEL_SHARE = 0.3;
const LOST_SHARE = 0.2;

interface Seen {
  chars: number;
  odd: number;
  /** Up to one more than a font of symbols has. */
  symbols: Set<string>;
  letters: number;
  vowels: number;
  isUnmapped: boolean;
}

const countOf = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0;

/** A font without a map to Unicode yields the numbers of its glyphs instead of letters. */
export class Legibility {
  readonly #fonts = new Map<string, Seen>();

  /** `isUnmapped`: the font has no map to Unicode. */
  add(font: string, text: string, isUnmapped: boolean): void {
    const seen = this.#fonts.get(font) ?? {
      chars: 0,
      odd: 0,
      symbols: new Set<string>(),
      letters: 0,
      vowels: 0,
      isUnmapped,
    };
    seen.chars += text.length;
    const odd = text.match(ODD) ?? [];
    seen.odd += odd.length;
    for (const one of odd) if (seen.symbols.size <= SYMBOLS_MAX) seen.symbols.add(one);
    if (isUnmapped) {
      seen.letters += countOf(text, /\p{L}/gu);
      seen.vowels += countOf(text, VOWELS);
    }
    this.#fonts.set(font, seen);
  }

  /** Whether most of the document can be read. */
  isLegible(): boolean {
    const fonts = [...this.#fonts.values()];
    const total = fonts.reduce((sum, { chars }) => sum + chars, 0);
    const lost = fonts.filter(isGarbage).reduce((sum, { chars }) => sum + chars, 0);
    return lost <= total * LOST_SHARE;
  }
}

const isGarbage = ({ chars, odd, symbols, letters, vowels, isUnmapped }: Seen) =>
  (odd > chars * ODD_SHARE && !areSymbols(symbols)) || (isUnmapped && vowels < letters * VOWEL_SHARE);

const areSymbols = (odd: ReadonlySet<string>) => odd.size <= SYMBOLS_MAX && ![...odd].some((one) => CONTROL.test(one));
