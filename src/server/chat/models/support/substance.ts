import type { Evidence } from './evidence.ts';
import { foldText } from './plain-letters.ts';
import { readClaims } from './read-claims.ts';

export const YES_OR_NO = /^(?:sim|n[ãa]o|claro|com certeza|isso(?: mesmo)?|exato|exatamente|pode|temos|tem)[,.!]*$/i;

const OPENING =
  /^(?:(?:ola|oi|claro|sim|nao|com certeza|certo|perfeito|bom dia|boa tarde|boa noite|que bom|entendi)\b[^.!?,]{0,20}[,.!]\s*)+/;
/** Only courtesy, or why there is no answer. */
const COURTESY =
  /^(?:ola|oi|bom dia|boa (?:tarde|noite)|obrigad|agradec|por nada|de nada|claro|com certeza|posso|vou|fico|estou|estamos (?:aqui|a disposicao)|se (?:precisar|quiser|tiver)|qualquer duvida|espero|que bom|otim|entendo|desculp|sinto|lament|infelizmente|nao (?:encontr|tenho|sei|consta|localiz)|entre em contato|fale conosco|conte com|ate (?:logo|mais|breve))/;
const SHARED_MIN = 2;

/** Not a question, a courtesy or the introduction of a list. */
export function isSubstantive(sentence: string, evidence: Evidence): boolean {
  if (/[?:][\s"”»)*_]*$/.test(sentence)) return false;
  const plain = foldText(sentence.replace(/^[\s\-*_#>•\d.)]+/, ''));
  const withoutOpening = plain.replace(OPENING, '');
  if (COURTESY.test(withoutOpening)) return false;
  return readClaims(sentence).some(({ kind }) => kind !== 'name') || evidence.wordsShared(withoutOpening) >= SHARED_MIN;
}
