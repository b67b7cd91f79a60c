import { fold } from '../../shared/fold.ts';
import { t } from '../runtime/translate.ts';
import { ApiError } from '../runtime/api-error.ts';

/** Whose password it is: what others know of him is no secret. */
export interface About {
  email?: string | null;
  name?: string | null;
  website?: string | null;
}

/** A word that makes up half of a password makes it guessable; shorter ones say nothing. */
const SHORTEST_WORD = 4;
const PRODUCT = 'prosa';
/** Common here, and missing in the list, which knows little Portuguese. */
const OURS = ['mudar', 'trocar', 'acesso', 'bemvindo', 'bemvinda', 'mudarsenha', 'trocarsenha'];

const LOOK_ALIKES: Record<string, string> = {
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
const asLetters = (text: string) => text.replace(/[@4310!5$7]/g, (sign) => LOOK_ALIKES[sign] ?? sign);
const bare = (text: string) => text.replace(/[^\p{L}\p{N}]/gu, '');
const isBulk = (word: string, password: string) =>
  word.length >= SHORTEST_WORD && [...word].length * 2 >= [...password].length;

let known: Promise<ReadonlySet<string>> | undefined;

/** The 50,000 most common passwords and the words that people put together: read at the first password that is set. */
const commonOnes = () =>
  (known ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => new Set([...dictionary['passwords-common'], ...dictionary['diceware-common'], ...OURS]),
  ));

/** What of a password may stand in the list, each as an attacker writes it: without the ends, with letters for signs. */
function shapesOf(folded: string): string[] {
  const core = folded.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '');
  const runs = folded.match(/\p{L}+/gu) ?? [];
  return [folded, bare(folded), core, bare(core), bare(asLetters(core)), bare(asLetters(folded)), ...runs];
}

function wordsAbout({ email, name, website }: About): string[] {
  const [local = '', domain = ''] = fold(email ?? '').split('@');
  const host = website && URL.canParse(website) ? fold(new URL(website).hostname).replace(/^www\./, '') : '';
  const parts = [local, fold(name ?? ''), host.split('.')[0] ?? '', domain.split('.')[0] ?? ''];
  return [PRODUCT, ...parts.flatMap((part) => [bare(part), ...part.split(/[^\p{L}\p{N}]+/u)])];
}

/** Whether a password is one of the most common, or for the most part a word that is known of its owner. */
function isGuessable(common: ReadonlySet<string>, password: string, about: About): boolean {
  const folded = fold(password);
  const written = [bare(folded), bare(asLetters(folded))];
  if (wordsAbout(about).some((word) => isBulk(word, folded) && written.some((text) => text.includes(word))))
    return true;
  return shapesOf(folded).some((shape) => isBulk(shape, folded) && common.has(shape));
}

/** Throws ApiError `invalid_input` with `password_common` at the password, for one that is easily guessed. */
export type RefuseGuessable = (password: string, about: About) => void;

/** The check, its list read: within a transaction it waits for nothing. */
export async function guessableCheck(): Promise<RefuseGuessable> {
  const common = await commonOnes();
  return (password, about) => {
    if (!isGuessable(common, password, about)) return;
    const fault = { field: 'password', code: 'password_common', message: t('validation.password_common') };
    throw new ApiError('invalid_input', { errors: [fault] });
  };
}

/** @throws ApiError as `RefuseGuessable` says. */
export async function refuseGuessable(password: string, about: About): Promise<void> {
  (await guessableCheck())(password, about);
}
