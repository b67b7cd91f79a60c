import { fold } from '../../shared/fold.ts';
import { invalidValue } from '../runtime/field-errors.ts';

interface PasswordOwner {
  email?: string | null;
  name?: string | null;
  website?: string | null;
}

/** Half of a password makes it guessable; shorter words are ignored. */
const WORD_MIN = 4;
const PRODUCT = 'prosa';
/** Missing in the list, which contains little Portuguese. */
const BRAZILIAN = ['mudar', 'trocar', 'acesso', 'bemvindo', 'bemvinda', 'mudarsenha', 'trocarsenha'];

const SIMILAR_CHARACTERS: Record<string, string> = {
  '@': 'a',
  '4': 'a',
  '3': 'e',
  '1': 'i',
  '!': 'i',
  '0': 'o',
  '5': 's',
  $: 's',
  '7': 't',
};
const asLetters = (text: string) => text.replace(/[@4310!5$7]/g, (sign) => SIMILAR_CHARACTERS[sign] ?? sign);
const lettersAndDigits = (text: string) => text.replace(/[^\p{L}\p{N}]/gu, '');
const isBulk = (word: string, password: string) =>
  word.length >= WORD_MIN && [...word].length * 2 >= [...password].length;

let known: Promise<ReadonlySet<string>> | undefined;

/** 50,000, loaded the first time a password is set. */
const commonOnes = () =>
  (known ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => new Set([...dictionary['passwords-common'], ...dictionary['diceware-common'], ...BRAZILIAN]),
  ));

/** As an attacker would try them: without leading and trailing symbols, with letters instead of look-alikes. */
function variantsOf(folded: string): string[] {
  const core = folded.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '');
  const runs = folded.match(/\p{L}+/gu) ?? [];
  return [
    folded,
    lettersAndDigits(folded),
    core,
    lettersAndDigits(core),
    lettersAndDigits(asLetters(core)),
    lettersAndDigits(asLetters(folded)),
    ...runs,
  ];
}

function wordsAbout({ email, name, website }: PasswordOwner): string[] {
  const [local = '', domain = ''] = fold(email ?? '').split('@');
  const host = website && URL.canParse(website) ? fold(new URL(website).hostname).replace(/^www\./, '') : '';
  const parts = [local, fold(name ?? ''), host.split('.')[0] ?? '', domain.split('.')[0] ?? ''];
  return [PRODUCT, ...parts.flatMap((part) => [lettersAndDigits(part), ...part.split(/[^\p{L}\p{N}]+/u)])];
}

/** Common, or mostly a word known about its owner. */
function isGuessable(common: ReadonlySet<string>, password: string, about: PasswordOwner): boolean {
  const folded = fold(password);
  const written = [lettersAndDigits(folded), lettersAndDigits(asLetters(folded))];
  if (wordsAbout(about).some((word) => isBulk(word, folded) && written.some((text) => text.includes(word))))
    return true;
  return variantsOf(folded).some((shape) => isBulk(shape, folded) && common.has(shape));
}

/** Throws `ApiError` `invalid_input` with `password_common`. */
type GuessableCheck = (password: string, about: PasswordOwner) => void;

/** With its list already loaded, so that it does not wait inside a transaction. */
export async function guessableCheck(): Promise<GuessableCheck> {
  const common = await commonOnes();
  return (password, about) => {
    if (isGuessable(common, password, about)) throw invalidValue('password', 'password_common');
  };
}

/** Throws `ApiError` like `GuessableCheck`. */
export async function rejectGuessable(password: string, about: PasswordOwner): Promise<void> {
  (await guessableCheck())(password, about);
}
