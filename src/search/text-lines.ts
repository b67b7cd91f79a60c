import { readdirSync, readFileSync } from 'node:fs';

export function textLines(file: URL): string[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

/** Without `.txt`, sorted, because the order of `readdir` depends on the file system. */
export function textFiles(folder: URL): string[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith('.txt'))
    .map((file) => file.slice(0, -'.txt'.length))
    .sort();
}

export function tableLines(file: URL): string[] {
  return textLines(file).filter((line) => !line.startsWith('#'));
}
