const MARKS = /\p{M}+/gu;
const PLAIN = /^[a-z0-9]*$/;

/** Without accents and ligatures: `Informações` becomes `informacoes`. */
export function fold(text: string): string {
  const lower = text.toLowerCase();
  // Most words are plain ASCII, and normalization is slow.
  if (PLAIN.test(lower)) return lower;
  return lower.normalize('NFKD').replace(MARKS, '');
}
