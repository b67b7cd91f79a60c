import { expect, test } from 'vitest';
import { answer, baseOf } from './base-of.ts';
import { faq, passage, segmentOf } from './bike-shop.ts';

const FIBRE = baseOf(
  'planos',
  `NetVale Fibra

PLANOS
Fibra 300 mega ........ R$ 89,90/mês
Fibra 500 mega ........ R$ 109,90/mês

Instalação
A instalação é gratuita com fidelidade de 12 meses. Sem fidelidade, custa R$ 250,00. Prazo para instalar: até 3 dias úteis.
Cancelamento antes dos 12 meses: multa proporcional de R$ 20,00 por mês que falta.

Lojas
Taubaté, Rua Visconde, 420 – seg. a sex. 8h30 às 18h, sáb. 8h30 às 13h. Pindamonhangaba, Av. Bom Sucesso, 1100 – seg. a sex. 9h às 17h30.`,
);
const LABORATORY = baseOf(
  'orientações',
  `Laboratório São Lucas

Unidades e horários
Centro: Rua XV de Novembro, 88. Coleta de segunda a sexta, das 6h30 às 10h30. Sábado: coleta das 7h às 10h.
Jardim Europa: Av. Brasil, 2.300. Coleta de segunda a sexta, das 7h às 10h. Não abre aos sábados.

Documentos: pedido médico e documento com foto. Sem pedido médico fazemos exames particulares, exceto os controlados (HIV e paternidade exigem termo assinado).
Exame de fezes: trazer em frasco próprio, retirado no balcão sem custo.

Resultados
Pelo site com o protocolo e a senha impressos no comprovante, ou no balcão com documento. Terceiros só retiram com autorização.`,
);
const CARS = baseOf(
  'locadora',
  `RODABEM LOCADORA

Requisitos para alugar: idade mínima de 21 anos e CNH definitiva há pelo menos 2 anos.
Condutor entre 19 e 20 anos: permitido com taxa de R$ 25,00 por dia.

Categorias
Categoria A – Econômico (Mobi, Kwid): R$ 119
Categoria B – Compacto (Onix, HB20): R$ 145

CAUÇÃO
Categorias A e B: R$ 800,00. O valor é liberado em até 10 dias após a devolução.

Retirada e devolução
Loja aeroporto: todos os dias, 24 horas. Loja centro (Av. Vargas, 750): segunda a sábado das 8h às 18h; domingos e feriados fechada.
O carro deve voltar com o mesmo nível de combustível; senão, cobramos R$ 9,50 por litro.`,
);
const SCHOOL = baseOf(
  'famílias',
  `ESCOLA PASSARINHO

Horários
Meio período manhã: 7h30 às 12h
Meio período tarde: 13h às 17h30
Integral: 7h às 18h30

Mensalidades
             Meio período   Integral
Berçário     R$ 1.450       R$ 2.380
Maternal     R$ 1.280       R$ 2.150
Matrícula: R$ 600,00. Irmãos: 15% de desconto na segunda mensalidade.`,
);
const ACCOUNTANTS = baseOf(
  'serviços',
  `Andrade Contabilidade

HONORÁRIOS MENSAIS
MEI – R$ 89,00
Simples Nacional, serviços, sem funcionários – R$ 320,00
Folha de pagamento – R$ 45,00 por funcionário

PERGUNTAS FREQUENTES
Qual o limite do MEI?
R$ 81.000,00 por ano.
Qual a multa se eu não declarar o Imposto de Renda?
Mínimo de R$ 165,74, até 20% do imposto devido.`,
);
const GYM = baseOf(
  'academia',
  `CORPO ATIVO ACADEMIA

PLANOS
Plano | Mensalidade | Fidelidade
Básico | R$ 99,90 | não tem
Plus | R$ 139,90 | 6 meses
Diária avulsa R$ 35.

REGRAS
Idade mínima: 14 anos, com autorização dos pais até os 17. Menores de 14 só no jiu-jitsu infantil (a partir de 6 anos).
Proibido treinar sem camisa ou de chinelo.
Menores de 16 não usam a sauna.`,
);
const PIZZERIA = baseOf(
  'cardápio',
  `PIZZARIA DO ZECA

PIZZAS (tamanhos: broto 4 fatias | média 6 fatias | grande 8 fatias)
Mussarela 32 | 45 | 56
Calabresa 34 | 47 | 58
Portuguesa 36 | 52 | 64
Borda recheada: + R$ 8 (broto) / + R$ 12 (média e grande)
Massa sem glúten só na broto: + R$ 10

ENTREGA
Até 3 km: R$ 6 • 3 a 6 km: R$ 10 • acima de 6 km não entregamos.
Frete grátis em pedidos acima de R$ 120.`,
);
const AGENCY = baseOf(
  'locação',
  `Imobiliária Porto Alto

Como alugar
1) Escolha o imóvel e agende a visita.
2) Envie RG, CPF e comprovante de renda.
3) Assine o contrato.

Garantias aceitas: seguro-fiança (1,5 aluguel por ano) ou caução (3 aluguéis).
Primeira locação: 50% do primeiro aluguel.`,
);
const CAMPING = baseOf(
  'tarifas',
  `Camping Recanto

Tarifas por pessoa e por noite
Domingo a quinta: R$ 55
Sexta e sábado: R$ 75
Feriados prolongados e réveillon: R$ 110 (mínimo de 3 noites)
Day use (8h às 18h): R$ 40, não abre às segundas.

Estrutura: banheiros, cozinha coletiva, lanchonete (sex a dom), wi-fi na recepção.`,
);
const WORKSHOP = baseOf(
  'serviços',
  `Som & Tela Assistência

Instalação de suporte de TV ...... R$ 130 (não fornecemos o suporte)
Mouse com fio ...... R$ 40
Mouse sem fio ...... R$ 95
Garantia de 90 dias nos consertos. Não damos garantia em peças trazidas pelo cliente.
Guardamos aparelhos prontos por 60 dias. O conserto leva 5 dias úteis.
Dá para assistir ao conserto; não é permitido fotografar outros aparelhos.
Limpeza R$ 50, troca de película R$ 20 (nem precisa marcar).`,
);
const RACE = baseOf(
  'regulamento',
  'Art. 4º A idade mínima é de 16 anos para os 5 km e de 18 anos para os 10 km.\nArt. 8º É proibido correr com animais.',
);
const VETERINARIAN = baseOf(
  'informações',
  `Clínica Bicho Bom

CONSULTAS
Consulta R$ 180
Revisão em até 15 dias: sem custo
Revisão depois de 15 dias R$ 90

PAGAMENTO
Pix com 5%, débito e crédito em até 4x (parcela mínima R$ 100).`,
);
const FLORIST = baseOf('site', 'Adicionais\nChocolate Ferrero 8 un. R$ 38\nUrso de pelúcia 30 cm R$ 65');

test.each([
  [
    'quanto custa a instalação?',
    FIBRE,
    'Instalação: A instalação é gratuita com fidelidade de 12 meses. Sem fidelidade, custa R$ 250,00.',
  ],
  ['vocês abrem sábado?', LABORATORY, 'Centro: Sábado: coleta das 7h às 10h.\nJardim Europa: Não abre aos sábados.'],
  [
    'abre domingo?',
    CARS,
    'Loja aeroporto: todos os dias, 24 horas.\nLoja centro (Av. Vargas, 750): segunda a sábado das 8h às 18h; domingos e feriados fechada.',
  ],
  [
    'tenho 20 anos, posso alugar?',
    CARS,
    'Requisitos para alugar: idade mínima de 21 anos e CNH definitiva há pelo menos 2 anos.\nCondutor entre 19 e 20 anos: permitido com taxa de R$ 25,00 por dia.',
  ],
  ['qual o horário da tarde?', SCHOOL, 'Meio período tarde: 13h às 17h30'],
  [
    'até que horas funciona?',
    SCHOOL,
    'Horários\nMeio período manhã: 7h30 às 12h\nMeio período tarde: 13h às 17h30\nIntegral: 7h às 18h30',
  ],
  ['quanto é o integral do maternal?', SCHOOL, 'Maternal: meio período R$ 1.280 e integral R$ 2.150'],
  ['quanto custa pra mei?', ACCOUNTANTS, 'MEI – R$ 89,00'],
  ['quanto cobra por funcionário?', ACCOUNTANTS, 'Folha de pagamento – R$ 45,00 por funcionário'],
  ['qual o plano mais barato?', GYM, 'Básico: mensalidade R$ 99,90 e fidelidade não tem'],
  [
    'meu filho tem 13 anos, pode treinar?',
    GYM,
    'REGRAS\nIdade mínima: 14 anos, com autorização dos pais até os 17.\nMenores de 14 só no jiu-jitsu infantil (a partir de 6 anos).',
  ],
  ['borda recheada na broto quanto?', PIZZERIA, 'Borda recheada: + R$ 8 (broto) / + R$ 12 (média e grande)'],
  ['entrega a 5 km?', PIZZERIA, 'Sim. Até 3 km: R$ 6 • 3 a 6 km: R$ 10 • acima de 6 km não entregamos.'],
  ['quanto é a taxa de entrega?', PIZZERIA, 'Até 3 km: R$ 6 • 3 a 6 km: R$ 10 • acima de 6 km não entregamos.'],
  [
    'como faço pra alugar?',
    AGENCY,
    'Como alugar\nEscolha o imóvel e agende a visita.\nEnvie RG, CPF e comprovante de renda.\nAssine o contrato.',
  ],
  [
    'quanto custa pra acampar?',
    CAMPING,
    'Tarifas por pessoa e por noite\nDomingo a quinta: R$ 55\nSexta e sábado: R$ 75\nFeriados prolongados e réveillon: R$ 110 (mínimo de 3 noites)',
  ],
  ['quanto fica sábado?', CAMPING, 'Tarifas por pessoa e por noite\nSexta e sábado: R$ 75'],
  ['tem chocolate?', FLORIST, 'Sim. Chocolate Ferrero 8 un. R$ 38'],
  ['a revisão é paga?', VETERINARIAN, 'Revisão em até 15 dias: sem custo\nRevisão depois de 15 dias R$ 90'],
  ['tem mouse sem fio?', WORKSHOP, 'Sim. Mouse sem fio: R$ 95'],
  ['tem garantia?', WORKSHOP, 'Garantia de 90 dias nos consertos.\nNão damos garantia em peças trazidas pelo cliente.'],
])('answers %s', (question, base, expected) => {
  expect(answer(base, question)).toBe(expected);
});

test.each([
  ['precisa de pedido médico?', LABORATORY, /^Sim/],
  ['meu filho de 16 anos pode treinar sozinho?', GYM, /^Sim/],
  ['quanto é a caução do onix?', CARS, /145/],
  ['quanto custa declarar imposto de renda?', ACCOUNTANTS, /165/],
  ['quanto custa a gasolina?', CARS, /CAUÇÃO/],
  ['a lanchonete abre na quarta?', CAMPING, /segundas/],
  ['tenho 17 anos, posso correr os 10 km?', RACE, /^Sim/],
  ['instala suporte de tv?', WORKSHOP, /^Não/],
  ['em quanto tempo o aparelho fica pronto?', WORKSHOP, /60 dias/],
  ['posso fotografar meu aparelho?', WORKSHOP, /^Não/],
  ['precisa marcar a troca de película?', WORKSHOP, /^Sim/],
])('does not answer %s by what is said of something else', (question, base, wrong) => {
  expect(answer(base, question) ?? '').not.toMatch(wrong);
});

test('an abbreviated day ends no sentence', () => {
  expect(answer(FIBRE, 'loja de taubaté abre sábado?')).toContain('sáb. 8h30 às 13h.');
});

test('the line below a label answers what the label names', () => {
  expect(answer(LABORATORY, 'como vejo meu resultado?')).toContain('Pelo site com o protocolo');
});

test('a price for each size is told with the name of the size', () => {
  expect(answer(PIZZERIA, 'quanto é a mussarela?')).toContain(
    'Mussarela: broto 4 fatias 32, média 6 fatias 45 e grande 8 fatias 56',
  );
});

test('a price is told from the content that has it, and hours from the line that announces them', () => {
  const park = segmentOf([
    passage('hours', 'Funcionamento: de quinta a domingo, das 9h às 17h. Em janeiro abrimos todos os dias.', {
      title: 'Ingressos e horários.txt',
    }),
    passage('prices', 'Adulto: R$ 70,00\nCriança de 4 a 11 anos: R$ 45,00', {
      title: 'Ingressos e horários.txt',
      heading: 'INGRESSOS',
    }),
    faq(
      'change',
      'Posso remarcar meu ingresso?',
      'Sim, até 1 dia antes da visita. Se chover, o ingresso vale por 30 dias.',
    ),
  ]);
  expect(answer(park, 'quanto tá o ingresso?')).toBe('INGRESSOS\nAdulto: R$ 70,00\nCriança de 4 a 11 anos: R$ 45,00');
  expect(answer(park, 'abre segunda?')).toBe(
    'Funcionamento: de quinta a domingo, das 9h às 17h.\nEm janeiro abrimos todos os dias.',
  );
});

const EXCHANGES = baseOf(
  'trocas',
  `TROCAS E DEVOLUÇÕES
Prazo para troca: 30 dias corridos a partir do recebimento.
Prazo para devolução: 7 dias corridos a partir do recebimento.
Peça com defeito: troca ou conserto em até 90 dias, com fotos.
O vale-troca é enviado por e-mail em até 3 dias úteis e vale por 6 meses.`,
);

test.each([
  ['posso trocar depois de 40 dias?', 'Prazo para troca: 30 dias corridos a partir do recebimento.'],
  ['posso devolver depois de 10 dias?', 'Prazo para devolução: 7 dias corridos a partir do recebimento.'],
])('the term of an act is told before the limits of other cases: %s', (question, said) => {
  expect(answer(EXCHANGES, question)).toBe(said);
});

test('how long ago something was gets no yes', () => {
  expect(answer(EXCHANGES, 'e o vale-troca? faz 2 dias')).toBe(
    'O vale-troca é enviado por e-mail em até 3 dias úteis e vale por 6 meses.',
  );
});

test('two lines that are understood only together are told once', () => {
  const plans = baseOf(
    'planos',
    'PLANOS\nO plano de 700 mega inclui um ponto extra. Nos outros, o ponto extra custa R$ 15 por mês.',
  );
  expect(answer(plans, 'o ponto extra é grátis?')).toBe(
    'O plano de 700 mega inclui um ponto extra. Nos outros, o ponto extra custa R$ 15 por mês.',
  );
});
