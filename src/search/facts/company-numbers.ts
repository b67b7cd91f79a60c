import { cnpj } from 'cpf-cnpj-validator';
import type { FoundFact } from './fact.ts';

/** With punctuation (then letters are allowed, too), or as fourteen digits. */
const CNPJ = /(?<![\p{L}\d])(?:[0-9A-Z]{2}\.[0-9A-Z]{3}\.[0-9A-Z]{3}\/[0-9A-Z]{4}-?\d{2}|\d{14})(?![\p{L}\d])/gu;

export const companyNumbersIn = (text: string): FoundFact[] =>
  [...text.matchAll(CNPJ)]
    .filter(([match]) => cnpj.isValid(match))
    .map(({ 0: match, index }) => ({
      kind: 'cnpj' as const,
      value: match.replace(/[./-]/g, ''),
      start: index,
      end: index + match.length,
    }));
