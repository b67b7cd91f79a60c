import { describe, expect, it } from 'vitest';
import type { Block } from '../../src/reading/blocks.ts';
import { formatOf } from '../../src/reading/extract/extract-file.ts';
import { docxOf, loopingDoc, zipOf } from '../fixtures/crafted-files.ts';
import { fixture } from '../fixtures/fixture.ts';
import type { Piece } from '../fixtures/fodt.ts';
import { baskets, manual } from '../fixtures/manual.ts';
import { readFile } from '../support/read-file.ts';

/** Returns the blocks that a source document should become. */
const blocksOf = (pieces: Piece[], boldLevel = 3): Block[] =>
  pieces.map((piece): Block => {
    if ('h' in piece) return { kind: 'heading', text: piece.text, level: piece.h };
    if ('bold' in piece) return { kind: 'heading', text: piece.bold, level: boldLevel };
    if ('items' in piece) {
      const mark = (index: number) => (piece.numbered ? `${index + 1}.` : '-');
      return { kind: 'list', text: piece.items.map((item, index) => `${mark(index)} ${item}`).join('\n') };
    }
    if ('rows' in piece) return { kind: 'table', text: piece.rows.map((row) => row.join(' | ')).join('\n') };
    if ('p' in piece) return { kind: 'paragraph', text: piece.p };
    throw new Error('no block for this piece');
  });
const expected = blocksOf(manual);
/**
 * Returns the blocks of a .doc. The parser reads only its plain text: headings lose their levels and list items their
 * marks.
 */
const plainBlocksOf = (pieces: Piece[]): Block[] => {
  const items = (text: string) => text.split('\n').map((line) => line.replace(/^(?:-|\d+\.) /, ''));
  return blocksOf(pieces).flatMap((block, index): Block[] => {
    if (block.kind === 'heading') return [{ ...block, level: index === 0 ? 1 : 2 }];
    return block.kind === 'list' ? items(block.text).map((text) => ({ kind: 'paragraph', text })) : [block];
  });
};

describe('one manual in four formats', () => {
  it.each([
    ['manual.docx', expected],
    ['manual.doc', plainBlocksOf(manual)],
  ])('extracts the exact headings, list, table and accents from %s', async (name, expectedBlocks) => {
    const { title, blocks } = await readFile(fixture(name));
    expect(blocks).toEqual(expectedBlocks);
    expect(title).toBe('Manual de atendimento do Empório Serra Azul');
  });

  it('extracts the same blocks from a pdf, with the page of each', async () => {
    const { title, language, blocks } = await readFile(fixture('manual.pdf'));
    expect(blocks.map(({ page: _, ...block }) => block)).toEqual(expected);
    expect(blocks.map((block) => block.page)).toEqual(
      expected.map((_, index) => (index < expected.length - 2 ? 1 : 2)),
    );
    expect({ title, language }).toEqual({ title: 'Manual de atendimento', language: 'pt-BR' });
  });

  it('extracts the same blocks from a txt in UTF-8, Windows-1252 and UTF-16', async () => {
    const extracted = await Promise.all(
      ['manual-utf8.txt', 'manual-windows-1252.txt', 'manual-utf16le.txt'].map((name) => readFile(fixture(name))),
    );
    const capitals = expected[0]!.text.toUpperCase();
    expect(extracted[0]!.blocks.map(({ isApart: _, ...block }) => block)).toEqual([
      { kind: 'heading', text: capitals, level: 1 },
      ...expected.slice(1),
    ]);
    expect(extracted[0]!.title).toBe(capitals);
    expect(extracted[1]).toEqual(extracted[0]);
    expect(extracted[2]).toEqual(extracted[0]);
  });
});

describe('a document without styles, with bold headings and a table of long cells', () => {
  it.each([
    ['baskets.doc', plainBlocksOf(baskets)],
    ['baskets.docx', blocksOf(baskets, 3)],
    ['baskets.pdf', blocksOf(baskets, 1)],
  ])('extracts %s', async (name, expectedBlocks) => {
    const { title, blocks } = await readFile(fixture(name));
    expect(blocks.map(({ page: _, ...block }) => block)).toEqual(expectedBlocks);
    expect(title).toBe('Cestas por assinatura');
  });
});

describe('a file that cannot be read is rejected with its reason', () => {
  const doc = fixture('manual.doc').bytes;
  const locked = Buffer.from(doc);
  locked[Buffer.from(doc).indexOf(Buffer.from('eca5', 'hex')) + 0x0b]! |= 0x01;
  const encryptedPackage = Buffer.concat([doc.subarray(0, 512), Buffer.from('EncryptedPackage', 'utf16le')]);
  const docx = fixture('manual.docx').bytes;
  const entity = '<!DOCTYPE a [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;">]>';

  it.each([
    ['an empty file', fixture('empty.pdf'), 'empty'],
    ['a text of spaces', { name: 'a.txt', bytes: Buffer.from(' \r\n\t ') }, 'empty'],
    ['a docx without text', { name: 'a.docx', bytes: docxOf('<w:p/>') }, 'no_text'],
    ['a pdf with a password', fixture('encrypted.pdf'), 'encrypted'],
    ['a doc with a password', { name: 'a.doc', bytes: locked }, 'encrypted'],
    ['a docx with a password', { name: 'a.docx', bytes: encryptedPackage }, 'encrypted'],
    ['a truncated pdf', fixture('truncated.pdf'), 'damaged'],
    ['a truncated docx', { name: 'a.docx', bytes: docx.subarray(0, docx.length / 2) }, 'damaged'],
    ['a truncated doc', { name: 'a.doc', bytes: doc.subarray(0, doc.length / 2) }, 'damaged'],
    ['a doc with a loop of sectors', { name: 'a.doc', bytes: loopingDoc() }, 'damaged'],
    ['a docx that declares entities', { name: 'a.docx', bytes: docxOf('<w:p/>', { prolog: entity }) }, 'damaged'],
    ['a zip named .docx', fixture('zip-named.docx'), 'wrong_format'],
    ['a pdf named .docx', fixture('manual.pdf', 'manual.docx'), 'wrong_format'],
    ['a doc named .txt', fixture('manual.doc', 'manual.txt'), 'wrong_format'],
    [
      'a photograph named .txt',
      { name: 'a.txt', bytes: fixture('scan.pdf').bytes.subarray(700, 60_000) },
      'wrong_format',
    ],
    ['an unsupported extension', fixture('manual-utf8.txt', 'manual.rtf'), 'wrong_format'],
  ])('rejects %s', async (_, file, reason) => {
    await expect(readFile(file)).rejects.toMatchObject({ name: 'ExtractError', reason });
  });

  it('stops unpacking a docx that declares a false size', async () => {
    const bytes = zipOf(
      { '[Content_Types].xml': '<Types/>', 'word/document.xml': 'a'.repeat(2_000_000) },
      { 'word/document.xml': 1_000 },
    );
    await expect(readFile({ name: 'a.docx', bytes })).rejects.toMatchObject({ reason: 'damaged' });
  });

  it('reads a pdf that only forbids changes', async () => {
    const { blocks } = await readFile(fixture('restricted.pdf'));
    expect(blocks).toHaveLength(expected.length);
  });
});

describe('formatOf', () => {
  it.each([
    ['manual.pdf', 'manual.PDF', 'pdf'],
    ['manual.doc', 'manual.doc', 'doc'],
    ['manual.docx', 'Manual de 2026.v2.docx', 'docx'],
    ['manual-utf16le.txt', 'manual.txt', 'txt'],
    ['zip-named.docx', 'zip-named.docx', null],
    ['manual.docx', 'manual.doc', 'doc'],
    ['zip-named.docx', 'manual.doc', null],
    ['manual.pdf', 'manual', null],
    ['empty.pdf', 'vazio.docx', 'docx'],
  ])('detects the format of %s named %s as %s', async (path, name, format) => {
    expect(await formatOf(name, fixture(path).bytes)).toBe(format);
  });
});
