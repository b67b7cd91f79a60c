/*
 * Numbers and money are written here, not by Intl: the first formatter of a page costs it 30 to 60 ms, which every
 * list waited for.
 */
const grouped = (digits: number) => String(digits).replace(/\B(?=(\d{3})+$)/g, '.');

/** 12345 as 12.345; of a fraction three digits. */
export function formatCount(amount: number): string {
  const [whole, rest = ''] = String(Math.round(Math.abs(amount) * 1_000) / 1_000).split('.');
  return `${amount < 0 ? '-' : ''}${grouped(Number(whole))}${rest && `,${rest}`}`;
}

/** An amount in whole centavos, as R$ 1.234,50. */
export function formatMoney(centavos: number): string {
  const amount = Math.abs(centavos);
  const cents = String(amount % 100).padStart(2, '0');
  // The space never breaks, as in Intl's.
  return `${centavos < 0 ? '-' : ''}R$\u00A0${grouped(Math.floor(amount / 100))},${cents}`;
}

const UNITS = ['B', 'KB', 'MB'] as const;

/** A size in bytes as a person reads it: "340 KB", "1,2 MB". */
export function formatSize(bytes: number): string {
  let size = bytes;
  let unit = 0;
  while (size >= 1000 && unit < UNITS.length - 1) {
    size /= 1024;
    unit++;
  }
  return `${formatCount(unit < 2 ? Math.round(size) : Math.round(size * 10) / 10)} ${UNITS[unit]}`;
}

/** A web address as a person reads it: without its scheme, its trailing slash and escaped letters. */
export function formatAddress(address: string): string {
  const bare = address.replace(/^https?:\/\/(www\.)?/i, '').replace(/\/$/, '');
  try {
    return decodeURI(bare);
  } catch {
    return bare;
  }
}
