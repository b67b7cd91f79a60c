import { hash } from 'node:crypto';
import type { LeftOutReason } from '../shared/constants.ts';
import type { Block, ExtractedDocument, LeftOutText } from './blocks.ts';
import { hasWords } from './capture/words.ts';

export interface LeftOutBlocks {
  reason: LeftOutReason;
  blocks: Block[];
  /** It stood before this block; absent outside the main text. */
  at?: number;
}

/** Texts, characters of each; characters before people's choices. */
const LISTED_MAX = 200;
const TEXT_MAX = 500;
const PARAGRAPH_MAX = 20_000;
/** Fewer words say nothing on their own: `Comprar`, `Início`. */
const WORDS_MIN: Partial<Record<LeftOutReason, number>> = { form: 8, menu: 3, repeated: 2 };
/** Less than are listed, so that a listed text has the key of the whole one. */
const KEY_CHARS = 300;
const MARKER = /^(?:[-•*]|\d+\.) /;

/** On all pages of a site: case, spaces and the marker of a list item make no difference. */
export const keyOf = (text: string): string =>
  hash('sha256', text.trim().replace(MARKER, '').replace(/\s+/g, ' ').toLowerCase().slice(0, KEY_CHARS));

const textOf = (blocks: readonly Block[]) => blocks.map(({ text }) => text).join('\n');

/** Chosen texts go where they stood. Texts that the document has anyway are not listed. */
export function takeChosen(
  blocks: readonly Block[],
  leftOut: readonly LeftOutBlocks[],
  chosen: ReadonlySet<string>,
  textMax = TEXT_MAX,
): { blocks: Block[]; leftOut: LeftOutText[] } {
  const known = textOf(blocks);
  const isKnown = (text: string) => text.split('\n').every((line) => known.includes(line));
  const listed = new Map<string, LeftOutText>();
  const taken: LeftOutBlocks[] = [];
  for (const { reason, blocks: own, at } of leftOut) {
    const fresh = own.filter(({ text }) => !isKnown(text));
    const text = textOf(own);
    if (fresh.length === 0 || wordsIn(text) < (WORDS_MIN[reason] ?? 1)) continue;
    const key = keyOf(text);
    if (listed.has(key)) continue;
    const isTaken = chosen.has(key);
    if (isTaken) taken.push({ reason, blocks: fresh, at });
    // A choice must stay in sight, however long the list.
    if (isTaken || listed.size < LISTED_MAX)
      listed.set(key, { reason, text: text.slice(0, textMax).toWellFormed(), ...(isTaken && { isTaken }) });
  }
  return { blocks: insert(blocks, taken), leftOut: [...listed.values()] };
}

const wordsIn = (text: string) => text.split(/\s+/).filter(hasWords).length;

function insert(blocks: readonly Block[], taken: readonly LeftOutBlocks[]): Block[] {
  const all = [...blocks];
  const inside = taken.filter(({ at }) => at !== undefined).sort((one, other) => other.at! - one.at!);
  for (const { blocks: own, at } of inside) all.splice(at!, 0, ...own);
  const outside = taken.filter(({ at }) => at === undefined).flatMap((one) => one.blocks);
  if (outside.length === 0) return all;
  // What stood elsewhere on the page belongs to its title, not to its last heading.
  const title = all.find(({ kind, level }) => kind === 'heading' && level === 1);
  return [...all, ...(title ? [title] : []), ...outside];
}

/** Without what the text has too; for `takeListed`. */
export function linesLeftOut(
  blocks: readonly Block[],
  { hidden = [], repeated = [] }: { hidden?: readonly string[]; repeated?: readonly string[] },
): LeftOutText[] {
  const lines = [...hidden.map(leftOutLine('hidden')), ...repeated.map(leftOutLine('repeated'))];
  return takeChosen(blocks, lines, new Set(), PARAGRAPH_MAX).leftOut;
}

const leftOutLine =
  (reason: LeftOutReason) =>
  (text: string): LeftOutBlocks => ({ reason, blocks: [{ kind: 'paragraph', text }] });

export function takeListed(document: ExtractedDocument, chosen: ReadonlySet<string>): ExtractedDocument {
  const listed = (document.leftOut ?? []).map(({ reason, text }) => leftOutLine(reason)(text));
  return { ...document, ...takeChosen(document.blocks, listed, chosen) };
}

/** By their keys; null when nothing is left. */
export function withoutUnwanted(
  text: string,
  unwanted: ReadonlySet<string>,
  onLeftOut: (text: string) => void,
): string | null {
  if (unwanted.size === 0) return text;
  const isUnwanted = (part: string) => {
    const isFound = unwanted.has(keyOf(part));
    if (isFound) onLeftOut(part.slice(0, TEXT_MAX).toWellFormed());
    return isFound;
  };
  if (isUnwanted(text)) return null;
  const lines = text.split('\n');
  if (lines.length === 1) return text;
  return lines.filter((line) => !isUnwanted(line)).join('\n') || null;
}
