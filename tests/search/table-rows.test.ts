import { expect, test } from 'vitest';
import { renderRow, rowAt } from '../../src/search/table-rows.ts';

test.each([
  [
    'Código | Produto | Peso | Preço',
    'QJ-101 | Queijo meia cura | 1 kg | R$ 89,90',
    'Queijo meia cura: código QJ-101, peso 1 kg e preço R$ 89,90',
  ],
  ['Dia | Horário', 'Sábado | 8h–17h', 'Sábado: 8h–17h'],
  ['Modelo | Garantia', 'XR-200 | 12 meses', 'Modelo XR-200: garantia 12 meses'],
  ['CEP | Prazo | Frete', '01000-000 | 2 dias | R$ 12,00', 'CEP 01000-000: prazo 2 dias e frete R$ 12,00'],
  [
    'Quarto | Diária | Café',
    'Suíte 12 | R$ 320,00 | incluso, até as 10h',
    'Suíte 12: diária R$ 320,00; café incluso, até as 10h',
  ],
  [
    'Módulo | Conteúdo | Duração',
    '3. Chocolateria | Trufas e bombons | 50 horas',
    '3. Chocolateria: conteúdo Trufas e bombons; duração 50 horas',
  ],
  ['Horário | Aula | Professora', '10h | Yoga | Ana', 'Yoga: horário 10h e professora Ana'],
])('a row under %s is told as a sentence', (header, row, sentence) => {
  const text = `${header}\n${row}`;
  expect(renderRow(rowAt(text, text.length)!)).toBe(sentence);
});

test.each([
  ['Sauna | R$ 25,00', 'Sauna: R$ 25,00'],
  ['ter a sex 10h–20h | sáb 8h–17h', 'ter a sex 10h–20h e sáb 8h–17h'],
  ['Escova | R$ 50 | R$ 60 | R$ 75', 'Escova: R$ 50, R$ 60 e R$ 75'],
  ['Parmegiana | Serve 3 pessoas | R$ 128', 'Parmegiana: Serve 3 pessoas; R$ 128'],
])('a row without a header, too: %s', (row, sentence) => {
  expect(renderRow(rowAt(row, 0)!)).toBe(sentence);
});

test('the header also names the columns below a title between the rows, but not those of another table', () => {
  const text =
    'Serviço | Curto | Longo\nCABELO\nEscova | R$ 50 | R$ 75\nCOLORAÇÃO\nRaiz | R$ 110 | R$ 120\nUNHAS\nServiço | Mão | Pé\nEsmalte | R$ 35 | R$ 40';
  const toldOf = (name: string) => renderRow(rowAt(text, text.indexOf(name))!);
  expect(toldOf('Escova')).toBe('Escova: curto R$ 50 e longo R$ 75');
  expect(toldOf('Raiz')).toBe('Raiz: curto R$ 110 e longo R$ 120');
  expect(toldOf('Esmalte')).toBe('Esmalte: mão R$ 35 e pé R$ 40');
});
