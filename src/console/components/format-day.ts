import { BUSINESS_ZONE } from '../../shared/constants.ts';

/** Returns the day of an instant (ISO 8601) in São Paulo: 21 de novembro de 2026. */
export const formatDay = (iso: string) =>
  new Date(iso).toLocaleDateString('pt-BR', { dateStyle: 'long', timeZone: BUSINESS_ZONE });

const exact = new Intl.NumberFormat('pt-BR', { maximumFractionDigits: 1 });
/** Returns credits with at most one decimal: 1.500 or 0,4. */
export const formatCredits = (credits: number) => exact.format(credits);
