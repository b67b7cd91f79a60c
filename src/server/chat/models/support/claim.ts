import type { ClaimKind } from '../../../../shared/chat-protocol.ts';

/** One reading of what is claimed. What is written in several ways has one key. */
export interface ClaimReading {
  /** The dimension and the amount in it: `money:12.9`, `minutes:540`; `:12` where no unit is told. */
  key: string;
  /** The number as it is written; null where there is none of its own (`9h30`). */
  value: number | null;
}

/** Something in a sentence that is either in the passages or made up. */
export interface Claim {
  kind: ClaimKind;
  start: number;
  end: number;
  /** As it is written. */
  text: string;
  /** Any of them suffices. */
  readings: ClaimReading[];
  /** What it says besides, where a passage says it: a date names its month. */
  implied?: ClaimReading[];
  /** A small number of things (`três planos`), which the sentence itself may list. */
  isCount?: boolean;
  /** Said too lightly to be held to (`uma hora`); in a passage it counts. */
  isVague?: boolean;
}

/** What stands in the place of text that was read already: nothing matches it. */
const TAKEN = '\u0000';

/** A text of which each stretch is read once, by the first pattern that knows it. Offsets stay as they are. */
export class Unread {
  text: string;

  constructor(text: string) {
    this.text = text;
  }

  /** Reads every match of a pattern; `read` says false to leave one to the patterns that follow. */
  take(pattern: RegExp, read: (match: RegExpExecArray) => boolean | void): void {
    const parts: string[] = [];
    let upTo = 0;
    for (const match of this.text.matchAll(pattern)) {
      if (read(match) === false) continue;
      parts.push(this.text.slice(upTo, match.index), TAKEN.repeat(match[0].length));
      upTo = match.index + match[0].length;
    }
    if (parts.length > 0) this.text = parts.join('') + this.text.slice(upTo);
  }
}

/** A number without a unit. */
export const bare = (value: number): ClaimReading => ({ key: `:${value}`, value });
