import type { ClaimKind } from '../../../../shared/chat-protocol.ts';

/** Different spellings of a value have the same key. */
export interface ClaimReading {
  /** Dimension and amount: `money:12.9`, `minutes:540`, `:12` without a unit. */
  key: string;
  /** Null if it has none of its own (`9h30`). */
  value: number | null;
}

export interface Claim {
  kind: ClaimKind;
  start: number;
  end: number;
  text: string;
  readings: ClaimReading[];
  /** Also supported by it in a passage: a date supports its month. */
  implied?: ClaimReading[];
  /** `três planos`, which the sentence itself may list. */
  isCount?: boolean;
  /** `uma hora`: not checked in an answer, evidence in a passage. */
  isVague?: boolean;
}

/** No pattern matches it. */
const MASK = '\u0000';

/** Each part is read once, by the first pattern that matches. Positions do not change. */
export class UnreadText {
  text: string;

  constructor(text: string) {
    this.text = text;
  }

  /** If `read` returns false, the match stays for later patterns. */
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

export const unitlessReading = (value: number): ClaimReading => ({ key: `:${value}`, value });
