import { describe, expect, it } from 'vitest';
import type { ExtractedDocument } from '../../src/reading/blocks.ts';
import { docxWith, menuPicture, pdfWith } from '../fixtures/pictures.ts';
import { readFile } from '../support/read-file.ts';

const TIMEOUT_MS = 150_000;
const RULES = 'A casa recebe grupos mediante reserva antecipada com o gerente. '.repeat(8);

const readPdf = async (...pages: (Buffer | string)[]) => readFile({ name: 'a.pdf', bytes: await pdfWith(...pages) });
const textOf = ({ blocks }: ExtractedDocument) => blocks.map(({ text }) => text).join('\n');

describe('text in pictures', { timeout: TIMEOUT_MS }, () => {
  it('follows the text of the pages before it, and only it is marked', async () => {
    const { blocks } = await readPdf(RULES, await menuPicture.sharp(), RULES);
    expect(
      blocks
        .map(({ page, isFromPicture = false }) => `${page} ${isFromPicture}`)
        .filter((one, at, all) => one !== all[at - 1]),
    ).toEqual(['1 false', '2 true', '3 false']);
  });

  it('is read from a picture in a Word document, where it stands', async () => {
    const { blocks } = await readFile({ name: 'a.docx', bytes: docxWith(await menuPicture.sharp()) });
    expect(blocks[0]).toMatchObject({ text: 'O cardápio da casa vale para o almoço e o jantar.' });
    expect(blocks.at(-1)).toMatchObject({ text: 'Os pratos levam ingredientes da horta.' });
    expect(blocks.slice(1, -1).every(({ isFromPicture }) => isFromPicture)).toBe(true);
    expect(textOf({ title: null, blocks })).toContain('Pudim de leite | R$ 14,00');
  });
});
