import { formatCount } from '../../../../shared/format.ts';

const rounded = new Intl.NumberFormat('pt-BR', {
  notation: 'compact',
  compactDisplay: 'long',
  maximumSignificantDigits: 3,
});
const fractions = new Intl.NumberFormat('pt-BR', {
  style: 'currency',
  currency: 'BRL',
  minimumFractionDigits: 4,
  maximumFractionDigits: 4,
});
const seconds = new Intl.NumberFormat('pt-BR', { minimumFractionDigits: 1, maximumFractionDigits: 1 });

/** Formats 20000 as "20 mil". */
export const formatAbout = (amount: number) => rounded.format(amount).replace(' ', '\u00a0');
/** Formats 20000 as "20 mil tokens", 1000000 as "1 milhão de tokens". */
export function formatTokens(amount: number): string {
  const about = formatAbout(amount);
  return /(ão|ões)$/.test(about) ? `${about} de tokens` : `${about} tokens`;
}
/** Formats 0.00213 as "R$ 0,0021", since one answer costs less than a centavo. */
export const formatCost = (amount: number) => fractions.format(amount);
/** Formats 0.2 as "0,2". */
export const formatDecimal = (amount: number) => formatCount(amount, 4);
/** Formats 420 as "420 ms", 1234 as "1,2 s". */
export const formatSeconds = (ms: number) => (ms < 1_000 ? `${Math.round(ms)} ms` : `${seconds.format(ms / 1_000)} s`);
