import { tableLines } from './text-lines.ts';
import { fold } from './words.ts';

function readChatWords(): Map<string, string> {
  const meanings = new Map<string, string>();
  for (const line of tableLines(new URL('lexicon/chat-words.txt', import.meta.url))) {
    const [words = '', meaning = ''] = fold(line).split(' = ');
    for (const word of words.split(' ')) meanings.set(word, meaning.trim());
  }
  return meanings;
}

/** Folded abbreviation or chat spelling → folded words, separated by spaces. */
export const CHAT_WORDS: ReadonlyMap<string, string> = readChatWords();
