import { ProviderError } from './provider-error.ts';

/** Databases refuse them; and halves of characters. */
const UNSTORABLE = /[\0-\x08\v\f\x0e-\x1f\x7f]|\p{Cs}/gu;
/** More than any word or address has. Scripts without spaces come later in Unicode. */
const UNBROKEN_MAX = 2_000;
const UNBROKEN = new RegExp(`[!-\\u2dff]{${UNBROKEN_MAX + 1}}`);

/** Joins halves of a character. Throws `ProviderError` `unavailable` for a text without any space. */
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
