import { CNPJ_MAX_DIGITS } from './constants.ts';

/*
 * Numbers and money are formatted here instead of by Intl, because creating the first Intl formatter of a page takes 30
 * to 60 ms and delays every list.
 */
const grouped = (digits: number) => String(digits).replace(/\B(?=(\d{3})+$)/g, '.');

/** Returns 12345 as 12.345. Rounds to `decimals`. */
export function formatCount(amount: number, decimals = 3): string {
  const unit = 10 ** decimals;
  const [whole, rest = ''] = String(Math.round(Math.abs(amount) * unit) / unit).split('.');
  return `${amount < 0 ? '-' : ''}${grouped(Number(whole))}${rest && `,${rest}`}`;
}

/** Returns 1234.56 as 1.234,6. */
export const formatNumber = (amount: number) => formatCount(amount, 1);

/** Returns an amount of credits in whole ones, rounded down: the same figure on every screen. */
export const formatCredits = (credits: number) => formatCount(Math.floor(credits));

/** Returns an amount in whole centavos as R$ 1.234,50. */
export function formatMoney(centavos: number): string {
  const amount = Math.abs(centavos);
  const cents = String(amount % 100).padStart(2, '0');
  // A non-breaking space, like Intl's.
  return `${centavos < 0 ? '-' : ''}R$\u00A0${grouped(Math.floor(amount / 100))},${cents}`;
}

const NAME_START = 40;
const NAME_END = 16;

/** Returns a long name without its middle, for sentences: `{{file, short}}` in a text. A file keeps its extension. */
export const shortName = (name: string): string =>
  name.length > NAME_START + NAME_END + 1
    ? `${name.slice(0, NAME_START).trimEnd()}…${name.slice(-NAME_END).trimStart()}`
    : name;

const UNITS = ['B', 'KB', 'MB'] as const;

/** Returns a size in bytes for display: "340 KB", "1,2 MB". */
export function formatSize(bytes: number): string {
  let size = bytes;
  let unit = 0;
  while (size >= 1000 && unit < UNITS.length - 1) {
    size /= 1024;
    unit++;
  }
  return `${formatCount(unit < 2 ? Math.round(size) : Math.round(size * 10) / 10)} ${UNITS[unit]}`;
}

/** Returns "a, b e c". */
export const formatList = (texts: readonly string[]) => new Intl.ListFormat('pt-BR').format(texts);

/** Returns "a, b ou c". */
export const formatChoice = (texts: readonly string[]) =>
  new Intl.ListFormat('pt-BR', { type: 'disjunction' }).format(texts);

/** Returns a web address for display: without scheme, `www.` and trailing slash, and percent-decoded. */
export function formatAddress(address: string): string {
  const bare = address.replace(/^https?:\/\/(www\.)?/i, '').replace(/\/$/, '');
  try {
    return decodeURI(bare);
  } catch {
    return bare;
  }
}

/** Returns Brazilian numbers as people write them: `+55 11 91234-5678`. Others keep their digits. */
export const formatPhone = (digits: string): string => digits.replace(/^55(\d\d)(\d{4,5})(\d{4})$/, '+55 $1 $2-$3');

export const cnpjDigits = (typed: string) => typed.replace(/\D/g, '').slice(0, CNPJ_MAX_DIGITS);

/** Returns a CNPJ with its punctuation, as far as it has been typed: 12.345.678/0001-95. */
export const formatCnpj = (typed: string) =>
  cnpjDigits(typed)
    .replace(/^(\d{2})(\d)/, '$1.$2')
    .replace(/^(\d{2}\.\d{3})(\d)/, '$1.$2')
    .replace(/^(\d{2}\.\d{3}\.\d{3})(\d)/, '$1/$2')
    .replace(/^(\d{2}\.\d{3}\.\d{3}\/\d{4})(\d)/, '$1-$2');
