import { ByteReader, ByteWriter } from './bytes.ts';
import { encodeIntent } from './intent.ts';
import type { PassageWords } from './passage.ts';
import { questionOf } from './passage.ts';
import { sentencesOf } from './sentences.ts';
import { wordsOf } from './words.ts';

/** Increase it whenever the format, the tokenizer or where sentences end changes: others that are stored are computed again. */
export const ANALYSIS_VERSION = 7;

interface AnalysedSentence {
  /** Offsets in the passage's text, in UTF-16 units. */
  start: number;
  end: number;
  goesOn: boolean;
  /** Twice the index into `words`, plus 1 for a name (a capital letter that does not start a sentence). */
  tokens: number[];
}

/** The analysis of a passage, independent of any question. The fields hold indexes into `words`. */
interface Analysis {
  encodedIntent: number;
  words: string[];
  question: number[];
  title: number[];
  sentences: AnalysedSentence[];
}

const CAPITAL = /\p{Lu}/u;

/** Bytes for storage, always the same for the same passage. */
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
  const ownQuestion = questionOf(passage);
  const question = tokensOf(ownQuestion ?? '');
  const title = tokensOf(titleOf(passage));
  const sentences = sentencesOf(passage.text).map((span) => ({
    ...span,
    tokens: tokensOf(passage.text.slice(span.start, span.end), true),
  }));
  return encode({ encodedIntent: encodeIntent(ownQuestion), words: [...ids.keys()], question, title, sentences });
}

/** A FAQ's title often repeats its question, which would count twice. */
function titleOf({ title, heading, question }: PassageWords): string {
  const own = question !== null && title.trim() === question.trim() ? '' : title;
  return heading === null || heading.trim() === own.trim() ? own : `${own}\n${heading}`;
}

function encode({ encodedIntent, words, question, title, sentences }: Analysis): Uint8Array {
  const writer = new ByteWriter();
  const list = (tokens: number[]) => {
    writer.number(tokens.length);
    for (const token of tokens) writer.number(token);
  };
  writer.number(ANALYSIS_VERSION);
  writer.number(encodedIntent);
  // `decodeAnalyses` reads these totals first, to allocate its arrays before it decodes the rest.
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

export function isCurrentAnalysis(analysis: Uint8Array): boolean {
  return analysis[0] === ANALYSIS_VERSION;
}

/** Throws a RangeError when the bytes are truncated or of another version. */
export function readAnalysis(bytes: Uint8Array): Analysis {
  const reader = new ByteReader(bytes);
  if (reader.number() !== ANALYSIS_VERSION) throw new RangeError('The analysis is of another version.');
  const encodedIntent = reader.number();
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
  return { encodedIntent, words, question, title, sentences };
}
