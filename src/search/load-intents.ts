import { textFiles, textLines } from './text-lines.ts';

/** The lines are not folded. */
interface IntentEntry {
  /** Unique, for example `pay-with-pix`. */
  name: string;
  phrasings: readonly string[];
  ownerLines: readonly string[];
}

const FOLDER = new URL('intents/', import.meta.url);

/** `# name`, then a wording per line, `=` before an owner's; `##` is a comment. Throws for a line before that. */
export function readIntents(lines: readonly string[], theme: string): IntentEntry[] {
  const intents: { name: string; phrasings: string[]; ownerLines: string[] }[] = [];
  for (const line of lines) {
    if (line.startsWith('##')) continue;
    if (line.startsWith('# ')) {
      intents.push({ name: line.slice(2), phrasings: [], ownerLines: [] });
      continue;
    }
    const intent = intents.at(-1);
    if (!intent) throw new Error(`${theme}: a line before the first intent: ${line}`);
    if (line.startsWith('=')) intent.ownerLines.push(line.slice(1).trim());
    else intent.phrasings.push(line);
  }
  return intents;
}

export const INTENTS: readonly IntentEntry[] = textFiles(FOLDER).flatMap((theme) =>
  readIntents(textLines(new URL(`${theme}.txt`, FOLDER)), theme),
);
