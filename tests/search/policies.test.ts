import { expect, test } from 'vitest';
import { extractAnswer } from '../../src/search/extract-answer.ts';
import { findAnswer } from '../../src/search/find-answer.ts';
import { answer, baseOf } from './base-of.ts';
import { faq, segmentOf } from './bike-shop.ts';

const BARN = baseOf(
  'Regras do celeiro',
  `CELEIRO DA SERRA – REGRAS DE USO

Capacidade
A lotação máxima é de 80 pessoas e não pode ser ultrapassada. Shows precisam de alvará e não podem passar das 22h.

Uso do quintal
É proibido acender fogueira no quintal. Redes podem ser penduradas nas árvores.

Documentos
Não é preciso contrato para ensaios. Para casamentos o contrato é obrigatório.
Aos domingos não aceitamos decoração com flores.
A cozinha é liberada mediante reserva.
Não alugamos o palco sem técnico de som.`,
);

test.each([
  ['podem entrar 100 pessoas?', /^Não\. A lotação/],
  ['podem entrar 60 pessoas?', /^Sim\. A lotação/],
  ['posso fazer um show?', /^(?!Não)[^]*Shows precisam/],
])('%s: what may not be exceeded is limited, and not refused', (question, told) => {
  expect(answer(BARN, question)).toMatch(told);
});

test.each([
  'precisa de contrato?',
  'posso usar decoração com flores?',
  'a cozinha é liberada?',
  'vocês alugam o palco?',
])('%s: no verdict without its case or condition', (question) => {
  expect(answer(BARN, question)).not.toMatch(/^(?:Sim|Não)\. /);
});

test('two cases of what is required are both told', () => {
  expect(answer(BARN, 'precisa de contrato?')).toMatch(/ensaios[^]*casamentos/);
});

test('a line that tells of another act does not stand beside the answer', () => {
  const told = answer(BARN, 'posso pendurar rede no quintal?');
  expect(told).toContain('Redes podem ser penduradas');
  expect(told).not.toContain('fogueira');
});

test('what another act may be done with is shown only', () => {
  const shop = baseOf(
    'Loja',
    `LOJA DO CAMPO\n\nOs pedidos do site podem ser trocados na loja do centro, de segunda a sexta, com o número do pedido.\nA loja fica na Rua das Palmeiras, 40.`,
  );
  expect(answer(shop, 'posso trocar o pedido na loja?')).toContain('podem ser trocados');
  expect(answer(shop, 'posso retirar o pedido na loja?')).toBeNull();
});

test('a FAQ gives no yes to what a later sentence excepts', () => {
  const school = segmentOf([
    faq('q', 'As oficinas têm turmas à noite?', 'Sim, a de desenho tem turmas à noite. A de cerâmica é só pela manhã.'),
  ]);
  const told = (question: string) => extractAnswer(findAnswer([school], question))?.text;
  expect(told('a oficina de desenho tem turma à noite?')).toMatch(/^Sim/);
  expect(told('a oficina de cerâmica tem turma à noite?')).toMatch(/^A de desenho/);
});

test.each([
  ['como reponho uma aula?', 'As aulas podem ser repostas aos sábados. Não há aula em feriados.'],
  ['cancelei, perco a entrada?', 'Quem cancela perde a entrada. A entrada é de 20%.'],
])('%s: irregular forms in which visitors speak of themselves', (question, text) => {
  expect(answer(baseOf('Curso', text), question)).toContain(text.split('.')[0]);
});

test('the term below the heading that names it, and not that of another case', () => {
  const shop = baseOf(
    'Política de trocas',
    `POLÍTICA DE TROCAS

Troca de modelo
Depois que recebe a encomenda, o cliente tem até 20 dias corridos para solicitar a troca pelo telefone da loja.

Avaria
Louças com avaria são trocadas em até 60 dias.`,
  );
  expect(answer(shop, 'quantos dias tenho pra trocar?')).toContain('20 dias');
  expect(answer(shop, 'quantos dias tenho pra trocar?')).not.toContain('60 dias');
});

test('what only the title of a text names gets no yes from a line about something else', () => {
  const studio = baseOf(
    'Estúdio',
    `ESTÚDIO LINHA – YOGA E MASSAGEM\n\nAceitamos Amil e Cassi.\nA yoga é às segundas e quartas.\nPelo plano de saúde não fazemos massagem.`,
  );
  expect(answer(studio, 'fazem massagem pela Cassi?') ?? '').not.toMatch(/^Sim/);
});

test('a share of the price does not say what it is', () => {
  const office = baseOf(
    'Sala',
    `Sala Azul\n\nÉ possível suspender a assinatura por um mês, pagando 30% da assinatura. Visitas são bem-vindas.`,
  );
  expect(answer(office, 'quanto a assinatura?')).toBeNull();
});

test('what is demanded of some ages does not say that any age is taken', () => {
  const rules = baseOf(
    'Regulamento',
    `REGULAMENTO DA ESCOLA DE VELA

MATRÍCULA
Para a matrícula é preciso apresentar RG; menores de 18 anos precisam de um responsável que assine o termo.

AULAS
Temos turmas a partir de 8 anos. As aulas são aos domingos.`,
  );
  expect(answer(rules, 'minha filha de 6 anos pode fazer?') ?? '').not.toContain('responsável');
});

test('the term in a line that names the subject, if its heading names the rest', () => {
  const clinic = baseOf(
    'Clínica',
    `CLÍNICA SOL

EXAMES DE SANGUE
Glicemia: jejum de 8 horas.
Triglicerídeos: jejum de 12 horas.

RESULTADOS
Exames de sangue e urina: 2 dias úteis, pelo site.
Biópsia: 10 dias úteis.`,
  );
  expect(answer(clinic, 'em quantos dias sai o resultado do sangue?')).toMatch(/2 dias úteis/);
  expect(answer(clinic, 'em quantos dias sai o resultado do sangue?')).not.toMatch(/jejum/);
});

test('a further line that shares only a quantity, a day or a place is left out', () => {
  const course = baseOf(
    'Curso',
    `CURSO DE CERÂMICA

O aluno pode pausar a matrícula por até 60 dias. O pedido é feito na secretaria.

Parcelas vencidas há mais de 90 dias vão a protesto.

Peças esquecidas na sala ficam guardadas por 90 dias.`,
  );
  const told = answer(course, 'posso pausar por 90 dias?') ?? '';
  expect(told).not.toMatch(/protesto|esquecidas/);
});

test('a label that negates is told with what stands behind it in its line', () => {
  const cover = baseOf(
    'Seguro',
    `SEGURO DE BICICLETAS

O que está coberto. Roubo com arrombamento e quedas no trajeto.

O que não está coberto. Competições, acessórios soltos e arranhões. Danos por desgaste natural, como corrente gasta.`,
  );
  expect(answer(cover, 'e se a corrente desgastar?')).toMatch(/^O que não está coberto\n.*corrente/);
});
