import { readAnalysis } from './analyse.ts';
import type { Analysis } from './analyse.ts';
import { gramsOf } from './grams.ts';
import { intentOf, isNegative } from './intent.ts';
import type { Intent } from './intent.ts';
import { comparePassages } from './passage.ts';
import type { Passage } from './passage.ts';
import { buildPostings, bytesOf, QUESTION, TEXT, TITLE } from './postings.ts';
import type { Postings } from './postings.ts';
import { signsOf } from './signs.ts';
import { lettersOf, sortByLength } from './spelling.ts';
import type { WordsByLength } from './spelling.ts';
import { stem } from './stem.ts';
import type { PassageVectors } from './vectors.ts';
import { STOPWORDS } from './stopwords.ts';

/** The knowledge of one context, ready to be searched. Passages stand in a fixed order, whatever order they came in. */
export interface Segment {
  readonly passages: readonly Passage[];
  /** Memory it takes, in bytes, near enough for a cache. */
  readonly byteSize: number;
  readonly words: readonly string[];
  readonly wordIds: ReadonlyMap<string, number>;
  /** The letters of each word, as bits. */
  readonly wordLetters: Uint32Array;
  readonly byLength: WordsByLength;
  /** In how many passages each word comes. */
  readonly wordPassages: Uint32Array;
  readonly stems: readonly string[];
  readonly stemIds: ReadonlyMap<string, number>;
  /** The stem of each word. */
  readonly stemOfWord: Uint32Array;
  /** 1 for words that say something of the subject. */
  readonly isContent: Uint8Array;
  /** What each word can be evidence of. */
  readonly signs: Uint16Array;
  /** What the question of a FAQ asks for. */
  readonly intents: readonly (Intent | null)[];
  readonly isNegative: Uint8Array;
  readonly gramIds: ReadonlyMap<number, number>;
  readonly byGram: Postings;
  readonly byStem: Postings;
  readonly tokens: Tokens;
  /** Embeddings, where staff have chosen a model for them. */
  readonly vectors?: PassageVectors;
}

/** The words of the passages in their order: question, title, then the sentences. */
export interface Tokens {
  readonly words: Uint32Array;
  /** Whether each token of a text is written as a name. */
  readonly isName: Uint8Array;
  /** Of each passage, where its tokens begin and where its title and its text do; one more entry closes the last. */
  readonly starts: Uint32Array;
  readonly titles: Uint32Array;
  readonly texts: Uint32Array;
  /** Of each passage, its first sentence; one more entry closes the last. */
  readonly sentences: Uint32Array;
  /** Of each sentence: where its tokens end, and its place in the text. */
  readonly sentenceEnds: Uint32Array;
  /** 1 for a part that goes on with the sentence of the one before. */
  readonly goesOn: Uint8Array;
  readonly spanStarts: Uint32Array;
  readonly spanEnds: Uint32Array;
}

/** Builds a context's segment from its passages and their analyses. Throws a RangeError on an analysis it cannot read. */
export function buildSegment(rows: readonly { passage: Passage; analysis: Uint8Array }[]): Segment {
  const sorted = [...rows].sort((a, b) => comparePassages(a.passage, b.passage));
  const wordIds = new Map<string, number>();
  const tokens = layOut(
    sorted.map(({ analysis }) => readAnalysis(analysis)),
    wordIds,
  );
  const words = [...wordIds.keys()];
  const stemIds = new Map<string, number>();
  const stemOfWord = Uint32Array.from(words, (word) => idIn(stemIds, stem(word)));
  const stems = [...stemIds.keys()];
  const passages = sorted.map(({ passage }) => passage);
  const grams = gramsOfWords(words);
  const isContent = Uint8Array.from(words, (word) => (STOPWORDS.has(word) ? 0 : 1));
  const count = passages.length;
  const eachWord = everyWord(tokens);
  const byGram = buildPostings(count, grams.ids.size, (passage, emit) =>
    eachWord(passage, (word, field) => {
      if (isContent[word] === 0) return;
      for (let at = grams.starts[word]!; at < grams.starts[word + 1]!; at++) emit(grams.grams[at]!, field);
    }),
  );
  const byStem = buildPostings(count, stems.length, (passage, emit) =>
    eachWord(passage, (word, field) => {
      if (isContent[word] === 1) emit(stemOfWord[word]!, field);
    }),
  );
  const wordPassages = passagesOfWords(tokens, words.length, count);
  const arrays = [stemOfWord, wordPassages, ...Object.values(tokens)].reduce((sum, array) => sum + array.byteLength, 0);
  const postings = bytesOf(byGram) + bytesOf(byStem);
  const maps = (words.length + stems.length) * 90 + grams.ids.size * 24;
  const texts = passages.reduce((sum, { text, title }) => sum + 200 + 2 * (text.length + title.length), 0);
  return {
    passages,
    byteSize: arrays + postings + maps + texts,
    words,
    wordIds,
    wordLetters: Uint32Array.from(words, lettersOf),
    byLength: sortByLength(words),
    wordPassages,
    stems,
    stemIds,
    stemOfWord,
    isContent,
    signs: Uint16Array.from(words, signsOf),
    intents: passages.map(({ question }) => (question === null ? null : intentOf(question))),
    isNegative: Uint8Array.from(passages, ({ question }) => (question !== null && isNegative(question) ? 1 : 0)),
    gramIds: grams.ids,
    byGram,
    byStem,
    tokens,
  };
}

function idIn<K>(ids: Map<K, number>, key: K): number {
  const known = ids.get(key);
  if (known !== undefined) return known;
  ids.set(key, ids.size);
  return ids.size - 1;
}

function layOut(analyses: Analysis[], wordIds: Map<string, number>): Tokens {
  const count = analyses.length;
  const sizes = analyses.map(({ question, title, sentences }) =>
    sentences.reduce((sum, { tokens }) => sum + tokens.length, question.length + title.length),
  );
  const sentenceCount = analyses.reduce((sum, { sentences }) => sum + sentences.length, 0);
  const words = new Uint32Array(sizes.reduce((sum, size) => sum + size, 0));
  const [starts, titles, texts, sentences] = [0, 0, 0, 0].map(() => new Uint32Array(count + 1));
  const [sentenceEnds, spanStarts, spanEnds] = [0, 0, 0].map(() => new Uint32Array(sentenceCount));
  const isName = new Uint8Array(words.length);
  const goingOn = new Uint8Array(sentenceCount);
  let at = 0;
  let sentence = 0;
  analyses.forEach((analysis, passage) => {
    const global = analysis.words.map((word) => idIn(wordIds, word));
    const lay = (list: number[]) => {
      for (const token of list) {
        isName[at] = token & 1;
        words[at++] = global[token >>> 1]!;
      }
    };
    starts![passage] = at;
    lay(analysis.question);
    titles![passage] = at;
    lay(analysis.title);
    texts![passage] = at;
    sentences![passage] = sentence;
    for (const { start, end, goesOn, tokens } of analysis.sentences) {
      goingOn[sentence] = goesOn ? 1 : 0;
      lay(tokens);
      sentenceEnds![sentence] = at;
      spanStarts![sentence] = start;
      spanEnds![sentence++] = end;
    }
  });
  for (const ends of [starts!, titles!, texts!]) ends[count] = at;
  sentences![count] = sentence;
  return {
    words,
    isName,
    starts: starts!,
    titles: titles!,
    texts: texts!,
    sentences: sentences!,
    sentenceEnds: sentenceEnds!,
    goesOn: goingOn,
    spanStarts: spanStarts!,
    spanEnds: spanEnds!,
  };
}

type EachWord = (passage: number, visit: (word: number, field: number) => void) => void;

function everyWord({ words, starts, titles, texts }: Tokens): EachWord {
  return (passage, visit) => {
    const end = starts[passage + 1]!;
    for (let at = starts[passage]!; at < end; at++) {
      visit(words[at]!, at < titles[passage]! ? QUESTION : at < texts[passage]! ? TITLE : TEXT);
    }
  };
}

function gramsOfWords(words: readonly string[]) {
  const ids = new Map<number, number>();
  const starts = new Uint32Array(words.length + 1);
  const all: number[] = [];
  words.forEach((word, index) => {
    for (const gram of gramsOf(word)) all.push(idIn(ids, gram));
    starts[index + 1] = all.length;
  });
  return { ids, starts, grams: Uint32Array.from(all) };
}

function passagesOfWords({ words, starts }: Tokens, wordCount: number, passageCount: number): Uint32Array {
  const counts = new Uint32Array(wordCount);
  const seenIn = new Uint32Array(wordCount);
  for (let passage = 0; passage < passageCount; passage++) {
    for (let at = starts[passage]!; at < starts[passage + 1]!; at++) {
      const word = words[at]!;
      if (seenIn[word] === passage + 1) continue;
      seenIn[word] = passage + 1;
      counts[word]!++;
    }
  }
  return counts;
}
