export const countWords = (text: string): number => text.match(/[\p{L}\p{N}]\S*/gu)?.length ?? 0;

export const hasWords = (text: string): boolean => /[\p{L}\p{N}]/u.test(text);
