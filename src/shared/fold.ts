const MARKS = /\p{M}+/gu;
const PLAIN = /^[a-z0-9]*$/;

/** Lowercase, without accents or ligatures: `Informações` and `informacoes` are one word. */
export function fold(text: string): string {
  const lower = text.toLowerCase();
  // Most words of a search are plain, and the normal form takes its time.
  if (PLAIN.test(lower)) return lower;
  return lower.normalize('NFKD').replace(MARKS, '');
}
