import { namesSomething } from '../../chat/question/follow-up.ts';
import { partsOf } from '../../chat/question/message-parts.ts';

/** With more, they are the words of several turns, not of a question. */
const SEARCHED_WORDS_MAX = 12;

/** Without courtesies and stories. `e quanto custa?` is completed as it was searched. */
export function cleanQuestion(question: string, searched: string | null): string {
  const own = lastQuestionIn(question);
  const isComplete = searched === null || namesSomething(own) || searched.split(/\s+/).length > SEARCHED_WORDS_MAX;
  return tidied(isComplete ? own : lastQuestionIn(searched));
}

function lastQuestionIn(message: string): string {
  const parts = partsOf(message);
  const asked = parts.findLast(({ kind }) => kind === 'question');
  return asked?.text ?? parts.filter(({ kind }) => kind !== 'courtesy').at(-1)?.text ?? message;
}

function tidied(text: string): string {
  const trimmed = text
    .replace(/\s+/g, ' ')
    .replace(/ (?=[?!.]+$)/, '')
    .replace(/[\s,;:–-]+$/, '')
    .trim();
  const opened = trimmed.charAt(0).toUpperCase() + trimmed.slice(1);
  return /[?!.…]$/.test(opened) ? opened : `${opened}?`;
}
