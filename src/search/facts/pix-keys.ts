import type { FoundFact } from './fact.ts';

const PIX = /\bpix\b/giu;
/** Words between `Pix` and its key: `chave Pix (CNPJ): …`. */
const NAMING = String.raw`(?:[\s:()=*–—-]|chaves?\b|cnpj\b|cpf\b|e-?mail\b|celular\b|telefone\b|aleat[óo]ria\b|é\b|nosso\b|nossa\b|da loja\b)*`;
const EMAIL = String.raw`[a-z0-9][a-z0-9._%+-]*@[a-z0-9.-]+\.[a-z]{2,24}`;
const RANDOM = String.raw`[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}`;
/** A telephone, CPF or CNPJ. */
const NUMBER = String.raw`\+?\(?\d[\d().\s/-]{8,20}\d`;
const KEY = new RegExp(`${NAMING}(${RANDOM}|${EMAIL}|${NUMBER})(?![\\p{L}\\d@])`, 'iuy');

/** Keys for payments that follow the word on its line. */
export const pixKeysIn = (text: string): FoundFact[] =>
  [...text.matchAll(PIX)].flatMap(({ 0: word, index }) => {
    KEY.lastIndex = index + word.length;
    const [matched, key] = KEY.exec(text) ?? [];
    if (matched === undefined || key === undefined || matched.includes('\n')) return [];
    const end = index + word.length + matched.length;
    const value = /[@a-z]/i.test(key) ? key.toLowerCase() : key.replace(/\D/g, '');
    return [{ kind: 'pix' as const, value, start: end - key.length, end }];
  });
