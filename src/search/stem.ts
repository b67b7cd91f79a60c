/** UniNE's light stemmer for Portuguese (Savoy): removes plural, adverb and feminine endings and the last vowel. */
export function stem(word: string): string {
  return isLetters(word) ? stemOfLetters(word) : word;
}

export function stemOfLetters(word: string): string {
  if (word.length < 4) return word;
  const singular = singularOf(word);
  const masculine = singular.length > 3 && singular.endsWith('a') ? masculineOf(singular) : singular;
  return masculine.length > 4 && endsInVowel(masculine) ? masculine.slice(0, -1) : masculine;
}

// The first question stems tens of thousands of words, so this avoids regular expressions.
function isLetters(word: string): boolean {
  for (let at = 0; at < word.length; at++) {
    const code = word.charCodeAt(at);
    if (code < 97 || code > 122) return false;
  }
  return true;
}

function endsInVowel(word: string): boolean {
  return word.endsWith('a') || word.endsWith('o') || word.endsWith('e');
}

function endsInOne(word: string, endings: readonly string[]): boolean {
  for (const ending of endings) if (word.endsWith(ending)) return true;
  return false;
}

const ENDINGS_IN_ES = ['res', 'ses', 'les', 'zes'];

export function singularOf(word: string): string {
  const length = word.length;
  if (!word.endsWith('s')) return length > 6 && word.endsWith('mente') ? word.slice(0, -5) : word;
  if (length > 4 && endsInOne(word, ENDINGS_IN_ES)) return word.slice(0, -2);
  if (word.endsWith('ns')) return `${word.slice(0, -2)}m`;
  if (length > 4 && word.endsWith('eis')) return `${word.slice(0, -3)}el`;
  if (length > 4 && word.endsWith('ais')) return `${word.slice(0, -3)}al`;
  if (length > 4 && word.endsWith('ois')) return `${word.slice(0, -3)}ol`;
  if (length > 4 && word.endsWith('is')) return `${word.slice(0, -2)}il`;
  if (word.endsWith('oes') || word.endsWith('aes')) return `${word.slice(0, -3)}ao`;
  return word.slice(0, -1);
}

const DIMINUTIVES = ['inha', 'iaca', 'eira'];
const ENDINGS_IN_A = ['osa', 'ica', 'ida', 'ada', 'iva', 'ama'];

function masculineOf(word: string): string {
  const length = word.length;
  const stemmed = word.slice(0, -1);
  if (length > 7 && endsInOne(word, DIMINUTIVES)) return `${stemmed}o`;
  if (length <= 6) return word;
  if (endsInOne(word, ENDINGS_IN_A)) return `${stemmed}o`;
  if (word.endsWith('ona')) return `${word.slice(0, -3)}ao`;
  if (word.endsWith('ora') || word.endsWith('esa')) return stemmed;
  if (word.endsWith('na')) return `${stemmed}o`;
  return word;
}
