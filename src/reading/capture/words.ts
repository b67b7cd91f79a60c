/** Counts the words of a text: runs without spaces that contain a letter or digit. */
export const countWords = (text: string): number => text.match(/[\p{L}\p{N}]\S*/gu)?.length ?? 0;

/** Whether a text contains a letter or digit. */
export const hasWords = (text: string): boolean => /[\p{L}\p{N}]/u.test(text);
