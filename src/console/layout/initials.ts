/** The first letters of a name's first two words: what an avatar shows without a picture. */
export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/).filter(Boolean).slice(0, 2);
  return words.map((word) => ([...word][0] ?? '').toLocaleUpperCase('pt-BR')).join('');
}
