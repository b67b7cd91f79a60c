import { LEXICON } from './load-lexicon.ts';

/** Letters: for most endings, and for endings that many nouns have by chance. */
const ROOT_MIN = 3;
const LONG_ROOT_MIN = 4;
/** Endings and the minimum letters before them, longest first. */
const ALL_ENDINGS: readonly (readonly [string, number])[] = [
  ...endings(
    'amento imento acao icao ando endo indo arem erem irem aram eram iram avam asse esse isse aria eria iria amos emos imos ' +
      'armos ermos irmos ador edor idor adora edora ado ada ido ida ava ara ar er ir ou eu iu am em ei ia iam anca o a e',
    ROOT_MIN,
  ),
  ...endings('ancia encia ante ente avel ivel agem inho inha issimo issima', LONG_ROOT_MIN),
].sort(([a], [b]) => b.length - a.length);

/** Endings by their last letter, so that a word is compared with few of them. */
const ENDINGS = new Map<string, (readonly [string, number])[]>();
for (const ending of ALL_ENDINGS) {
  const last = ending[0].at(-1)!;
  ENDINGS.set(last, [...(ENDINGS.get(last) ?? []), ending]);
}

function endings(list: string, minStem: number): [string, number][] {
  return list.split(' ').map((ending) => [ending, minStem]);
}

/** The lexicon's roots take precedence, because endings alone would merge `mesa` and `mês`. */
export function rootOf(word: string): string {
  const known = LEXICON.roots.get(word);
  if (known !== undefined) return known;
  if (word.length < 4 || !/^[a-z]+$/.test(word)) return word;
  const singular = singularOf(word);
  return LEXICON.roots.get(singular) ?? withoutEnding(singular);
}

const ENDINGS_IN_ES = ['res', 'ses', 'les', 'zes'];

function singularOf(word: string): string {
  const length = word.length;
  if (!word.endsWith('s')) return length > 6 && word.endsWith('mente') ? word.slice(0, -5) : word;
  if (length > 4 && ENDINGS_IN_ES.some((ending) => word.endsWith(ending))) return word.slice(0, -2);
  if (word.endsWith('ns')) return `${word.slice(0, -2)}m`;
  if (length > 4 && word.endsWith('eis')) return `${word.slice(0, -3)}el`;
  if (length > 4 && word.endsWith('ais')) return `${word.slice(0, -3)}al`;
  if (length > 4 && word.endsWith('ois')) return `${word.slice(0, -3)}ol`;
  if (length > 4 && word.endsWith('is')) return `${word.slice(0, -2)}il`;
  if (word.endsWith('oes') || word.endsWith('aes')) return `${word.slice(0, -3)}ao`;
  return word.slice(0, -1);
}

function withoutEnding(word: string): string {
  if (word.endsWith('zinho') || word.endsWith('zinha')) {
    const rest = word.slice(0, -5);
    if (rest.length >= ROOT_MIN) return LEXICON.roots.get(rest) ?? withoutEnding(rest);
  }
  const found = ENDINGS.get(word.at(-1)!)?.find(
    ([ending, minStem]) => word.length - ending.length >= minStem && word.endsWith(ending),
  );
  if (found === undefined || keepsEnding(word, found[0])) return word;
  const root = word.slice(0, -found[0].length);
  if (root.endsWith('qu')) return `${root.slice(0, -2)}c`;
  return root.endsWith('gu') ? root.slice(0, -1) : root;
}

/** Of the words in -ão only those in -ação and -ição lose it, because `cartão` is unrelated to `carta`. */
function keepsEnding(word: string, ending: string): boolean {
  return ending === 'o' && word.endsWith('ao');
}

/** Verbs distinguish passages less well than nouns. */
export function endsLikeVerb(word: string): boolean {
  return /(?:[aei]r|[aei]ndo|ou|am|(?<!ag)em|ei|iu|amos|emos|imos)$/.test(word);
}
