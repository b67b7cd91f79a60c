import { BUSINESS_ZONE } from '../../shared/constants.ts';

/** A moment (ISO 8601) as its day in São Paulo: 21 de novembro de 2026. */
export const formatDay = (iso: string) =>
  new Date(iso).toLocaleDateString('pt-BR', { dateStyle: 'long', timeZone: BUSINESS_ZONE });

const exact = new Intl.NumberFormat('pt-BR', { maximumFractionDigits: 1 });
/** Credits as one reads them: 1.500 or 0,4. */
export const formatCredits = (credits: number) => exact.format(credits);
