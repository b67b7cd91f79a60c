import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { analysePassage, ANALYSIS_VERSION, isCurrentAnalysis, readAnalysis } from '../../src/search/analyse.ts';
import { correctSpelling } from '../../src/search/correct-spelling.ts';
import { intentOf } from '../../src/search/intent.ts';
import { contradicts } from '../../src/search/opposites.ts';
import { readQuestion } from '../../src/search/question.ts';
import { RECORDS_VERSION, storableRecords } from '../../src/search/records/read-records.ts';
import { rootOf } from '../../src/search/roots.ts';
import { sentencesOf } from '../../src/search/sentences.ts';
import { editDistance } from '../../src/search/spelling.ts';
import { similarity } from '../../src/search/word-similarity.ts';
import { fold, wordsOf } from '../../src/search/words.ts';
import { passage, segmentOf, SHOP } from './bike-shop.ts';

const shop = segmentOf(SHOP);
const searched = (question: string) =>
  readQuestion([shop], correctSpelling([shop], question)).words.map(({ word }) => word);

test('folds case, accents, cedillas and decomposed letters', () => {
  expect(wordsOf('AÇÃO, ação; acao, Ac\u0327a\u0303o!').map(({ word }) => word)).toEqual([
    'acao',
    'acao',
    'acao',
    'acao',
  ]);
  expect(fold('Nº ½ ﬁnal')).toBe('no 1⁄2 final');
});

test('keeps the position of each word in its text', () => {
  const text = 'Olá, “Petrópolis”!';
  expect(wordsOf(text).map(({ start, end }) => text.slice(start, end))).toEqual(['Olá', 'Petrópolis']);
});

test.each([
  ['entregas', 'entrega'],
  ['informacoes', 'informacao'],
  ['trabalhadores', 'trabalhador'],
  ['animais', 'animal'],
  ['papeis', 'papel'],
  ['rapidamente', 'rapido'],
  ['eletricas', 'eletrico'],
  ['viagens', 'viagem'],
])('"%s" and "%s" share a stem', (one, other) => {
  expect(rootOf(one)).toBe(rootOf(other));
});

test('does not give different words the same stem', () => {
  expect(rootOf('mesa')).not.toBe(rootOf('mes'));
  expect(rootOf('2024')).toBe('2024');
});

test('expands chat abbreviations and ignores courtesies', () => {
  expect(searched('oi vc sabe qto custa a revisao? obg')).toEqual(searched('você sabe quanto custa a revisão?'));
  expect(searched('blz, pq tb n entregam?')).toEqual(searched('por que também não entregam?'));
});

test('corrects an unknown word to the nearest known one', () => {
  expect(searched('lubrifiqe a correntte')).toEqual(['lubrifique', 'corrente']);
  expect(searched('bicicelta eletirca')).toEqual(['bicicleta', 'eletrica']);
  expect(searched('xpqrtuvw')).toEqual(['xpqrtuvw']);
});

test('counts missing, extra, wrong and swapped letters as typos', () => {
  expect(editDistance('corrente', 'corrente', 2)).toBe(0);
  expect(editDistance('corretne', 'corrente', 2)).toBe(1);
  expect(editDistance('corente', 'corrente', 2)).toBe(1);
  expect(editDistance('xorrentes', 'corrente', 2)).toBe(2);
  expect(editDistance('freio', 'corrente', 2)).toBeGreaterThan(2);
});

test.each([
  ['Quanto custa o frete?', 'money'],
  ['qual o preço da revisão', 'money'],
  ['Quando a loja abre?', 'time'],
  ['Qual é o prazo de entrega?', 'time'],
  ['Quantas pessoas trabalham aí?', 'count'],
  ['Em que cidade vocês ficam?', 'place'],
  ['cadê a loja', 'place'],
  ['Quem fundou a loja?', 'person'],
  ['Por que a corrente enferruja?', 'reason'],
  ['O que é câmbio?', 'definition'],
  ['Para que serve o óleo?', 'purpose'],
  ['Como faço para trocar?', 'method'],
  ['Posso pagar com Pix?', 'confirmation'],
  ['Qual pneu devo usar?', 'which'],
] as const)('"%s" asks for: %s', (question, intent) => {
  expect(readQuestion([shop], question).intent).toBe(intent);
});

test('detects the intent regardless of case and accents', () => {
  expect(intentOf('QUAL E O PRECO')).toBe(intentOf('qual é o preço'));
});

test('ranks similarity by stem, then root, then meaning', () => {
  const like = (a: string, b: string) => similarity(a, rootOf(a), b, rootOf(b));
  expect(like('troca', 'trocas')).toBe(1);
  expect(like('alugar', 'aluguel')).toBeGreaterThan(0.6);
  expect(like('preco', 'valor')).toBeCloseTo(0.6);
  expect(like('pneu', 'capacete')).toBe(0);
});

test('ends sentences at full stops, not at abbreviations or decimal points', () => {
  const text = 'O art. 5 vale R$ 1.200,50. Fale com o Dr. Brandini! Lista:\n- um\n- dois';
  expect(sentencesOf(text).map(({ start, end }) => text.slice(start, end))).toEqual([
    'O art. 5 vale R$ 1.200,50.',
    'Fale com o Dr. Brandini!',
    'Lista:',
    '- um',
    '- dois',
  ]);
});

test('reads back an analysis as it was written', () => {
  const one = passage('a', 'A loja abre cedo. Marta abre a loja às 9h.', { title: 'Horário', heading: 'Loja' });
  const { words, question, title, sentences } = readAnalysis(analysePassage(one));
  expect(question).toEqual([]);
  expect(title.map((token) => words[token >>> 1])).toEqual(['horario', 'loja']);
  expect(sentences.map(({ start, end }) => one.text.slice(start, end))).toEqual([
    'A loja abre cedo.',
    'Marta abre a loja às 9h.',
  ]);
  expect(sentences[1]!.tokens.map((token) => words[token >>> 1])).toEqual(['marta', 'abre', 'a', 'loja', 'as', '9h']);
});

test('rejects an analysis of another version or a truncated one', () => {
  const bytes = analysePassage(SHOP[0]!);
  expect(isCurrentAnalysis(bytes)).toBe(true);
  const older = bytes.slice();
  older[0] = 1;
  expect(isCurrentAnalysis(older)).toBe(false);
  expect(() => readAnalysis(older)).toThrow(RangeError);
  for (const length of [0, 1, 5, bytes.length - 1]) {
    expect(() => readAnalysis(bytes.slice(0, length))).toThrow(RangeError);
  }
});

test('reads abbreviated days with the text after them', () => {
  const text = 'Horário\nSeg. a sex. das 8h às 18h\nSáb. das 8h às 12h. Dom. fechado';
  expect(sentencesOf(text).map(({ start, end }) => text.slice(start, end))).toEqual([
    'Horário',
    'Seg. a sex. das 8h às 18h',
    'Sáb. das 8h às 12h.',
    'Dom. fechado',
  ]);
});

test('splits sentences in all-lowercase text and not after a mid-sentence stop', () => {
  const read = (text: string) => sentencesOf(text).map(({ start, end }) => text.slice(start, end));
  expect(read('a loja abre às 9h. a oficina fecha às 18h. aos domingos, av. das flores, não abrimos.')).toEqual([
    'a loja abre às 9h.',
    'a oficina fecha às 18h.',
    'aos domingos, av. das flores, não abrimos.',
  ]);
  expect(read('O modelo 2.0 da Serrana. é o mais leve. Pesa 12 kg. Custa pouco.')).toEqual([
    'O modelo 2.0 da Serrana. é o mais leve.',
    'Pesa 12 kg.',
    'Custa pouco.',
  ]);
});

test.each([
  'CAT B (carro) ....... R$ 1.990 / 10x 220',
  'Corte feminino...........Sob consulta',
  '1. Corte .... A partir de R$ 50',
  'Suíte ____ R$ 200',
  'Escova .. R$ 50; Hidratação .. R$ 70',
])('keeps a line of a price list whole: %s', (line) => {
  const text = `${line}\n${line}`;
  expect(sentencesOf(text).map(({ start, end }) => text.slice(start, end))).toEqual([line, line]);
});

test.each([
  [true, 'qual o menor preco', 'o maior preco e este'],
  [true, 'abre antes do almoco', 'abre depois do almoco'],
  [true, 'bicicletas novas', 'bicicletas usadas'],
  [false, 'qual o menor preco', 'do maior ao menor preco'],
  [false, 'qual o preco', 'o maior preco'],
])('detects opposites (%s): %s / %s', (expected, question, answer) => {
  expect(contradicts(question.split(' '), answer.split(' '))).toBe(expected);
});

test.each([
  ['Quando Marta Quintela abriu a loja?', ['marta', 'quintela']],
  ['Comprei ontem. Posso trocar em Petrópolis?', ['petropolis']],
  ['QUANTO CUSTA A REVISÃO DA BICICLETA', []],
  ['quando marta quintela abriu a loja', []],
])('detects names in "%s"', (question, names) => {
  expect([...readQuestion([shop], question).names]).toEqual(names);
});

/** Stored with each passage: one that differs needs another version, or bases that were trained before keep the old one. */
test('is stored for this version', () => {
  const text =
    'Lojas\nTaubaté: seg. a sex. 8h30 às 18h, sáb. 8h às 13h. Chocolate 8 un. R$ 38; vinho R$ 75.\n1. Escolha. 2. Pague.\n3.1. Retire até sábado.';
  const stored = [analysePassage({ ...SHOP[0]!, text }), JSON.stringify(storableRecords(text))];
  const digest = (value: string | Uint8Array) => createHash('sha256').update(value).digest('hex').slice(0, 12);
  expect([ANALYSIS_VERSION, RECORDS_VERSION, ...stored.map(digest)]).toEqual([7, 14, '671064e0133b', '0784c3ff0a7e']);
});
