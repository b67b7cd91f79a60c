import { askedOf } from './passage.ts';
import type { Passage } from './passage.ts';
import type { HitSentence } from './quote.ts';
import type { Hit, SearchResult } from './search.ts';
import { isMostlyTable, rowAt, sayRow, type TableRow } from './table-rows.ts';
import { wholeAnswer } from './whole-answer.ts';

/** Longest answer quoted from passages, in characters; a FAQ's own answer is given whole. */
export const ANSWER_MAX = 420;
/** Up to so many characters, what stands below a heading that asks is its answer, whole. */
export const SECTION_MAX = 600;
const SENTENCES_MAX = 3;
/** How far behind the best row of a table another one scores that is said, too. */
const ROWS_BEHIND_MAX = 1;
/** Passages quoted from: the best, and the two behind it that score no further below. */
const HITS_MAX = 3;
const BEHIND_MAX = 3;
/** What it counts that a sentence holds words of the question that none chosen before holds. */
const NEWS = 6;
/** The least likelihood of holding the answer, per character, for which another sentence is worth reading. */
const WORTH = 6e-5;
/** The same in a base that is read closely, of a third sentence and of one of another passage. */
const WORTH_THIRD = 5e-4;
const WORTH_ELSEWHERE = 2e-3;

/** A sentence and the hit that it is from. */
interface Quote {
  hit: number;
  sentence: HitSentence;
}

/**
 * Answers with the base's own words: a FAQ's own answer, what stands below a heading that asks (up to 600 characters), or
 * one to three sentences (420 characters at most) or rows of the best passages, in their order. `used` are the hits quoted, the best first. Null when there is nothing to quote.
 */
export function extractAnswer(result: SearchResult, _question?: string): { text: string; used: Hit[] } | null {
  if (result.fact) return result.fact;
  const best = result.hits[0];
  if (best === undefined) return null;
  const own = best.isPhrased ? wholeAnswer(best.passage) : ownAnswer(best.passage);
  if (own !== '') return { text: own, used: [{ ...best, quotes: [own] }] };
  const hits = result.hits
    .slice(0, best.passage.answer === null && askedOf(best.passage) !== null ? 1 : HITS_MAX)
    .filter(({ passage, score }) => passage.answer === null && best.score - score <= BEHIND_MAX);
  const chosen = choose(hits, result.closeness ?? 0);
  if (chosen.length === 0) return null;
  const pieces = piecesOf(hits, chosen);
  const used = hits.flatMap((hit, index) => {
    const quotes = pieces.filter((one) => one.hit === index);
    const { text } = hit.passage;
    return quotes.length > 0 ? [{ ...hit, quotes: quotes.map(({ start, end }) => text.slice(start, end)) }] : [];
  });
  return { text: join(hits, pieces), used };
}

/** What a FAQ or a section below a question answers; empty when it must be quoted in part. */
function ownAnswer(passage: Passage): string {
  if (passage.answer !== null) return passage.answer.trim();
  const text = passage.text.trim();
  return askedOf(passage) !== null && text.length <= SECTION_MAX && !isMostlyTable(text) ? text : '';
}

/** Takes the best sentence, then those that add most to what is there, while they fit and are likely enough to answer. */
function choose(hits: readonly Hit[], closeness: number): Quote[] {
  const left = hits.flatMap(({ sentences }, hit) => sentences.map((sentence) => ({ hit, sentence })));
  const likelihood = likelihoods(left);
  const chosen: Quote[] = [];
  const held: number[] = [];
  let room = ANSWER_MAX;
  while (chosen.length < SENTENCES_MAX) {
    let next: Quote | null = null;
    let most = -Infinity;
    for (const quote of left) {
      if (quote.sentence.text.length > room || chosen.includes(quote)) continue;
      const value = quote.sentence.score + NEWS * newsOf(quote.sentence.holds, held);
      if (value > most) [next, most] = [quote, value];
    }
    if (next === null) break;
    const { text } = next.sentence;
    if (chosen.length > 0 && likelihood(next) < worthOf(next, chosen, closeness) * text.length) break;
    chosen.push(next);
    next.sentence.holds.forEach((share, word) => (held[word] = Math.max(held[word] ?? 0, share)));
    room -= text.length + 1;
  }
  return chosen;
}

function worthOf({ hit }: Quote, chosen: readonly Quote[], closeness: number): number {
  const isElsewhere = chosen.every((one) => one.hit !== hit);
  const most = Math.max(WORTH, chosen.length > 1 ? WORTH_THIRD : 0, isElsewhere ? WORTH_ELSEWHERE : 0);
  return closeness * most + (1 - closeness) * WORTH;
}

/** How likely each quote is the one that holds the answer, of all of them. */
function likelihoods(quotes: readonly Quote[]): (quote: Quote) => number {
  const most = quotes.reduce((max, { sentence }) => Math.max(max, sentence.score), -Infinity);
  const all = quotes.reduce((sum, { sentence }) => sum + Math.exp(sentence.score - most), 0);
  return ({ sentence }) => Math.exp(sentence.score - most) / all;
}

function newsOf(holds: readonly number[], held: readonly number[]): number {
  return holds.reduce((sum, share, word) => sum + Math.max(0, share - (held[word] ?? 0)), 0);
}

/** A stretch of a hit's text, and how it is said: as it stands, or a row of a table with its headers. */
interface QuotePiece {
  hit: number;
  start: number;
  end: number;
  said: string;
}

/** What is quoted, hit by hit, in the order of its text. Of a table the best row, and those that are hardly worse. */
function piecesOf(hits: readonly Hit[], chosen: readonly Quote[]): QuotePiece[] {
  const read = chosen.map(({ hit, sentence }) => {
    const row = rowAt(hits[hit]!.passage.text, sentence.start);
    return { hit, sentence, row, key: row ? `${hit}:${row.table}` : '' };
  });
  const bestOf = (key: string) =>
    Math.max(...read.filter((one) => one.key === key && !isHeader(one.row)).map(({ sentence }) => sentence.score));
  const pieces = new Map<string, QuotePiece>();
  for (const { hit, sentence, row, key } of read) {
    if (row && sentence.score < bestOf(key) - ROWS_BEHIND_MAX) continue;
    if (isHeader(row) && read.some((one) => one.key === key && !isHeader(one.row))) continue;
    const piece: QuotePiece = row
      ? { hit, start: row.start, end: row.end, said: sayRow(row) }
      : { hit, start: sentence.start, end: sentence.start + sentence.text.length, said: sentence.text };
    pieces.set(`${hit}:${piece.start}`, piece);
  }
  return [...pieces.values()].sort((a, b) => a.hit - b.hit || a.start - b.start);
}

const isHeader = (row: TableRow | null): boolean => row?.header != null && row.start === row.table;

/**
 * Sentences of one paragraph follow each other as they stand there; what is of another line or passage stands on a line of
 * its own.
 */
function join(hits: readonly Hit[], pieces: readonly QuotePiece[]): string {
  return pieces.reduce((text, { hit, start, said }, index) => {
    const before = pieces[index - 1];
    if (before === undefined) return said;
    const isSame = before.hit === hit && !hits[hit]!.passage.text.slice(before.end, start).includes('\n');
    return `${text}${isSame ? ' ' : '\n'}${said}`;
  }, '');
}
