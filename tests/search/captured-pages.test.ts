import { expect, test } from 'vitest';
import { capturePage } from '../../src/reading/capture/capture-page.ts';
import { chunkDocument } from '../../src/reading/chunk.ts';
import { findAnswer } from '../../src/search/find-answer.ts';
import { shownLines } from '../../src/search/shown-lines.ts';
import { answer } from './base-of.ts';
import { passage, segmentOf } from './bike-shop.ts';

/** Pages of a site, by their titles, as the product reads them. */
function siteOf(pages: Readonly<Record<string, string>>) {
  const passages = Object.entries(pages).flatMap(([title, html], at) => {
    const url = `https://site.example/${at}`;
    const body = Buffer.from(`<html lang="pt-BR"><title>${title}</title><body>${html}</body></html>`);
    const { document } = capturePage({ url, status: 200, headers: {}, redirects: 0, body });
    return chunkDocument(document).map(({ text, heading, isBoilerplate }, ordinal) =>
      passage(url, text, { title, url, heading, ordinal, ...(isBoilerplate && { isBoilerplate }) }),
    );
  });
  return segmentOf(passages);
}

const box = (name: string, place: number, month: number) =>
  `<div class="box"><h3>${name}</h3><p>Instalação: <b>R$ ${place}</b></p><p>Manutenção: <b>R$ ${month}/mês</b></p></div>`;
const DENTIST = siteOf({
  Valores: `<main><h1>Valores</h1><h2>Aparelhos</h2>${box('Fixo metálico', 350, 130)}${box('Autoligado', 900, 190)}</main>`,
});

test('what stands below the label of a card is of what its section names, too', () => {
  expect(answer(DENTIST, 'quanto pago por mês no aparelho autoligado?')).toContain(
    'Autoligado\nManutenção: R$ 190/mês',
  );
  expect(answer(DENTIST, 'quanto pago por mês no aparelho autoligado?')).not.toContain('130');
});

test('shows lines of two cards below the label of each', () => {
  const { hits } = findAnswer([DENTIST], 'quanto fica a manutenção por mês?');
  expect(shownLines(hits[0]!)!.text).toBe('Fixo metálico: Manutenção: R$ 130/mês\nAutoligado: Manutenção: R$ 190/mês');
});

const course = (name: string, ...lines: string[]) =>
  `<div class="card"><h4>${name}</h4>${lines.map((line) => `<p>${line}</p>`).join('')}</div>`;
const SCHOOL = siteOf({
  Cursos: `<main><h1>Cursos</h1>${course('Inglês Regular', '2 aulas de 1h15 por semana', '6 níveis, cada um dura 1 semestre')}${course('Inglês Kids', 'De 6 a 12 anos', '2 aulas de 1 hora por semana')}${course('Inglês para Viagem', 'Intensivo de 8 semanas', '3 aulas de 1h por semana')}</main>`,
});

test('a word in -agem is a noun that the line or its label must have', () => {
  const told = answer(SCHOOL, 'quanto tempo dura o curso de viagem?');
  expect(told).toMatch(/^Inglês para Viagem\n.*Intensivo de 8 semanas/s);
  expect(told).not.toContain('1 hora');
});

const GUESTHOUSE = siteOf({
  Passeios:
    '<main><h1>Passeios</h1><h4>Passeio de lancha</h4><p>Saídas às 9h e às 14h. Criança até 6 anos não paga.</p></main>',
  Tarifas:
    '<main><h1>Tarifas</h1><p>Diárias para o casal, com café da manhã.</p><h3>Pessoa extra</h3><ul><li>Crianças até 5 anos: cortesia</li><li>De 6 a 11 anos: R$ 70 por diária</li><li>A partir de 12 anos: R$ 120 por diária</li></ul></main>',
});

test('what only others pay or do not pay is not asserted of an age', () => {
  const result = findAnswer([GUESTHOUSE], 'meu filho de 8 anos paga?');
  expect(result.outcome).toBe('shown');
  expect(shownLines(result.hits[0]!)!.text).toBe('Pessoa extra\nDe 6 a 11 anos: R$ 70 por diária');
});
