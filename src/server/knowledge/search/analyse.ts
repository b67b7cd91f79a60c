import { ByteReader, ByteWriter } from './bytes.ts';
import { askedAs } from './intent.ts';
import { askedOf } from './passage.ts';
import type { PassageWords } from './passage.ts';
import { sentencesOf } from './sentences.ts';
import { wordsOf } from './words.ts';

/** Goes up whenever the bytes or the way words are told apart change; an analysis of another version is made anew. */
export const ANALYSIS_VERSION = 4;

export interface AnalysedSentence {
  /** Place in the passage's text, in UTF-16 units. */
  start: number;
  end: number;
  /** Whether it goes on with the sentence of the one before. */
  goesOn: boolean;
  /** Twice the index into `words`; plus one for a name: a capital where no sentence begins. */
  tokens: number[];
}

/** What is known of a passage before any question: its words, by field, as indexes into its own list of words. */
export interface Analysis {
  /** How it is asked for, by its question: see `askedAs`. */
  asked: number;
  words: string[];
  question: number[];
  title: number[];
  sentences: AnalysedSentence[];
}

const CAPITAL = /\p{Lu}/u;

/** Analyses a passage for search, as bytes to be stored beside it. The same passage always gives the same bytes. */
export function analysePassage(passage: PassageWords): Uint8Array {
  const ids = new Map<string, number>();
  const idOf = (word: string) => {
    const known = ids.get(word);
    if (known !== undefined) return known;
    ids.set(word, ids.size);
    return ids.size - 1;
  };
  const tokensOf = (text: string, isSentence = false) =>
    wordsOf(text).map(
      ({ word, start }, index) => idOf(word) * 2 + (isSentence && index > 0 && CAPITAL.test(text[start]!) ? 1 : 0),
    );
  const asked = askedOf(passage);
  const question = tokensOf(asked ?? '');
  const title = tokensOf(titleOf(passage));
  const sentences = sentencesOf(passage.text).map((span) => ({
    ...span,
    tokens: tokensOf(passage.text.slice(span.start, span.end), true),
  }));
  return encode({ asked: askedAs(asked), words: [...ids.keys()], question, title, sentences });
}

/** The title of a FAQ repeats its question: it is counted once. */
function titleOf({ title, heading, question }: PassageWords): string {
  const own = question !== null && title.trim() === question.trim() ? '' : title;
  return heading === null || heading.trim() === own.trim() ? own : `${own}\n${heading}`;
}

function encode({ asked, words, question, title, sentences }: Analysis): Uint8Array {
  const writer = new ByteWriter();
  const list = (tokens: number[]) => {
    writer.number(tokens.length);
    for (const token of tokens) writer.number(token);
  };
  writer.number(ANALYSIS_VERSION);
  writer.number(asked);
  // Whoever lays out many analyses knows from the first bytes of each how much room to make.
  writer.number(sentences.reduce((sum, { tokens }) => sum + tokens.length, question.length + title.length));
  writer.number(sentences.length);
  writer.number(words.length);
  for (const word of words) writer.word(word);
  list(question);
  list(title);
  let last = 0;
  for (const { start, end, goesOn, tokens } of sentences) {
    writer.number(start - last);
    writer.number((end - start) * 2 + (goesOn ? 1 : 0));
    list(tokens);
    last = end;
  }
  return writer.finish();
}

/** Whether bytes were written by this version of `analysePassage`. */
export function isCurrentAnalysis(analysis: Uint8Array): boolean {
  return analysis[0] === ANALYSIS_VERSION;
}

/** Reads an analysis back. Throws a RangeError when the bytes are cut or of another version. */
export function readAnalysis(bytes: Uint8Array): Analysis {
  const reader = new ByteReader(bytes);
  if (reader.number() !== ANALYSIS_VERSION) throw new RangeError('The analysis is of another version.');
  const asked = reader.number();
  reader.number();
  const sentenceCount = reader.number();
  const list = () => Array.from({ length: reader.number() }, () => reader.number());
  const words = Array.from({ length: reader.number() }, () => reader.word());
  const question = list();
  const title = list();
  let last = 0;
  const sentences = Array.from({ length: sentenceCount }, () => {
    const start = last + reader.number();
    const length = reader.number();
    last = start + (length >>> 1);
    return { start, end: last, goesOn: (length & 1) === 1, tokens: list() };
  });
  return { asked, words, question, title, sentences };
}
