import { CNPJ_MAX_DIGITS } from '../../shared/constants.ts';

export const cnpjDigits = (typed: string) => typed.replace(/\D/g, '').slice(0, CNPJ_MAX_DIGITS);

/** Returns a CNPJ with its punctuation, as far as it has been typed: 12.345.678/0001-95. */
export const formatCnpj = (typed: string) =>
  cnpjDigits(typed)
    .replace(/^(\d{2})(\d)/, '$1.$2')
    .replace(/^(\d{2}\.\d{3})(\d)/, '$1.$2')
    .replace(/^(\d{2}\.\d{3}\.\d{3})(\d)/, '$1/$2')
    .replace(/^(\d{2}\.\d{3}\.\d{3}\/\d{4})(\d)/, '$1-$2');
