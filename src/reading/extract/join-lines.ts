export function joinLines(above: string, below: string, words: Set<string>): string {
  const cut = /([\p{L}\p{N}]+(?:-[\p{L}\p{N}]+)*)-$/u.exec(above);
  const rest = /^\p{Ll}+/u.exec(below);
  if (!cut || !rest) return /\S[-–—/]$/u.test(above) && cut ? above + below : `${above} ${below}`;
  const [head, tail] = [cut[1]!.toLowerCase(), rest[0].toLowerCase()];
  const isKnownWord = words.has(head + tail);
  const hasPronoun = /[áêéôí]$/.test(head) && /^l[oa]s?$/.test(tail);
  const isCompound = words.has(`${head}-${tail}`) || tail === 'feira' || hasPronoun;
  return isCompound && !isKnownWord ? above + below : above.slice(0, -1) + below;
}
