import { evidenceFor, NAME, NUMBER } from './evidence-kinds.ts';
import type { Match, PassageReader } from './matches.ts';
import { hardShare, softShare } from './matches.ts';
import type { Question } from './question.ts';
import type { Segment } from './segment.ts';

/** Shares are fractions of the question's weight, 0 to 1. */
export interface SentenceReading {
  sentence: number;
  length: number;
  hard: number;
  soft: number;
  /** `hard` and `soft`, reduced for long sentences. */
  hardShort: number;
  softShort: number;
  /** Per word of the question, that of the most similar word in the sentence. */
  similarities: Float64Array;
  /** It contains the kind of thing asked for (a date, a name…), which the question itself does not contain. */
  hasEvidence: boolean;
  /** Closeness of that evidence to the question's words, 0 to 1. */
  evidenceNear: number;
}

/** Per word: long sentences match more words of any question. */
const LENGTH_COST = 0.02;
const REACH = 8;

export function perLength(share: number, length: number): number {
  return share / (1 + LENGTH_COST * length);
}

/** `parts` as they may be quoted; `wholes` with the parts of each sentence joined. */
export function readSentences(segment: Segment, index: number, question: Question, reader: PassageReader) {
  const { tokens } = segment;
  const wanted = evidenceFor(question.intent);
  const parts: SentenceReading[] = [];
  const sentences: SentenceReading[] = [];
  let start = tokens.texts[index]!;
  for (let sentence = tokens.sentences[index]!; sentence < tokens.sentences[index + 1]!; sentence++) {
    const end = tokens.sentenceEnds[sentence]!;
    const firstMatch = reader.matches.length;
    const similarities = reader.read(start, end);
    const near = wanted === 0 ? -1 : nearnessOf(segment, question, wanted, start, end, reader.matches, firstMatch);
    if (near > 0) reader.imply(similarities);
    const found = { hasEvidence: wanted === 0 || near >= 0, evidenceNear: Math.max(0, near) };
    const part = readingOf(question, sentence, end - start, similarities, found);
    parts.push(part);
    sentences.push(
      tokens.goesOn[sentence] === 1 && sentences.length > 0 ? join(question, sentences.pop()!, part) : part,
    );
    start = end;
  }
  return { parts, wholes: sentences };
}

type EvidenceFound = Pick<SentenceReading, 'hasEvidence' | 'evidenceNear'>;

function readingOf(
  question: Question,
  sentence: number,
  length: number,
  similarities: Float64Array,
  found: EvidenceFound,
) {
  const hard = hardShare(question, similarities);
  const soft = softShare(question, similarities);
  const short = { hardShort: perLength(hard, length), softShort: perLength(soft, length) };
  return { sentence, length, similarities, hard, soft, ...short, ...found };
}

function join(question: Question, first: SentenceReading, second: SentenceReading): SentenceReading {
  const similarities = first.similarities.map((like, index) => Math.max(like, second.similarities[index]!));
  return readingOf(question, first.sentence, first.length + second.length, similarities, {
    hasEvidence: first.hasEvidence || second.hasEvidence,
    evidenceNear: Math.max(first.evidenceNear, second.evidenceNear),
  });
}

/** -1 when there is no evidence. */
function nearnessOf(
  segment: Segment,
  question: Question,
  wanted: number,
  start: number,
  end: number,
  matches: readonly Match[],
  firstMatch: number,
): number {
  const { tokens, signs, words } = segment;
  let best = -1;
  for (let at = start; at < end; at++) {
    const word = tokens.words[at]!;
    const sign = signs[word]! | (tokens.isName[at] === 1 ? NAME : 0);
    if ((sign & wanted) === 0 || question.typed.has(words[word]!)) continue;
    let near = 0;
    for (let index = firstMatch; index < matches.length; index++) {
      const match = matches[index]!;
      near += question.words[match.word]!.weight * match.like * Math.exp(-Math.abs(match.at - at) / REACH);
    }
    best = Math.max(best, near / question.weight);
  }
  return best;
}

/** `quantos funcionários` … `40 funcionários`. */
export function isCounted(segment: Segment, index: number, question: Question, matches: readonly Match[]): boolean {
  if (question.intent !== 'count') return false;
  const { tokens, signs } = segment;
  const text = tokens.texts[index]!;
  return matches.some(({ word, at }) => {
    if (word !== 0) return false;
    for (let before = at - 1; before >= Math.max(text, at - 3); before--) {
      if ((signs[tokens.words[before]!]! & NUMBER) !== 0) return true;
    }
    return false;
  });
}
