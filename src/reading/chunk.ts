import { type Language, languageOf } from '../search/language.ts';
import { sentencesOf } from '../search/sentences.ts';
import type { Block, ExtractedDocument } from './blocks.ts';
import { joinCaptions } from './join-captions.ts';
import { withoutUnwanted } from './left-out.ts';
import { markQuestions } from './mark-questions.ts';
import { namePrices } from './name-prices.ts';
import { readLeaders } from './read-leaders.ts';
import { splitEntries } from './split-entries.ts';
import { spreadUnits } from './spread-units.ts';

export interface Chunk {
  text: string;
  heading: string | null;
  /** Where the chunk begins, from 1. */
  page: number | null;
  /** Facts outside the main text (block kind `boilerplate`). */
  isBoilerplate?: true;
  /** Never mixed with other text. */
  isFromPicture?: true;
}

/** In words: may be closed from the first on, should be at the second, rarely exceeds the third. */
const WORDS_ENOUGH = 100;
const WORDS_AIM = 180;
const WORDS_MAX = 300;
/** When a paragraph above `WORDS_MAX` is split. */
const WORDS_CUT = 240;
/** Larger lists and tables are split between lines; others stay whole, even above `WORDS_MAX`. */
const UNSPLIT_MAX_WORDS = 600;
/** A shorter text, alone under a heading of level 1 or 2, joins the text under the next heading. */
const WORDS_TINY = 5;

interface PathHeading {
  text: string;
  level: number;
  page: number | null;
  /** Unused headings become text, so that no words are lost. */
  isUsed: boolean;
}

interface ChunkDraft {
  heading: string | null;
  page: number | null;
  pieces: string[];
  words: number;
  language: Language | null;
  isFromPicture: true | undefined;
}

/**
 * Merges paragraphs of one language up to about 180 words; lists and tables stay whole. A chunk never crosses a heading
 * of level 1 or 2 (unless the text before it is tiny) or a question. Every word of the body is in exactly one chunk, in
 * order; headings and questions are in `heading` or in the text. Unwanted lines (by key) are left out and passed on.
 */
export function chunkDocument(
  document: Pick<ExtractedDocument, 'blocks'>,
  unwanted: ReadonlySet<string> = new Set(),
  onLeftOut: (text: string) => void = () => undefined,
): Chunk[] {
  const chunks: Chunk[] = [];
  let path: PathHeading[] = [];
  let draft: ChunkDraft | null = null;
  let question: string | undefined;
  let isFromPicture: true | undefined;
  let kindAbove: Block['kind'] | undefined;

  const close = () => {
    if (draft !== null && draft.pieces.length > 0) {
      const { pieces, heading, page, isFromPicture } = draft;
      chunks.push({ text: pieces.join('\n'), heading, page, ...(isFromPicture && { isFromPicture }) });
    }
    draft = null;
  };
  const add = (text: string, page: number | null, isApart = false) => {
    // A blank line first: the heading stands above an earlier chunk, and not directly above this text.
    const isLater = draft === null && path.length > 0 && path.every(({ isUsed }) => isUsed);
    draft ??= { ...open(path, page, question), isFromPicture };
    draft.pieces.push(isApart && (isLater || draft.pieces.length > 0) ? `\n${text}` : text);
    draft.words += countWords(text);
    draft.language ??= languageOf(text);
  };
  const closeHeadings = (level: number) => {
    for (const heading of path.filter((one) => one.level >= level && !one.isUsed)) {
      add(heading.text, heading.page);
      heading.isUsed = true;
    }
    path = path.filter((one) => one.level < level);
  };

  for (const block of blocksToRead(document.blocks)) {
    const text = withoutUnwanted(block.text.trim(), unwanted, onLeftOut);
    if (!text) continue;
    if (block.question !== question) {
      close();
      question = block.question;
    }
    if (block.isFromPicture !== isFromPicture) {
      closeHeadings(0);
      close();
      ({ isFromPicture } = block);
    }
    const page = block.page ?? null;
    if (block.kind === 'boilerplate') {
      closeHeadings(0);
      close();
      chunks.push({ text, heading: null, page, isBoilerplate: true });
      continue;
    }
    if (block.kind === 'heading') {
      kindAbove = block.kind;
      const level = block.level ?? 2;
      const isAnswered = path.some((one) => one.level >= level && isQuestion(one.text));
      closeHeadings(level);
      const enough =
        isQuestion(text) || isAnswered || isSubtitle(draft, path, level) ? 1 : level <= 2 ? WORDS_TINY : WORDS_ENOUGH;
      if (wordsIn(draft) >= enough) close();
      path.push({ text, level, page, isUsed: false });
      if (wordsIn(draft) > 0) {
        add(text, page, true);
        path.at(-1)!.isUsed = true;
      }
      continue;
    }
    // So that each table keeps its own header.
    const isBelowTable = block.kind === 'table' && kindAbove === 'table';
    kindAbove = block.kind;
    for (const [at, piece] of piecesOf(block.kind, text).entries()) {
      // The part of a long paragraph, as people see it.
      if (piece !== text && withoutUnwanted(piece, unwanted, onLeftOut) === null) continue;
      if (mustClose(draft, piece, block.kind)) {
        const isApart = (at === 0 && block.isApart === true) || isOtherLanguage(draft, piece);
        const opened = takeSection(draft, isApart);
        close();
        opened.forEach((line, index) => add(line, page, index === 0));
      }
      add(piece, page, at === 0 && (block.isApart === true || (isBelowTable && wordsIn(draft) > 0)));
    }
  }
  closeHeadings(0);
  close();
  return chunks;
}

const blocksToRead = (blocks: readonly Block[]): Block[] =>
  markQuestions(spreadUnits(readLeaders(joinCaptions(splitEntries(namePrices(blocks))))));

const LABEL_MAX = 60;

/** A short line, which names what comes next. */
const isLabel = (piece: string): boolean => piece.length <= LABEL_MAX && /^\p{Lu}[^\d|]*[^.!?:;,\d|]$/u.test(piece);

/** Takes out what the next piece belongs to: a label at the end, or what stands below one in the same paragraph. */
function takeSection(draft: ChunkDraft | null, isNextApart: boolean): string[] {
  const pieces = draft?.pieces ?? [];
  const last = pieces.length - 1;
  const opens = isLabel(pieces[last]?.trim() ?? '') ? last : isNextApart ? -1 : pieces.findLastIndex(startsParagraph);
  const section = opens > 0 ? pieces.slice(opens) : [];
  if (!isLabel(section[0]?.trim() ?? '') || countWords(section.join(' ')) > WORDS_ENOUGH) return [];
  return pieces.splice(opens).map((piece) => piece.trim());
}

const startsParagraph = (piece: string): boolean => piece.startsWith('\n');

function isQuestion(heading: string): boolean {
  return heading.endsWith('?');
}

/** Below the title alone, so that the first section keeps its heading. */
function isSubtitle(draft: ChunkDraft | null, [title, ...others]: readonly PathHeading[], nextLevel: number): boolean {
  return nextLevel === 2 && title?.level === 1 && others.length === 0 && draft?.heading === title.text;
}

function wordsIn(draft: ChunkDraft | null): number {
  return draft === null ? 0 : draft.words;
}

function open(path: readonly PathHeading[], page: number | null, question?: string): Omit<ChunkDraft, 'isFromPicture'> {
  for (const heading of path) heading.isUsed = true;
  const headings = [...path.map(({ text }) => text), ...(question === undefined ? [] : [question])];
  return { heading: headings.length === 0 ? null : headings.join(' › '), page, pieces: [], words: 0, language: null };
}

function mustClose(draft: ChunkDraft | null, piece: string, kind: Block['kind']): boolean {
  if (draft === null || draft.words === 0) return false;
  if (isOtherLanguage(draft, piece)) return true;
  const total = draft.words + countWords(piece);
  const isIntroduced = kind !== 'paragraph' && draft.words < WORDS_ENOUGH && /:$/.test(draft.pieces.at(-1) ?? '');
  if (isIntroduced) return false;
  return total > (draft.words >= WORDS_ENOUGH ? WORDS_AIM : WORDS_MAX);
}

function isOtherLanguage(draft: ChunkDraft | null, piece: string): boolean {
  const language = languageOf(piece);
  return draft?.language != null && language !== null && language !== draft.language;
}

/** Long paragraphs by sentence, very large lists and tables by line. */
function piecesOf(kind: Block['kind'], text: string): string[] {
  const words = countWords(text);
  if (kind === 'paragraph') {
    if (words <= WORDS_MAX) return [text];
    const sentences = sentencesOf(text).map(({ start, end }) => text.slice(start, end));
    return cutEvenly(sentences, Math.ceil(words / WORDS_CUT));
  }
  return words <= UNSPLIT_MAX_WORDS ? [text] : joinUpTo(text.split('\n'), '\n', WORDS_AIM);
}

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

function joinUpTo(parts: readonly string[], joint: string, maxWords: number): string[] {
  const pieces: string[] = [];
  let words = 0;
  for (const part of parts) {
    const more = countWords(part);
    if (pieces.length === 0 || words + more > maxWords) {
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
