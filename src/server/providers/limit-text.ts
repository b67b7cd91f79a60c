/** More characters than a token has in any language that we answer in: an honest answer ends before its limit by itself. */
const CHARACTERS_PER_TOKEN_AT_MOST = 5;
/** Characters within which a sentence may still end behind the limit. */
const GRACE = 200;

const SENTENCE_END = /[.!?…](?=\s|$)|\n/;

/** Holds a text that comes in pieces to a number of tokens, whatever its author was told. */
export interface TextLimit {
  /** The part of a piece that is within the limit. */
  take(piece: string): string;
  /** Whether nothing more is. */
  isReached(): boolean;
}

/** Ends a text with the sentence in which it passes its limit or, where that goes on and on, with a word. */
export function limitText(maxTokens: number): TextLimit {
  const limit = Math.floor(maxTokens * CHARACTERS_PER_TOKEN_AT_MOST);
  let length = 0;
  let isReached = false;

  function take(piece: string): string {
    if (isReached) return '';
    const within = Math.max(0, limit - length);
    length += piece.length;
    if (length <= limit) return piece;
    const behind = piece.slice(within);
    const end = SENTENCE_END.exec(behind);
    // The mark at the very end of a piece may be that of a number, which the next one goes on with.
    if (end && end.index + 1 < behind.length) {
      isReached = true;
      return piece.slice(0, within + end.index + 1).trimEnd();
    }
    if (length < limit + GRACE) return piece;
    isReached = true;
    const left = piece.slice(0, Math.max(0, piece.length - (length - limit - GRACE)));
    return `${left.slice(0, Math.max(left.lastIndexOf(' '), 0)).trimEnd()}…`;
  }
  return { take, isReached: () => isReached };
}
