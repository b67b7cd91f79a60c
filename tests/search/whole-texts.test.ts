import { expect, test } from 'vitest';
import { findAnswer } from '../../src/search/find-answer.ts';
import { shownLines } from '../../src/search/shown-lines.ts';
import { answer, baseOf } from './base-of.ts';

const PROFILE = baseOf(
  'Escola Semínima',
  `Escola de Música Semínima | Instagram
🎵 Violão • Piano • Canto
📍 Rua XV de Novembro, 890 - Blumenau
⏰ Seg a sex 13h-21h | sáb 8h-12h
🎁 aula experimental grátis
📲 (47) 99655-1212`,
);
const PRICES = baseOf(
  'Valores',
  `Curso\t1x por semana\t2x por semana
Violão\tR$ 240\tR$ 420
Piano\tR$ 290\tR$ 510

Matrícula: R$ 80 (isenta até 28 de fevereiro).`,
);
const GARAGE = baseOf(
  'Borracharia',
  `BORRACHARIA PNEU FORTE
BR-040 km 688, ao lado do posto

SERVIÇOS
conserto de furo (moto) ........ 20,00
conserto de furo (caminhão) .... 70,00
alinhamento .................... 80,00

Alinhamento só de segunda a sábado, das 8 às 18.
Aceitamos dinheiro, pix e débito.`,
);
const PARTIES = baseOf(
  'Festas',
  `PACOTES
Pacote Pipoca - até 40 convidados - R$ 3.200
Pacote Brigadeiro - até 60 convidados - R$ 4.500
Pacote Balão - até 100 convidados - R$ 6.900

DURAÇÃO: 4 horas. Hora extra R$ 480.

Pagamento
Sinal de 30% na reserva. Aceitamos Pix e cartão em até 6x sem juros.
Cancelamento com mais de 60 dias de antecedência: devolvemos o sinal. Com menos, o sinal vira crédito por 12 meses.

Brinquedos
Piscina de bolinhas e tobogã. Cada brinquedo tem um monitor.
Endereço: Rua das Pitangueiras, 410. Estacionamento próprio para 25 carros.`,
);
const CAMPING = baseOf(
  'Camping',
  `Quem somos
Temos 6 chalés e área de camping para 30 barracas.

Diárias
Chalé casal: R$ 320 (até 2 pessoas)
Chalé família: R$ 450 (até 5 pessoas)
Criança até 7 anos não paga. De 8 a 12 paga meia.

Entregamos lenha em São Roque, Vargem Bonita e Piumhi.
Aceitamos cães de até 15 kg, com taxa de R$ 40. Gatos não.`,
);
const DRIVING = baseOf('Aulas', 'É possível começar em qualquer mês.\nMenor de 18 não pode.');
const NOTARY = baseOf(
  'Cartório',
  `CARTÓRIO DO 2º OFÍCIO

RECONHECIMENTO DE FIRMA
Por semelhança: R$ 9,20 por assinatura. Por autenticidade: R$ 14,80, com a presença de quem assina.
É preciso ter firma aberta no cartório.

PROCURAÇÃO
Procuração particular não é feita aqui.
Casamentos são feitos no registro civil, na Rua Delfim Moreira, 120.

Av. Getúlio Vargas, 55, Centro`,
);
const MEALS = baseOf(
  'Marmitas',
  `CARDÁPIO DA SEMANA
Seg: frango com quiabo
Ter: carne de panela
Qua: feijoada
Sex: peixe à milanesa

🛵 Entrega grátis até 3 km. Não entregamos além de 6 km.
⏰ Pedidos até as 10h30 para o almoço do mesmo dia`,
);
const SHOP = baseOf('Entrega', 'Frete grátis acima de R$ 400; abaixo disso R$ 25.');

test.each([
  [PROFILE, 'que horas fecha na quinta?', '⏰ Seg a sex 13h-21h e sáb 8h-12h'],
  [PROFILE, 'onde fica a escola?', '📍 Rua XV de Novembro, 890 - Blumenau'],
  [PROFILE, 'qual o whatsapp?', 'WhatsApp: 📲 (47) 99655-1212'],
  [PRICES, 'quanto custa aula de piano?', 'Piano: 1x por semana R$ 290 e 2x por semana R$ 510'],
  [GARAGE, 'quanto é o conserto de furo de caminhão?', 'conserto de furo (caminhão): 70,00'],
  [GARAGE, 'faz alinhamento domingo?', 'Alinhamento só de segunda a sábado, das 8 às 18.'],
  [GARAGE, 'onde vcs ficam?', 'BR-040 km 688, ao lado do posto'],
  [PARTIES, 'quantas pessoas cabem no pacote brigadeiro?', 'Pacote Brigadeiro - até 60 convidados - R$ 4.500'],
  [PARTIES, 'somos 55, qual pacote?', 'Pacote Brigadeiro - até 60 convidados - R$ 4.500'],
  [PARTIES, 'qual o pacote mais em conta?', 'Pacote Pipoca - até 40 convidados - R$ 3.200'],
  [PARTIES, 'onde deixo o carro?', 'Estacionamento próprio para 25 carros.'],
  [CAMPING, 'quantas barracas cabem?', 'Temos 6 chalés e área de camping para 30 barracas.'],
  [CAMPING, 'meu filho de 6 anos paga?', 'Não. Criança até 7 anos não paga.'],
  [CAMPING, 'minha filha tem 10 anos, paga quanto?', 'De 8 a 12 paga meia.'],
  [CAMPING, 'posso levar meu cachorro de 20 kg?', 'Não. Aceitamos cães de até 15 kg, com taxa de R$ 40.'],
  [NOTARY, 'onde fica o cartório?', 'Av. Getúlio Vargas, 55, Centro'],
  [MEALS, 'entregam a 4 km?', 'Não entregamos além de 6 km.'],
  [MEALS, 'entrega é paga?', '🛵 Entrega grátis até 3 km.'],
  [MEALS, 'qual o prato de sexta?', 'CARDÁPIO DA SEMANA\nSex: peixe à milanesa'],
  [MEALS, 'qual o prato de segunda?', 'CARDÁPIO DA SEMANA\nSeg: frango com quiabo'],
  [DRIVING, 'tenho 17 anos, posso começar?', 'Não. Menor de 18 não pode.'],
])('%# %s', (base, question, expected) => {
  expect(answer(base, question)).toBe(expected);
});

test('tells a discount and a price in one clause from a verdict', () => {
  expect(answer(PRICES, 'tem taxa de matrícula?') ?? '').not.toMatch(/^Não/);
  expect(answer(SHOP, 'comprei 350 reais, pago frete?')).toBe('Sim. Frete grátis acima de R$ 400; abaixo disso R$ 25.');
});

test('quotes a sentence together with the one that it goes on from', () => {
  const text = answer(PARTIES, 'faltam 30 dias e quero cancelar, recebo de volta?') ?? '';
  expect(text).toContain('devolvemos o sinal. Com menos, o sinal vira crédito');
});

test('puts no heading of another paragraph above a line', () => {
  expect(answer(PARTIES, 'quanto tempo dura a festa?')).not.toContain('PACOTES');
});

test('takes what is not done for no offer', () => {
  expect(answer(NOTARY, 'vocês fazem procuração particular?') ?? '').not.toMatch(/^Sim/);
});

test('says nothing of a day that no line names', () => {
  expect(answer(PARTIES, 'tem monitor na quarta?') ?? '').not.toMatch(/^(?:Sim|Não)/);
});

test.each([
  [CAMPING, 'entregam em Maringá?', 'Entregamos lenha em São Roque, Vargem Bonita e Piumhi.'],
  [GARAGE, 'aceita cheque?', 'Aceitamos dinheiro, pix e débito.'],
])('shows what there is instead: %# %s', (base, question, line) => {
  const { outcome, hits } = findAnswer([base], question);
  expect(outcome).toBe('shown');
  expect(shownLines(hits[0]!)!.text).toContain(line);
});
