import { STOPWORDS } from '../knowledge/search/stopwords.ts';
import { fold, wordsOf } from '../knowledge/search/words.ts';

/** What was asked before, as it was searched for, and whether the base knew. */
export interface Asked {
  question: string;
  searched: string | null;
  grounded: boolean;
}

/** `e quanto custa?`, `mas e no sábado?`: goes on from what was said. */
const GOES_ON = /^(e|mas|ah e|ok e|certo e|entao|tambem|e se|e (quanto|sobre) (a|o|ao)|agora)\b/;
/** Words that stand for something said before. */
const STANDS_FOR =
  /\b(isso|isto|disso|disto|nisso|nisto|ess[ea]s?|dess[ea]s?|ness[ea]s?|est[ea]s?|dest[ea]s?|nest[ea]s?|el[ea]s?|del[ea]s?|nel[ea]s?|aquel[ea]s?|daquel[ea]s?|aquilo|daquilo|la|ali|o mesmo|a mesma|mesm[oa]|outr[oa]s?)\b/;
/** `e em Recife?`, `e para o Nordeste?`: the same question of another thing. */
const SAME_OF_OTHER =
  /^(?:e|mas e|ah e|ok e|certo e)\s+((?:em|no|na|nos|nas|de|do|da|dos|das|para|pra|pro|com|sem|por|ao|aos|a|o|os|as)\s+.+)$/;

const FAMILIES = ['em no na nos nas', 'de do da dos das', 'para pra pro ao aos', 'com', 'sem', 'por'].map(
  (family) => new Set(family.split(' ')),
);

const contentOf = (text: string) => wordsOf(text).filter(({ word }) => !STOPWORDS.has(word));

/** Most words of its own that a question may have and still lean on the one before without saying so. */
const FEW = 2;

/**
 * Whether a question seems to lean on what was said before: `sure` when it says so by its form, `maybe` when it is merely
 * short. A question with much to say of its own leans on nothing.
 */
export function leansOnBefore(question: string): 'sure' | 'maybe' | 'no' {
  const folded = fold(question).trim();
  const count = contentOf(question).length;
  if (count > 6) return 'no';
  if (GOES_ON.test(folded) || (STANDS_FOR.test(folded) && count <= 4)) return 'sure';
  return count <= FEW ? 'maybe' : 'no';
}

/** The earlier question with its last part of the same family exchanged: `entrega em Natal?`, `e em Recife?`. */
function exchangePart(before: string, question: string): string | null {
  const [, part] = SAME_OF_OTHER.exec(fold(question).trim()) ?? [];
  if (!part) return null;
  const typed = question.trim().slice(-part.length);
  const preposition = part.split(/\s+/)[0]!;
  const family = FAMILIES.find((one) => one.has(preposition));
  const words = wordsOf(before);
  const at = words.findLastIndex(({ word }) => family?.has(word));
  if (at <= 0 || at === words.length - 1) return null;
  return `${before.slice(0, words[at]!.start)}${typed}`;
}

/** `e a básica?`, `e o prazo?`: names a thing and asks nothing of it. */
const NAMES_ANOTHER = /^(?:e|mas e|ah e|ok e|certo e)\s+(?:as?|os?|um|uma)\s+\S+(?:\s+\S+)?\s*[?!.]*$/;

/** Words of a topic that are tried as the one that is exchanged. */
const TRIED = 5;

const without = (text: string, { start, end }: { start: number; end: number }) =>
  `${text.slice(0, start)}${text.slice(end)}`.replace(/\s+/g, ' ').replace(/[?!.\s]+$/, '');

/**
 * A question as it may be meant, each reading a question that stands by itself, the likeliest first: with the topic of
 * the last question that the base knew; where another thing is named (`e a básica?`), also with that in the place of each
 * word of the topic. None when nothing was asked before. Words that the new question repeats are not said twice.
 */
export function readingsOf(question: string, history: readonly Asked[]): string[] {
  const last = history.findLast(({ grounded }) => grounded) ?? history.at(-1);
  if (!last) return [];
  const before = last.searched ?? last.question;
  const exchanged = exchangePart(before, question);
  if (exchanged) return [exchanged];
  const own = new Set(wordsOf(question).map(({ word }) => word));
  const topic = contentOf(before).filter(({ word }) => !own.has(word));
  if (topic.length === 0) return [];
  const said = topic.map(({ start, end }) => before.slice(start, end)).join(' ');
  const asked = question.replace(/^\s*(e|mas e?)\s+/i, '').replace(/[?!.\s]+$/, '');
  const others = NAMES_ANOTHER.test(fold(question).trim()) ? topic.slice(-TRIED) : [];
  return [`${asked} ${said}`.trim(), ...others.map((word) => `${without(before, word)} ${asked}`)];
}
