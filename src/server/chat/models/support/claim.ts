import type { ClaimKind } from '../../../../shared/chat-protocol.ts';

/** One possible meaning of a claim. Different spellings of the same value have the same key. */
export interface ClaimReading {
  /** The dimension and the amount: `money:12.9`, `minutes:540`, or `:12` without a unit. */
  key: string;
  /** The number as written; null if it has none of its own (`9h30`). */
  value: number | null;
}

/** A fact in a sentence that is either in the passages or invented. */
export interface Claim {
  kind: ClaimKind;
  start: number;
  end: number;
  /** The text as written. */
  text: string;
  /** One supported reading is enough. */
  readings: ClaimReading[];
  /** Values that it also supports when it is in a passage: a date supports its month. */
  implied?: ClaimReading[];
  /** A small number of items (`três planos`), which the sentence itself may list. */
  isCount?: boolean;
  /** Too vague to be checked in an answer (`uma hora`). In a passage it counts as evidence. */
  isVague?: boolean;
}

/** Replaces text that was already read. No pattern matches it. */
const MASK = '\u0000';

/** A text in which each part is read once, by the first pattern that matches. Positions do not change. */
export class UnreadText {
  text: string;

  constructor(text: string) {
    this.text = text;
  }

  /** Reads every match of a pattern. If `read` returns false, the match stays for later patterns. */
  take(pattern: RegExp, read: (match: RegExpExecArray) => boolean | void): void {
    const parts: string[] = [];
    let upTo = 0;
    for (const match of this.text.matchAll(pattern)) {
      if (read(match) === false) continue;
      parts.push(this.text.slice(upTo, match.index), MASK.repeat(match[0].length));
      upTo = match.index + match[0].length;
    }
    if (parts.length > 0) this.text = parts.join('') + this.text.slice(upTo);
  }
}

/** Returns the reading of a number without a unit. */
export const unitlessReading = (value: number): ClaimReading => ({ key: `:${value}`, value });
