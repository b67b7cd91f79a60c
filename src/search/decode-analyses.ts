import { ANALYSIS_VERSION } from './analyse.ts';
import type { Steps } from './slices.ts';
import { Vocabulary } from './vocabulary.ts';

export interface Tokens {
  readonly words: Uint32Array;
  readonly isName: Uint8Array;
  /** Indexes of the first token of each passage, its title and its text, with a final end entry. */
  readonly starts: Uint32Array;
  readonly titles: Uint32Array;
  readonly texts: Uint32Array;
  /** Index of the first sentence per passage, with a final end entry. */
  readonly sentences: Uint32Array;
  /** End of the tokens per sentence; spans are offsets in the text. */
  readonly sentenceEnds: Uint32Array;
  /** 1 for a part that continues the previous part's sentence. */
  readonly goesOn: Uint8Array;
  readonly spanStarts: Uint32Array;
  readonly spanEnds: Uint32Array;
}

interface IndexLayout {
  vocabulary: Vocabulary;
  tokens: Tokens;
  /** Per passage, the intent of its question: see `encodeIntent`. */
  encodedIntents: Uint8Array;
}

const PASSAGES_PER_STEP = 32;

/** Without an object per token, because there are millions. Throws a RangeError for truncated or outdated analyses. */
export function* decodeAnalyses(analyses: readonly Uint8Array[]): Steps<IndexLayout> {
  const laying = new Laying(analyses);
  for (const [passage, bytes] of analyses.entries()) {
    laying.read(bytes, passage);
    if (passage % PASSAGES_PER_STEP === 0) yield;
  }
  return laying.finish();
}

class Laying {
  readonly #vocabulary = new Vocabulary();
  readonly #tokens: Tokens;
  readonly #encodedIntents: Uint8Array;
  /** The current analysis' words as numbers of the segment's vocabulary. */
  #own = new Uint32Array(256);
  #bytes: Uint8Array = new Uint8Array();
  #at = 0;
  #token = 0;
  #sentence = 0;

  constructor(analyses: readonly Uint8Array[]) {
    let [tokens, sentences] = [0, 0];
    for (const bytes of analyses) {
      this.#open(bytes);
      tokens += this.#number();
      sentences += this.#number();
    }
    const passages = analyses.length + 1;
    this.#encodedIntents = new Uint8Array(analyses.length);
    this.#tokens = {
      words: new Uint32Array(tokens),
      isName: new Uint8Array(tokens),
      starts: new Uint32Array(passages),
      titles: new Uint32Array(passages),
      texts: new Uint32Array(passages),
      sentences: new Uint32Array(passages),
      sentenceEnds: new Uint32Array(sentences),
      goesOn: new Uint8Array(sentences),
      spanStarts: new Uint32Array(sentences),
      spanEnds: new Uint32Array(sentences),
    };
  }

  read(bytes: Uint8Array, passage: number): void {
    const { starts, titles, texts, sentences } = this.#tokens;
    this.#encodedIntents[passage] = this.#open(bytes);
    const lastToken = this.#token + this.#number();
    const lastSentence = this.#sentence + this.#number();
    this.#readWords();
    starts[passage] = this.#token;
    this.#layTokens();
    titles[passage] = this.#token;
    this.#layTokens();
    texts[passage] = this.#token;
    sentences[passage] = this.#sentence;
    this.#laySentences(lastSentence);
    if (this.#token !== lastToken) throw new RangeError('The analysis holds another number of words than it says.');
  }

  finish(): IndexLayout {
    const { starts, titles, texts, sentences } = this.#tokens;
    for (const ends of [starts, titles, texts]) ends[ends.length - 1] = this.#token;
    sentences[sentences.length - 1] = this.#sentence;
    return { vocabulary: this.#vocabulary, tokens: this.#tokens, encodedIntents: this.#encodedIntents };
  }

  #open(bytes: Uint8Array): number {
    this.#bytes = bytes;
    this.#at = 0;
    if (this.#number() !== ANALYSIS_VERSION) throw new RangeError('The analysis is of another version.');
    return this.#number();
  }

  #readWords(): void {
    const bytes = this.#bytes;
    const count = this.#number();
    if (count > this.#own.length) this.#own = new Uint32Array(count * 2);
    for (let word = 0; word < count; word++) {
      const start = this.#at + 1;
      const end = start + bytes[this.#at]!;
      if (!(end <= bytes.length)) throw new RangeError('The analysis ends too early.');
      this.#own[word] = this.#vocabulary.add(bytes, start, end);
      this.#at = end;
    }
  }

  #layTokens(): void {
    const { words, isName } = this.#tokens;
    const bytes = this.#bytes;
    const own = this.#own;
    let at = this.#token;
    const end = at + this.#number();
    for (; at < end; at++) {
      const first = bytes[this.#at]!;
      const token = first < 128 ? first : this.#number();
      if (first < 128) this.#at++;
      isName[at] = token & 1;
      words[at] = own[token >>> 1]!;
    }
    this.#token = end;
  }

  #laySentences(end: number): void {
    const { sentenceEnds, goesOn, spanStarts, spanEnds } = this.#tokens;
    let last = 0;
    for (let sentence = this.#sentence; sentence < end; sentence++) {
      spanStarts[sentence] = last + this.#number();
      const length = this.#number();
      goesOn[sentence] = length & 1;
      last = spanStarts[sentence]! + (length >>> 1);
      spanEnds[sentence] = last;
      this.#layTokens();
      sentenceEnds[sentence] = this.#token;
    }
    this.#sentence = end;
  }

  #number(): number {
    const bytes = this.#bytes;
    let value = 0;
    for (let shift = 0; shift < 32; shift += 7) {
      const byte = bytes[this.#at++]!;
      value |= (byte & 127) << shift;
      if (byte < 128) return value >>> 0;
    }
    throw new RangeError('The analysis ends too early.');
  }
}
