/** For so long an answer does for all who ask for it, ms: a screen's parts ask for the same as they are drawn. */
export const FRESH_MS = 5_000;
