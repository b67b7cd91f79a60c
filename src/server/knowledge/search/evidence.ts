import type { Match, PassageReader } from './matches.ts';
import { hardShare, softShare } from './matches.ts';
import type { Question } from './question.ts';
import type { Segment } from './segment.ts';
import { evidenceFor, NAME, NUMBER } from './signs.ts';

/** What a sentence has of a question. Shares are of the question's weight, 0 to 1. */
export interface SentenceReading {
  /** Its number in the segment; of a sentence in parts: its first part's. */
  sentence: number;
  length: number;
  hard: number;
  soft: number;
  /** The two above, less for long sentences. */
  hardShort: number;
  softShort: number;
  /** Of each of the question's words, how alike the most alike word of the sentence is. */
  likes: Float64Array;
  /** Whether it holds what such a question asks for (a date, a name…) and does not itself bring. */
  hasEvidence: boolean;
  /** How near that stands to the question's words, 0 to 1. */
  evidenceNear: number;
}

/** What each word of a stretch takes off its share: long sentences hold more words of any question. */
const LENGTH_COST = 0.02;
/** Words over which the nearness of evidence falls to a third. */
const REACH = 8;

export function perLength(share: number, length: number): number {
  return share / (1 + LENGTH_COST * length);
}

/** Reads a passage's sentences against a question: `parts`, as they may be quoted, and `wholes`, a sentence's parts joined. */
export function readSentences(segment: Segment, index: number, question: Question, reader: PassageReader) {
  const { tokens } = segment;
  const wanted = evidenceFor(question.intent);
  const parts: SentenceReading[] = [];
  const wholes: SentenceReading[] = [];
  let start = tokens.texts[index]!;
  for (let sentence = tokens.sentences[index]!; sentence < tokens.sentences[index + 1]!; sentence++) {
    const end = tokens.sentenceEnds[sentence]!;
    const firstMatch = reader.matches.length;
    const likes = reader.read(start, end);
    const near = wanted === 0 ? -1 : nearnessOf(segment, question, wanted, start, end, reader.matches, firstMatch);
    if (near > 0) reader.imply(likes);
    const found = { hasEvidence: wanted === 0 || near >= 0, evidenceNear: Math.max(0, near) };
    const part = readingOf(question, sentence, end - start, likes, found);
    parts.push(part);
    wholes.push(tokens.goesOn[sentence] === 1 && wholes.length > 0 ? join(question, wholes.pop()!, part) : part);
    start = end;
  }
  return { parts, wholes };
}

type EvidenceFound = Pick<SentenceReading, 'hasEvidence' | 'evidenceNear'>;

function readingOf(question: Question, sentence: number, length: number, likes: Float64Array, found: EvidenceFound) {
  const hard = hardShare(question, likes);
  const soft = softShare(question, likes);
  const short = { hardShort: perLength(hard, length), softShort: perLength(soft, length) };
  return { sentence, length, likes, hard, soft, ...short, ...found };
}

function join(question: Question, first: SentenceReading, second: SentenceReading): SentenceReading {
  const likes = first.likes.map((like, index) => Math.max(like, second.likes[index]!));
  return readingOf(question, first.sentence, first.length + second.length, likes, {
    hasEvidence: first.hasEvidence || second.hasEvidence,
    evidenceNear: Math.max(first.evidenceNear, second.evidenceNear),
  });
}

/** How near the best piece of evidence stands to the question's words; -1 when there is none. */
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

/** Whether a number stands right before what a question counts (`quantos funcionários` … `40 funcionários`). */
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
