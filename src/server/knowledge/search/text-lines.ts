import { readdirSync, readFileSync } from 'node:fs';

/** The lines of a text file beside the code, trimmed, without the empty ones. */
export function textLines(file: URL): string[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

/** The names of a folder's text files without `.txt`, in alphabetical order: the same on every disk. */
export function textFiles(folder: URL): string[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith('.txt'))
    .map((file) => file.slice(0, -'.txt'.length))
    .sort();
}

/** The same without the lines that begin with `#`. */
export function tableLines(file: URL): string[] {
  return textLines(file).filter((line) => !line.startsWith('#'));
}
