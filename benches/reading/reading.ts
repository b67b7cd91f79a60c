import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Block } from '../../src/reading/blocks.ts';
import { capturePage } from '../../src/reading/capture/capture-page.ts';
import { damageOf } from '../../src/reading/damage.ts';
import { ExtractError } from '../../src/reading/extract/extract-error.ts';
import { extractFile } from '../../src/reading/extract/extract-file.ts';
import { compareTexts, isRight, type TextMeasures } from './measures.ts';

/*
 * Measures how well files are read: FOLDER holds files with their right texts, `menu.pdf` and `menu.pdf.txt`. Prints
 * the token recall, the order and the garbage of each format, and the files that are not right.
 */

/** How many of the files that are not right are printed, worst first. */
const WORST_SHOWN = 30;

interface ReadFile extends Partial<TextMeasures> {
  name: string;
  format: string;
  /** Why it was refused. */
  refused?: string;
  damage?: string | null;
}

async function blocksOf(name: string, bytes: Buffer): Promise<Block[]> {
  if (!/\.html?$/i.test(name)) return (await extractFile({ name, bytes })).blocks;
  const headers = { 'content-type': 'text/html' };
  return capturePage({ url: `https://site.example/${name}`, status: 200, headers, redirects: 0, body: bytes }).document
    .blocks;
}

async function readOne(folder: string, name: string): Promise<ReadFile> {
  const format = name.slice(name.lastIndexOf('.') + 1).toLowerCase();
  const right = readFileSync(join(folder, `${name}.txt`), 'utf8');
  try {
    const blocks = await blocksOf(name, readFileSync(join(folder, name)));
    const text = blocks.map((block) => `${block.question ?? ''}\n${block.text}`).join('\n');
    return { name, format, ...compareTexts(right, text), damage: damageOf(text) };
  } catch (error) {
    if (!(error instanceof ExtractError)) throw error;
    return { name, format, refused: error.reason };
  }
}

const percent = (share: number) => `${(share * 100).toFixed(1)} %`;
const meanOf = (files: readonly ReadFile[], key: keyof TextMeasures) =>
  percent(files.reduce((sum, file) => sum + (file[key] ?? 0), 0) / Math.max(1, files.length));

function print(files: readonly ReadFile[]): void {
  for (const [format, all] of Map.groupBy(files, (file) => file.format)) {
    const read = all.filter(({ refused }) => refused === undefined);
    const right = read.filter(isRight).length;
    const marked = read.filter(({ damage }) => damage).length;
    console.log(
      `${format}: ${all.length} files, ${right} right, ${all.length - read.length} refused, ${marked} marked as damaged; ` +
        `token recall ${meanOf(read, 'recall')}, order ${meanOf(read, 'order')}, garbage ${meanOf(read, 'garbage')}`,
    );
  }
  const wrong = files.filter((file) => !isRight(file)).sort((a, b) => (a.recall ?? 0) - (b.recall ?? 0));
  for (const { name, refused, recall = 0, order = 0, garbage = 0, damage } of wrong.slice(0, WORST_SHOWN))
    console.log(
      `  ${name}: ${refused ?? `recall ${percent(recall)}, order ${percent(order)}, garbage ${percent(garbage)}`}${damage ? ` (${damage})` : ''}`,
    );
}

const { positionals } = parseArgs({ allowPositionals: true });
const [folder] = positionals;
if (folder === undefined || !existsSync(folder)) {
  console.error('a folder is needed, with files and their right texts: menu.pdf, menu.pdf.txt');
  process.exitCode = 2;
} else {
  const names = readdirSync(folder).filter((name) => existsSync(join(folder, `${name}.txt`)));
  const files: ReadFile[] = [];
  for (const name of names.sort()) files.push(await readOne(folder, name));
  print(files);
}
