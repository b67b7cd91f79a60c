/** UniNE's light stemmer for Portuguese (Savoy), on words already folded: plural, adverb, feminine and last vowel go. */
export function stem(word: string): string {
  if (word.length < 4 || !/^[a-z]+$/.test(word)) return word;
  const singular = withoutSuffix(word);
  const masculine = singular.length > 3 && singular.endsWith('a') ? masculineOf(singular) : singular;
  return masculine.length > 4 && /[aeo]$/.test(masculine) ? masculine.slice(0, -1) : masculine;
}

function withoutSuffix(word: string): string {
  const length = word.length;
  if (length > 4 && /[rslz]es$/.test(word)) return word.slice(0, -2);
  if (word.endsWith('ns')) return `${word.slice(0, -2)}m`;
  if (length > 4 && word.endsWith('eis')) return `${word.slice(0, -3)}el`;
  if (length > 4 && word.endsWith('ais')) return `${word.slice(0, -3)}al`;
  if (length > 4 && word.endsWith('ois')) return `${word.slice(0, -3)}ol`;
  if (length > 4 && word.endsWith('is')) return `${word.slice(0, -2)}il`;
  if (/(oes|aes)$/.test(word)) return `${word.slice(0, -3)}ao`;
  if (length > 6 && word.endsWith('mente')) return word.slice(0, -5);
  if (word.endsWith('s')) return word.slice(0, -1);
  return word;
}

function masculineOf(word: string): string {
  const length = word.length;
  const stemmed = word.slice(0, -1);
  if (length > 7 && /(inha|iaca|eira)$/.test(word)) return `${stemmed}o`;
  if (length <= 6) return word;
  if (/(osa|ica|ida|ada|iva|ama)$/.test(word)) return `${stemmed}o`;
  if (word.endsWith('ona')) return `${word.slice(0, -3)}ao`;
  if (word.endsWith('ora') || word.endsWith('esa')) return stemmed;
  if (word.endsWith('na')) return `${stemmed}o`;
  return word;
}
