import type { Block, ExtractedDocument } from './blocks.ts';
import { sentencesOf } from './search/sentences.ts';

/** A piece of a document that is searched and quoted by itself. */
export interface Chunk {
  text: string;
  /** The headings it stands below, outermost first, joined by ` › `. */
  heading: string | null;
  /** Counts from 1; where the chunk begins. */
  page: number | null;
}

/** Words of a chunk: from the first number on it may be closed, at the second it should be, the third it seldom passes. */
const WORDS_ENOUGH = 100;
const WORDS_AIM = 180;
const WORDS_MAX = 300;
/** Words at most of the pieces that a paragraph above `WORDS_MAX` is cut into. */
const WORDS_CUT = 240;
/** A list or table above this is cut between its lines; below it stays whole, whatever the numbers above say. */
const WORDS_WHOLE = 600;
/** What stands alone under a heading of level 1 or 2 with fewer words than this goes on under the next heading. */
const WORDS_TINY = 5;

interface Heading {
  text: string;
  level: number;
  page: number | null;
  /** Whether some chunk names it, so that its words are not lost. */
  isUsed: boolean;
}

interface Draft {
  heading: string | null;
  page: number | null;
  pieces: string[];
  words: number;
}

/**
 * Cuts a document into chunks by its structure: paragraphs together up to about 180 words, lists and tables whole, never
 * across a heading of level 1 or 2 unless what stands before it is tiny, and never from one question to the next: a heading
 * that asks has its answer for itself. Every word of the body stands in exactly one
 * chunk's text, in order; every heading in a chunk's `heading` or, when a chunk runs past it, in its text.
 */
export function chunkDocument(document: ExtractedDocument): Chunk[] {
  const chunks: Chunk[] = [];
  let path: Heading[] = [];
  let draft: Draft | null = null;

  const close = () => {
    if (draft !== null && draft.pieces.length > 0) {
      chunks.push({ text: draft.pieces.join('\n'), heading: draft.heading, page: draft.page });
    }
    draft = null;
  };
  const add = (text: string, page: number | null) => {
    draft ??= open(path, page);
    draft.pieces.push(text);
    draft.words += countWords(text);
  };
  const leave = (level: number) => {
    for (const heading of path.filter((one) => one.level >= level && !one.isUsed)) {
      add(heading.text, heading.page);
      heading.isUsed = true;
    }
    path = path.filter((one) => one.level < level);
  };

  for (const block of document.blocks) {
    const text = block.text.trim();
    if (text === '') continue;
    const page = block.page ?? null;
    if (block.kind === 'heading') {
      const level = block.level ?? 2;
      const isAnswered = path.some((one) => one.level >= level && asks(one.text));
      leave(level);
      const enough = asks(text) || isAnswered ? 1 : level <= 2 ? WORDS_TINY : WORDS_ENOUGH;
      if (wordsIn(draft) >= enough) close();
      path.push({ text, level, page, isUsed: false });
      if (wordsIn(draft) > 0) {
        add(text, page);
        path.at(-1)!.isUsed = true;
      }
      continue;
    }
    for (const piece of piecesOf(block.kind, text)) {
      if (mustClose(draft, piece, block.kind)) close();
      add(piece, page);
    }
  }
  leave(0);
  close();
  return chunks;
}

function asks(heading: string): boolean {
  return heading.endsWith('?');
}

function wordsIn(draft: Draft | null): number {
  return draft === null ? 0 : draft.words;
}

function open(path: readonly Heading[], page: number | null): Draft {
  for (const heading of path) heading.isUsed = true;
  return { heading: path.length === 0 ? null : path.map(({ text }) => text).join(' › '), page, pieces: [], words: 0 };
}

function mustClose(draft: Draft | null, piece: string, kind: Block['kind']): boolean {
  if (draft === null || draft.words === 0) return false;
  const total = draft.words + countWords(piece);
  const isIntroduced = kind !== 'paragraph' && draft.words < WORDS_ENOUGH && /:$/.test(draft.pieces.at(-1) ?? '');
  if (isIntroduced) return false;
  return total > (draft.words >= WORDS_ENOUGH ? WORDS_AIM : WORDS_MAX);
}

/** A block as pieces that each fit a chunk: a long paragraph by sentences, a huge list or table by lines. */
function piecesOf(kind: Block['kind'], text: string): string[] {
  const words = countWords(text);
  if (kind === 'paragraph') {
    if (words <= WORDS_MAX) return [text];
    const sentences = sentencesOf(text).map(({ start, end }) => text.slice(start, end));
    return cutEvenly(sentences, Math.ceil(words / WORDS_CUT));
  }
  return words <= WORDS_WHOLE ? [text] : gather(text.split('\n'), '\n', WORDS_AIM);
}

/** Sentences as so many pieces of about the same length: a short rest would go into a chunk with what follows. */
function cutEvenly(sentences: readonly string[], count: number): string[] {
  const lengths = sentences.map(countWords);
  const all = lengths.reduce((sum, length) => sum + length, 0);
  const pieces: string[] = [];
  let before = 0;
  sentences.forEach((sentence, index) => {
    const middle = before + lengths[index]! / 2;
    const isNew = pieces.length === 0 || (pieces.length < count && middle > (all * pieces.length) / count);
    if (isNew) pieces.push(sentence);
    else pieces.push(`${pieces.pop()} ${sentence}`);
    before += lengths[index]!;
  });
  return pieces;
}

function gather(parts: readonly string[], joint: string, most: number): string[] {
  const pieces: string[] = [];
  let words = 0;
  for (const part of parts) {
    const more = countWords(part);
    if (pieces.length === 0 || words + more > most) {
      pieces.push(part);
      words = more;
    } else {
      pieces.push(`${pieces.pop()}${joint}${part}`);
      words += more;
    }
  }
  return pieces;
}

function countWords(text: string): number {
  return text.match(/\S+/g)?.length ?? 0;
}
