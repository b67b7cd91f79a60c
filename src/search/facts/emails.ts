import type { FoundFact } from './fact.ts';

const EMAIL =
  /(?<![\p{L}\d._%+-])[a-z0-9][a-z0-9._%+-]{0,63}@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,24}(?![\p{L}\d@-])/giu;

export const emailsIn = (text: string): FoundFact[] =>
  [...text.matchAll(EMAIL)].map(({ 0: match, index }) => ({
    kind: 'email' as const,
    value: match.toLowerCase(),
    start: index,
    end: index + match.length,
  }));

/** Words before an address that make it a key for payments: `Chave Pix: …`. */
const PIX_KEY = /\b(?:pix|chaves?)\b(?:(?!e-?mail para)[^\n.;|])*$/iu;

/** A Pix key is no mailbox. */
export const mailboxesIn = (text: string): FoundFact[] =>
  emailsIn(text).filter(({ start }) => !PIX_KEY.test(text.slice(0, start)));
