import { expect, test } from 'vitest';
import { answer, baseOf } from './base-of.ts';

const MARINA = baseOf(
  'Regulamento da marina',
  `REGULAMENTO DA MARINA

1. DO PÍER
1.1. Podem pescar no píer visitantes a partir de 12 anos. Entre 8 e 12 anos, somente com colete e um responsável.
1.2. A pesca noturna termina às 22h.

1.3. O mirante é de uso de maiores de 14 anos. Menores entre 10 e 14 anos podem subir somente com um responsável.

2. DA RAMPA
2.1. A rampa é usada com agendamento pelo aplicativo.
2.2. A descida de jet-ski custa R$ 60,00.
Parágrafo único. O caiaque desce de graça aos domingos.`,
);

test.each([
  // The sentence after the limit belongs to it, although a number with points stands before both.
  ['meu filho de 9 anos pode pescar no píer?', 'Entre 8 e 12 anos, somente com colete e um responsável.'],
  ['meu filho de 12 anos pode usar o mirante?', 'Menores entre 10 e 14 anos podem subir somente com um responsável.'],
  ['quanto custa descer o jet-ski?', 'A descida de jet-ski custa R$ 60,00.'],
  ['o caiaque paga no domingo?', 'O caiaque desce de graça aos domingos.'],
])('%s: the number of a rule is part of its sentence, and not told', (question, told) => {
  const said = answer(MARINA, question);
  expect(said).toContain(told);
  expect(said).not.toMatch(/\d\.\d\.|único|^Não/);
});

const LIBRARY = baseOf(
  'Regulamento da biblioteca',
  `BIBLIOTECA DOS ALUNOS E DA FAMÍLIA
Art. 1º O leitor pode retirar até 4 livros por vez.
a) Jornais e mapas não podem ser emprestados.
b) Pais e responsáveis podem ler no local.
Art. 2º O auditório é reservado com no mínimo 10 dias de antecedência. O cancelamento é gratuito até a véspera.
Art. 3º Não há taxa para quem vem de outra biblioteca, desde que a carteirinha tenha sido emitida há menos de 90 dias.
Art. 4º Após 30 dias de atraso, a carteirinha é bloqueada.`,
);

test.each([
  // Books only by the heading: what is said of maps says nothing of them.
  'posso pegar livro emprestado sendo mãe?',
  // The days of a reservation, and not of its cancellation.
  'posso cancelar o auditório 3 dias antes?',
  // Days of something else.
  'atrasei 20 dias, posso usar a carteirinha?',
])('%s: what a rule says of something else is no yes or no', (question) => {
  expect(answer(LIBRARY, question) ?? '').not.toMatch(/^(?:Não|Sim)\.|Art\. 3º Não há taxa/);
});

const TOWN = baseOf(
  'Carta de serviços',
  `CARTA DE SERVIÇOS
Prefeitura de Ponte Alta

SECRETARIA DE CULTURA
Endereço: Largo da Estação, 20
Atendimento: terça a quinta-feira, das 9h às 16h

Museu do Trem
Diariamente, a partir das 10h. A visita guiada é feita às quartas.

Carteira do artista
O pedido é feito no balcão. A segunda via é enviada por e-mail.

SECRETARIA DE FAZENDA
Atendimento: segunda a sexta-feira, das 8h às 12h

FEIRA LIVRE
A anuidade vence no dia 10. O feirante que se mudar para outro bairro pode pedir licença, pagando 30% da anuidade.

MERCADO MUNICIPAL
A locação do box custa R$ 40,00.`,
);

test('a department has the hours directly below its heading, and not those of what it offers', () => {
  expect(answer(TOWN, 'a secretaria de cultura atende sexta?')).toBe(
    'Atendimento: terça a quinta-feira, das 9h às 16h',
  );
});

test.each([
  // A share of it does not say how much it is.
  ['quanto custa a anuidade?', /30%/],
  // `segunda via` is no day.
  ['até quando posso pedir a segunda via da carteira do artista?', /segunda via/],
])('%s: what lacks the value is not asserted', (question, lacking) => {
  expect(answer(TOWN, question) ?? '').not.toMatch(lacking);
});

const PARK = baseOf(
  'Regulamento do parque',
  `REGULAMENTO DO PARQUE

3. DO LAGO
3.1. É proibido:
a) nadar fora da área das boias;
b) levar garrafas de vidro.
3.2. O pedalinho funciona aos domingos, das 9h às 17h, para até 4 pessoas por barco. Fora desse dia, só com reserva.`,
);

test('a label is not told of what stands behind its list', () => {
  const rule =
    'O pedalinho funciona aos domingos, das 9h às 17h, para até 4 pessoas por barco. Fora desse dia, só com reserva.';
  expect(answer(PARK, 'vai quantas pessoas no pedalinho?')).toBe(rule);
  expect(answer(PARK, 'e o pedalinho no lago?')).toBe(`DO LAGO\n${rule}`);
  expect(answer(PARK, 'posso nadar e andar de pedalinho no lago?')).toBe(
    `É proibido: a) nadar fora da área das boias;\n${rule}`,
  );
});
