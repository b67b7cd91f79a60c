const whole = new Intl.NumberFormat('pt-BR');
const reais = new Intl.NumberFormat('pt-BR', { style: 'currency', currency: 'BRL' });
const short = new Intl.NumberFormat('pt-BR', { maximumFractionDigits: 1 });

/** 12345 as 12.345. */
export const writtenCount = (amount: number) => whole.format(amount);

/** An amount in centavos, as R$ 1.234,50. */
export const writtenMoney = (centavos: number) => reais.format(centavos / 100);

const UNITS = ['B', 'KB', 'MB'] as const;

/** A size in bytes as a person reads it: "340 KB", "1,2 MB". */
export function writtenSize(bytes: number): string {
  let size = bytes;
  let unit = 0;
  while (size >= 1000 && unit < UNITS.length - 1) {
    size /= 1024;
    unit++;
  }
  return `${short.format(unit < 2 ? Math.round(size) : size)} ${UNITS[unit]}`;
}

/** A web address as a person reads it: without its scheme, its trailing slash and escaped letters. */
export function writtenAddress(address: string): string {
  const bare = address.replace(/^https?:\/\/(www\.)?/i, '').replace(/\/$/, '');
  try {
    return decodeURI(bare);
  } catch {
    return bare;
  }
}
