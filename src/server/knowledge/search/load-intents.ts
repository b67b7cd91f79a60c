import { textFiles, textLines } from './text-lines.ts';

/** Something that visitors of many businesses ask for, and how it is put. The lines are as written: not folded. */
export interface AskedIntent {
  /** `pay-with-pix`; unique. */
  name: string;
  /** The file that holds it: `payment`. */
  theme: string;
  /** How visitors ask for it. */
  phrasings: readonly string[];
  /** How owners write about it: a question of a FAQ, or a sentence that answers. */
  ownerLines: readonly string[];
}

const FOLDER = new URL('intents/', import.meta.url);

/** The intents of one file: `# name`, then a phrasing a line, an owner's line marked `=`; `##` begins a comment. */
export function readIntents(lines: readonly string[], theme: string): AskedIntent[] {
  const intents: { name: string; theme: string; phrasings: string[]; ownerLines: string[] }[] = [];
  for (const line of lines) {
    if (line.startsWith('##')) continue;
    if (line.startsWith('# ')) {
      intents.push({ name: line.slice(2), theme, phrasings: [], ownerLines: [] });
      continue;
    }
    const intent = intents.at(-1);
    if (!intent) throw new Error(`${theme}: a line before the first intent: ${line}`);
    if (line.startsWith('=')) intent.ownerLines.push(line.slice(1).trim());
    else intent.phrasings.push(line);
  }
  return intents;
}

/** The bank of questions, read once. */
export const INTENTS: readonly AskedIntent[] = textFiles(FOLDER).flatMap((theme) =>
  readIntents(textLines(new URL(`${theme}.txt`, FOLDER)), theme),
);
