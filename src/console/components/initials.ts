const isLetterOrDigit = (sign: string) => /[\p{L}\p{N}]/u.test(sign);

/** Returns the initials of a name's first two words, for avatars without a picture. */
export function initialsOf(name: string): string {
  const firsts = name.split(/\s+/).flatMap((word) => [...word].find(isLetterOrDigit) ?? []);
  return firsts.slice(0, 2).join('').toLocaleUpperCase('pt-BR');
}
