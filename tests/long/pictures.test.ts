import { describe, expect, it } from 'vitest';
import type { ExtractedDocument } from '../../src/reading/blocks.ts';
import { fixture } from '../fixtures/fixture.ts';
import { menuPicture, pdfWith } from '../fixtures/pictures.ts';
import { readFile } from '../support/read-file.ts';

const TIMEOUT_MS = 150_000;
const RULES = 'A casa recebe grupos mediante reserva antecipada com o gerente. '.repeat(8);
/** Every number of the menu, in its order. */
const NUMBERS = ['48,90', '39,50', '52,00', '14,00', '12,50', '11h30', '22h', '31', '3275-4180'];

const readPdf = async (...pages: (Buffer | string)[]) => readFile({ name: 'a.pdf', bytes: await pdfWith(...pages) });
const textOf = ({ blocks }: ExtractedDocument) => blocks.map(({ text }) => text).join('\n');

describe('text in pictures', { timeout: TIMEOUT_MS }, () => {
  it.each(['sharp', 'tilted', 'sideways', 'upsideDown'] as const)('is read from a scan (%s)', async (kind) => {
    const document = await readPdf(await menuPicture[kind]());
    expect(textOf(document)).toContain('Lasanha à bolonhesa | R$ 48,90\nNhoque ao sugo | R$ 39,50');
    expect(textOf(document).match(/\d+(?:,\d+|h\d*|-\d+)?/g)).toEqual(NUMBERS);
    expect(document.blocks.every(({ isFromPicture, page }) => isFromPicture && page === 1)).toBe(true);
    expect(document.unreadPages).toBeUndefined();
  });

  it('is read from a scanned page of running text', async () => {
    const document = await readFile(fixture('scan.pdf'));
    expect(textOf(document)).toContain(
      'A loja abre de segunda a sexta, das 8h30 às 18h30, e aos sábados das 9h às 14h.',
    );
    expect(document.blocks.every(({ isFromPicture }) => isFromPicture)).toBe(true);
  });

  it('is refused if it cannot be read surely', async () => {
    await expect(readPdf(await menuPicture.blurred())).rejects.toMatchObject({ reason: 'illegible_picture' });
    const { unreadPages, blocks } = await readPdf(RULES, await menuPicture.blurred());
    expect(unreadPages).toEqual([2]);
    expect(blocks.some(({ isFromPicture }) => isFromPicture)).toBe(false);
  });

  it('is read up to 20 pictures of a file, and the other pages are named', async () => {
    const picture = await menuPicture.sharp();
    const { blocks, unreadPages } = await readPdf(RULES, ...Array<Buffer>(60).fill(picture));
    const read = new Set(blocks.flatMap(({ page, isFromPicture }) => (isFromPicture ? [page] : [])));
    expect(read.size).toBeGreaterThan(0);
    expect(read.size).toBeLessThanOrEqual(20);
    expect(unreadPages).toEqual(Array.from({ length: 60 - read.size }, (_, at) => at + 2 + read.size));
  });
});
