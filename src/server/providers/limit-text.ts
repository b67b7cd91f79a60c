/** More than any token of our languages has: normal answers end before this limit. */
const MAX_CHARACTERS_PER_TOKEN = 5;
/** Beyond the limit, for the sentence to end. */
const GRACE_CHARACTERS = 200;

const SENTENCE_END = /[.!?…](?=\s|$)|\n/;

interface TextLimit {
  take(piece: string): string;
  isReached(): boolean;
}

/** With the sentence that passes the limit or, if that is too long, after a word, if it has any. */
export function limitText(maxTokens: number): TextLimit {
  const limit = Math.floor(maxTokens * MAX_CHARACTERS_PER_TOKEN);
  let length = 0;
  let isReached = false;

  function take(piece: string): string {
    if (isReached) return '';
    const within = Math.max(0, limit - length);
    length += piece.length;
    if (length <= limit) return piece;
    const rest = piece.slice(within);
    const end = SENTENCE_END.exec(rest);
    // A dot at the very end of a chunk may belong to a number that continues in the next chunk.
    if (end && end.index + 1 < rest.length) {
      isReached = true;
      return piece.slice(0, within + end.index + 1).trimEnd();
    }
    if (length < limit + GRACE_CHARACTERS) return piece;
    isReached = true;
    const left = piece.slice(0, Math.max(0, piece.length - (length - limit - GRACE_CHARACTERS)));
    const space = left.lastIndexOf(' ');
    return `${left.slice(0, space < 0 ? left.length : space).trimEnd()}…`;
  }
  return { take, isReached: () => isReached };
}
