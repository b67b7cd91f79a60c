import { ProviderError } from './provider-error.ts';

/** Control characters, which databases refuse, and halves of characters. */
const UNSTORABLE = /[\0-\x08\v\f\x0e-\x1f\x7f]|\p{Cs}/gu;
/** More characters than any word or address has. Scripts that are written without spaces come later in Unicode. */
const UNBROKEN_MAX = 2_000;
const UNBROKEN = new RegExp(`[!-\\u2dff]{${UNBROKEN_MAX + 1}}`);

/**
 * Returns a function that cleans the pieces of a streamed text: no control characters and no halves of characters. Two
 * halves in successive pieces are joined. It throws `ProviderError` `unavailable` for a text without any space.
 */
export function cleanText(): (piece: string) => string {
  let half = '';
  let ending = '';
  return (piece) => {
    const text = half + piece;
    half = /[\ud800-\udbff]$/.exec(text)?.[0] ?? '';
    const clean = text.slice(0, text.length - half.length).replace(UNSTORABLE, '');
    ending += clean;
    if (UNBROKEN.test(ending)) throw new ProviderError('unavailable');
    ending = ending.slice(-UNBROKEN_MAX);
    return clean;
  };
}
