import { readdirSync, readFileSync } from 'node:fs';

/** Returns the trimmed lines of a text file, without empty ones. */
export function textLines(file: URL): string[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

/**
 * Returns the names of a folder's text files without `.txt`, sorted, because the order of `readdir` depends on the file
 * system.
 */
export function textFiles(folder: URL): string[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith('.txt'))
    .map((file) => file.slice(0, -'.txt'.length))
    .sort();
}

/** Returns the trimmed lines of a text file, without empty ones and comments (`#`). */
export function tableLines(file: URL): string[] {
  return textLines(file).filter((line) => !line.startsWith('#'));
}
