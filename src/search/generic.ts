import { rootOf } from './roots.ts';

/** Words that are common in questions and discriminate badly, even when they are rare in a small base. */
const WORDS = `
tipo forma modo maneira exemplo caso circunstancia existir existe existem existia fazer faz feito feita acontecer acontece
ocorre ocorreu ocorrem consiste consistem entende significa chama chamado serve servem usado usada utilizado utilizada
principal nome coisa parte possivel necessario deveria relacao relacionado motivo razao vez pessoa alem durante apos antes
depois melhor maior menor levar levou leva funciona considerado conhecido diferente tornou tornar ajudar quantidade numero
ano foco acordo partir dentro junto enquanto caracteristica importante conforme segundo atraves
`;
const STEMS = new Set(WORDS.trim().split(/\s+/).map(rootOf));

export function isGeneric(ofStem: string): boolean {
  return STEMS.has(ofStem);
}
