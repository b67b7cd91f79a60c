import { normalise } from './normalise.ts';
import { wordsOf } from './words.ts';

/** Folded, with abbreviations expanded and without greetings. */
export function typedWords(question: string): string[] {
  const typed = wordsOf(normalise(question)).map(({ word }) => word);
  return typed.filter((word, at) => !isGreeting(word, typed[at + 1]) && !isGreeting(typed[at - 1], word));
}

/** `bom dia`, which does not ask about a day. */
function isGreeting(word: string | undefined, next: string | undefined): boolean {
  return (word === 'bom' && next === 'dia') || (word === 'boa' && (next === 'tarde' || next === 'noite'));
}
