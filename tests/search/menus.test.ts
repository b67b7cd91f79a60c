import { expect, test } from 'vitest';
import { findAnswer } from '../../src/search/find-answer.ts';
import { answer, baseOf } from './base-of.ts';
import { segmentOf } from './bike-shop.ts';

const CAFE = baseOf(
  'cardápio',
  `CAFÉ DA PRAÇA

SUCOS
300 ml | 500 ml | 700 ml
Laranja 9 | 13 | 17
Abacaxi com hortelã 10 | 14 | 19
Maracujá 10 | 15 | 20

LANCHES
Misto quente 9
Pão na chapa 6
Queijo quente 11
Batata frita P 12 / G 20

BOLOS
Fatia | Inteiro
Cenoura 8 | 60
Fubá 7 | 50
Chocolate 9 | 75

AVISOS
Entrega grátis acima de R$ 70. Pedido mínimo para entrega: R$ 25.
Fatia do dia R$ 12 (sem cobertura)
Perda da comanda: R$ 100. Erro na nota não tem troca depois de 7 dias.
Se esquecer a garrafa, cobramos R$ 3.`,
);

const GARAGE = baseOf(
  'preços',
  `LAVA JATO ESPUMA

LAVAGEM
Hatch | Sedan | SUV/Pick-up
Simples 40 | 50 | 60
Completa 70 | 85 | 100
Motor 50 | 55 | 65

ESTÉTICA
Polimento comercial - a partir de R$ 280
Vitrificação (dura 3 anos) - R$ 900 hatch, R$ 1.100 sedan, R$ 1.300 SUV
Higienização interna - R$ 250 (5 lugares) / R$ 320 (7 lugares)`,
);

const CLUB = baseOf(
  'clube',
  `CLUBE IPÊ

1.1 O sócio pode levar até 4 convidados por mês.
1.2 É proibida a entrada de animais.

PLANOS
Vezes por semana | Mensal
1x | R$ 90
2x | R$ 160
3x | R$ 210

TELA
Tela plana: R$ 300
Tela curva: R$ 500

MÉDICOS
Especialidade | Profissional | Dias | Valor
Ortopedia | Dr. Caio Reis | sáb, manhã | R$ 150
Pediatria | Dra. Ana Lima | seg e qua, tarde | R$ 130`,
);

const BAR = baseOf(
  'bar',
  `BAR DO PORTO

PORÇÕES (meia / inteira)
Batata frita ....... 24 / 38
Mandioca frita ..... 22 / 35
Torresmo ........... - / 42

ESPETINHOS (unidade)
1) Carne R$ 9; 2) Frango R$ 8; 3) Coração R$ 10

PRATOS
Feijoada completa
R$ 46,90
arroz, couve e farofa
Tilápia grelhada
R$ 42,00
purê e salada
Parmegiana de frango
R$ 39,90
arroz e fritas

ENTREGA
Até 3 km: R$ 7
3 a 8 km: R$ 12
Taxa fixa aos domingos R$ 10*
* não entregamos em condomínios

QUADRAS
Quadra; Seg a sex até 17h; Seg a sex após 17h; Sáb e dom
Society 1; 120,00; 180,00; 200,00
Society 2; 100,00; 160,00; 180,00
Futsal; 90,00; 140,00; 150,00

SALGADOS
Coxinha 7,50
Bolinho 6,00
Pastel 9,00

COMBOS
Combo Família — R$ 119
2 porções inteiras + refrigerante 2 L
Combo Casal — R$ 69
1 porção inteira + 2 chopes

PACOTES (empresas)
Bronze: 20 entregas por mês R$ 200
Prata: 50 entregas por mês R$ 450
Entregas até 5 km; extra R$ 9`,
);

const PROFILE = baseOf(
  'bio',
  `Patas e Cia hotel sem gaiolas
📍 Rua Azul, 12 - Sorocaba
📲 15 99700-1122
Câmeras ao vivo 24h e veterinário de plantão
Pagamento: Pix (5% de desconto), dinheiro, débito ou crédito em 4x sem juros
Estacionamento conveniado ao lado: 1 hora grátis`,
);

test.each([
  ['quanto é o suco de laranja?', 'Laranja: 300 ml 9, 500 ml 13 e 700 ml 17'],
  ['quanto é o misto quente?', 'Misto quente 9'],
  ['quanto é a batata grande?', 'Batata frita P 12 / G 20'],
  ['quanto é o bolo de cenoura?', 'Cenoura: fatia 8 e inteiro 60'],
  ['qual o lanche mais barato?', 'Pão na chapa 6'],
  ['tem bolo de chocolate?', 'Chocolate: fatia 9 e inteiro 75'],
])('reads the prices of a menu without a currency: %s', (question, expected) => {
  expect(answer(CAFE, question)).toContain(expected);
});

test.each([
  ['quanto é a porção de mandioca inteira?', 'Mandioca frita: meia 22 e inteira 35'],
  ['quanto custa a porção de torresmo?', 'Torresmo: inteira 42'],
  ['quanto é o espetinho de coração?', /^(?:ESPETINHOS.*[\n:] ?)?Coração R\$ 10$/],
  ['qual o espetinho mais barato?', 'Frango R$ 8'],
  ['qual a quadra mais barata?', 'Futsal: seg a sex até 17h 90,00, seg a sex após 17h 140,00 e sáb e dom 150,00'],
  ['qual o salgado mais barato?', 'Bolinho 6,00'],
  ['quanto custa a tilápia?', 'Tilápia grelhada: R$ 42,00; purê e salada'],
])('reads sizes behind dots, numbered entries in one line, and what stands below a price: %s', (question, expected) => {
  expect(answer(BAR, question)).toEqual(
    typeof expected === 'string' ? expect.stringContaining(expected) : expect.stringMatching(expected),
  );
});

test('tells a line with the note that it refers to', () => {
  expect(answer(BAR, 'qual a taxa fixa no domingo?')).toContain(
    'Taxa fixa aos domingos R$ 10*\n* não entregamos em condomínios',
  );
});

test.each([
  ['quanto custa o combo casal?', 'Combo Casal — R$ 69\n1 porção inteira + 2 chopes'],
  ['o que vem no combo família?', 'Combo Família — R$ 119\n2 porções inteiras + refrigerante 2 L'],
])('tells an entry with the line that describes it: %s', (question, told) => {
  expect(answer(BAR, question)).toContain(told);
});

test('takes a price by steps from the list that has only steps', () => {
  expect(answer(BAR, 'quanto fica uma entrega de 7 km?')).toContain('3 a 8 km: R$ 12');
});

test('a size that a row lacks is not offered', () => {
  expect(answer(BAR, 'tem meia porção de torresmo?') ?? '').not.toMatch(/^Sim/);
});

test.each([
  [GARAGE, 'qual a diferença entre a lavagem simples e a completa?', ['Simples: hatch 40', 'Completa: hatch 70']],
  [CAFE, 'quanto custa um misto quente e um pão na chapa?', ['Misto quente 9', 'Pão na chapa 6']],
])('tells both things that a question names', (base, question, expected) => {
  const lines = answer(base, question)?.split('\n') ?? [];
  expect(expected.filter((one) => lines.some((line) => line.includes(one)))).toEqual(expected);
});

test('keeps priced lines apart that fill the width', () => {
  expect(answer(GARAGE, 'quanto custa a vitrificação?')).not.toContain('Higienização');
  expect(answer(PROFILE, 'tem estacionamento?')).not.toContain('Pix');
});

test('says from when something is free, and not the minimum order', () => {
  expect(answer(CAFE, 'a partir de quanto a entrega é grátis?')).toContain('Entrega grátis acima de R$ 70.');
});

test.each(['vocês fazem nota?', 'vocês vendem garrafa?', 'a fatia do dia tem cobertura?'])(
  'says neither yes nor no from what is said of something else: %s',
  (question) => {
    expect(answer(CAFE, question) ?? '').not.toMatch(/^(?:sim|não)\b/i);
  },
);

test.each([
  ['quanto custa o plano 3 vezes por semana?', '3x: R$ 210', 'R$ 160'],
  ['qual a tela mais cara?', 'Tela curva: R$ 500', 'R$ 300'],
  ['que dia atende o ortopedista?', 'sáb', 'Pediatria'],
])('chooses the line of a list: %s', (question, expected, other) => {
  const said = answer(CLUB, question);
  expect(said).toContain(expected);
  expect(said).not.toContain(other);
});

test('leaves out the number of a clause, the title of a text and the name of a profile', () => {
  expect(answer(CLUB, 'pode levar cachorro?')).toMatch(/(?:^|\n)É proibida/);
  expect(answer(CLUB, 'quanto custa a pediatria?')).not.toContain('CLUBE');
  expect(answer(PROFILE, 'tem câmera?')).not.toContain('gaiolas');
});

test('suggests what it has only under another name, instead of showing it', () => {
  const classes = baseOf(
    'atividades',
    'Natação adulto: seg, qua e sex 7h ou 19h, R$ 140/mês\nHidroginástica: ter e qui 8h, R$ 110/mês\nBeach tennis: aula avulsa R$ 50\nNão associados podem fazer as aulas pagando 50% a mais.',
  );
  const fees = 'Tipo | Título | Mensalidade\nIndividual | R$ 900 | R$ 160\nFamiliar | R$ 1.800 | R$ 290';
  const both = segmentOf([...classes.passages, ...baseOf('títulos', fees).passages]);
  expect(findAnswer([both], 'tem aula de judô?').outcome).toBe('suggested');
});

const CONFECTIONER = baseOf(
  'catálogo',
  `*DELÍCIAS DA NENA* 🍰

*Pudins (serve 8 pessoas)*
Leite condensado
R$ 48
Doce de leite
R$ 55
Coco queimado
R$ 52

*No pote*
🍓 Morango
R$ 13,00
🍫 Chocolate
R$ 11,00

_Encomendas com 3 dias de antecedência_`,
);
const SNACK_BAR = baseOf(
  'cardápio',
  `PONTO DO LANCHE

Simples
Pão, hambúrguer e queijo
18,00

Da casa
Pão, dois hambúrgueres, ovo e bacon
27,50

Fritas
15,00`,
);
const SEAMSTRESS = baseOf(
  'posts',
  `ateliê ponto cheio
rua das acácias 30, em cima da farmácia

consertos
bainha simples - 25
bainha original - 34
troca de zíper de saia - 30 / casaco - 58
ajuste de ombro - 44
urgência + 40%
prazo normal: 4 dias úteis

não fazemos roupa sob medida`,
);
const CLASSES = baseOf(
  'grade',
  `GRADE DA SEMANA

Horário | Segunda | Terça | Quarta | Quinta
7h | Spinning | Yoga | Spinning | Yoga
18h | Jump | Boxe | Jump | Boxe`,
);
const CONTRACT = baseOf(
  'contrato',
  `1. DOS SÓCIOS. O título custa R$ 3.200,00, parcelado em até
dez vezes sem juros, e inclui cônjuge e filhos de até 21 anos. A
mensalidade é de R$ 190,00 e vence no dia 8.
2. DOS CONVIDADOS. Cada título pode levar até cinco convidados
por mês, ao custo de R$ 38,00 por pessoa.

3. DA PISCINA. Funciona de outubro a março, das 9h às 18h, exceto
às quartas-feiras, que são reservadas à limpeza.`,
);

test.each([
  ['quanto custa o pudim de doce de leite?', CONFECTIONER, /Doce de leite: R\$ 55$/],
  ['quanto é o de chocolate?', CONFECTIONER, /Chocolate: R\$ 11,00$/],
  [
    'quais sabores de pudim tem?',
    CONFECTIONER,
    /Leite condensado: R\$ 48\nDoce de leite: R\$ 55\nCoco queimado: R\$ 52$/,
  ],
  ['com quantos dias de antecedência encomendo?', CONFECTIONER, /^Encomendas com 3 dias/],
  ['quanto é o da casa?', SNACK_BAR, /Da casa: .*27,50$/],
  ['quanto custa a bainha original?', SEAMSTRESS, /^bainha original - 34$/],
  ['fazem roupa sob medida?', SEAMSTRESS, /^não fazemos roupa sob medida$/],
  ['qual o prazo?', SEAMSTRESS, /prazo normal: 4 dias úteis$/],
  ['que horas é o boxe?', CLASSES, /18h: terça Boxe e quinta Boxe$/],
  ['parcela em quantas vezes?', CONTRACT, /parcelado em até dez vezes sem juros/],
  ['quanto paga o convidado?', CONTRACT, /^Cada título .* por mês, ao custo de R\$ 38,00 por pessoa\.$/],
  ['que dia a piscina fecha?', CONTRACT, /exceto às quartas-feiras, que são reservadas à limpeza\.$/],
])('reads texts as people write them: %s', (question, base, expected) => {
  expect(answer(base, question)).toMatch(expected);
});

test('a row is one statement, also with a full stop in a cell', () => {
  const clinic = baseOf(
    'exames',
    `CLÍNICA SOL

Exame | Valor | Preparo | Resultado
Morfológico | R$ 290 | Sem preparo. Trazer exames anteriores | 1 dia útil
Mamografia | R$ 180 | Não usar creme. Não fazer na semana anterior | 3 dias úteis
Densitometria | R$ 150 | Suspender cálcio | 2 dias úteis`,
  );
  expect(answer(clinic, 'em quantos dias sai a mamografia?')).toMatch(/^Mamografia: .*resultado 3 dias úteis$/);
});

test('a price whose row describes it in sentences', () => {
  const table =
    'Prato\tAcompanha\tPreço\nParmegiana de filé\tArroz e fritas. Serve 1 pessoa\tR$ 68\nTilápia grelhada\tLegumes e arroz. Serve 1 pessoa\tR$ 59';
  expect(answer(baseOf('pratos', table), 'quanto custa a tilápia?')).toBe(
    'Tilápia grelhada: acompanha Legumes e arroz. Serve 1 pessoa; preço R$ 59',
  );
});

test.each([
  [
    'quanto tempo demora a higienização?',
    'Higienização interna: valor Hatch R$ 280,00, valor Sedan R$ 320,00 e tempo 8 horas',
  ],
  ['quanto custa a lavagem?', 'Lavagem: valor Hatch R$ 50,00, valor Sedan R$ 60,00 e tempo 1 hora'],
])('units in the names of columns belong to their numbers: %s', (question, expected) => {
  const garage = baseOf(
    'serviços',
    `Serviço | Valor (R$) Hatch | Valor (R$) Sedan | Tempo (h)
Lavagem | 50,00 | 60,00 | 1
Higienização interna | 280,00 | 320,00 | 8
Vitrificação | 1.400,00 | sob consulta | 24

GARANTIA
Higienização: se a mancha voltar em 7 dias, refazemos sem custo.`,
  );
  expect(answer(garage, question)).toBe(expected);
});

test.each([
  ['o que está incluso no pacote?', 'O pacote inclui\nTransporte desde Salvador\nGuia credenciado\nIngressos'],
  ['o que não está incluso?', 'Não inclui\nPassagem aérea\nBebidas'],
])('tells the whole list of what is included: %s', (question, expected) => {
  const trip = baseOf(
    'roteiro',
    `O PACOTE INCLUI

- Transporte desde Salvador
- Guia credenciado
- Ingressos

NÃO INCLUI

- Passagem aérea
- Bebidas

VALORES

Quarto duplo: R$ 1.980
Quarto triplo: R$ 1.790`,
  );
  expect(answer(trip, question)?.toLowerCase()).toBe(expected.toLowerCase());
});

test.each([
  ['quanto é a creche?', /^Creche \(dia\): .*R\$ 65\nPacote creche: .*R\$ 620$/],
  ['quanto custa a parmegiana?', /^Parmegiana de filé: .*R\$ 68\nParmegiana família: .*R\$ 128$/],
])('what describes a priced row is no part of its name: %s', (question, expected) => {
  const base = baseOf(
    'preços',
    `Serviço\tDetalhes\tValor
Creche (dia)\tDas 7h às 19h, com dois passeios e recreação na piscina nos dias quentes\tR$ 65
Pacote creche\t12 dias no mês\tR$ 620
Transporte\tAté 10 km\tR$ 35

Prato\tAcompanha\tValor
Parmegiana de filé\tArroz, feijão, farofa, vinagrete e batatas fritas à vontade, com sobremesa\tR$ 68
Parmegiana família\tArroz\tR$ 128
Tilápia\tLegumes\tR$ 59`,
  );
  expect(answer(base, question)).toMatch(expected);
});
