import { analysePassage } from '../../src/search/analyse.ts';
import type { Passage } from '../../src/search/passage.ts';
import type { Segment } from '../../src/search/segment.ts';
import { buildSegment } from '../../src/search/segment.ts';

/** The knowledge of a fictional bicycle shop: pages, a manual and FAQs. */
export function passage(contentId: string, text: string, more: Partial<Passage> = {}): Passage {
  return {
    contentId,
    ordinal: 0,
    title: '',
    heading: null,
    page: null,
    url: null,
    text,
    question: null,
    answer: null,
    ...more,
  };
}

export function faq(contentId: string, question: string, answer: string): Passage {
  return passage(contentId, answer, { question, answer, title: question });
}

export function segmentOf(passages: readonly Passage[]): Segment {
  return buildSegment(passages.map((one) => ({ passage: one, analysis: analysePassage(one) })));
}

const ABOUT = 'Quem somos';
const WORKSHOP = 'Oficina';
const RENTAL = 'Aluguel de bicicletas';
const MANUAL = 'Manual da Serrana 29';

export const SHOP: readonly Passage[] = [
  passage(
    'sobre',
    'A Pedal da Serra nasceu em 1998, quando a ciclista Marta Quintela abriu uma pequena oficina na garagem de casa. Hoje a loja ocupa um galpão de 600 metros quadrados e emprega 23 pessoas.',
    { title: ABOUT },
  ),
  passage(
    'sobre',
    'A loja fica na Rua das Araucárias, 412, no bairro Jardim Alto, em Petrópolis. Há um bicicletário coberto na entrada e estacionamento para doze carros nos fundos.',
    { title: ABOUT, ordinal: 1, heading: 'Endereço' },
  ),
  passage(
    'sobre',
    'Abrimos de segunda a sexta das 9h às 19h e aos sábados das 9h às 14h. Domingos e feriados a loja permanece fechada.',
    { title: ABOUT, ordinal: 2, heading: 'Horário' },
  ),
  passage(
    'oficina',
    'A revisão completa inclui limpeza da corrente, regulagem dos freios e do câmbio, alinhamento das rodas e aperto geral. Ela custa R$ 180,00 e fica pronta em dois dias úteis.',
    { title: WORKSHOP, heading: 'Revisão' },
  ),
  passage(
    'oficina',
    'O conserto de pneu furado é feito na hora, sem agendamento. Câmaras novas são cobradas à parte, a partir de R$ 25,00.',
    { title: WORKSHOP, ordinal: 1, heading: 'Pneus' },
  ),
  passage(
    'oficina',
    'Bicicletas elétricas só são atendidas às quartas-feiras, dia em que o técnico Osvaldo Brandini está na oficina. Traga sempre o carregador junto com a bateria.',
    { title: WORKSHOP, ordinal: 2, heading: 'Elétricas' },
  ),
  passage(
    'aluguel',
    'O aluguel sai por R$ 40,00 a meia diária e R$ 70,00 a diária, com capacete e cadeado incluídos. É preciso deixar um documento com foto e um cheque caução ou cartão de crédito.',
    { title: RENTAL },
  ),
  passage(
    'aluguel',
    'Em caso de roubo, registre um boletim de ocorrência e avise a loja em até 24 horas. A franquia do seguro corresponde a 15% do valor da bicicleta.',
    { title: RENTAL, ordinal: 1, heading: 'Seguro' },
  ),
  passage(
    'manual',
    'O quadro da Serrana 29 é de alumínio 6061 e suporta ciclistas de até 120 quilos. Os pneus devem ser calibrados entre 30 e 45 libras.',
    { title: MANUAL, page: 3, heading: 'Especificações' },
  ),
  passage(
    'manual',
    'Lubrifique a corrente a cada 150 quilômetros ou depois de pedalar na chuva. Use apenas óleo próprio para bicicletas, pois graxa comum acumula areia.',
    { title: MANUAL, ordinal: 1, page: 7, heading: 'Manutenção' },
  ),
  faq(
    'faq-troca',
    'Posso trocar um produto que comprei?',
    'Sim. Aceitamos trocas em até 30 dias, com a nota fiscal e o produto sem sinais de uso.',
  ),
  faq(
    'faq-frete',
    'Vocês entregam em outras cidades?',
    'Entregamos em todo o Brasil por transportadora. O frete é calculado no carrinho.',
  ),
  faq(
    'faq-pagamento',
    'Quais são as formas de pagamento?',
    'Pix com 5% de desconto, boleto à vista ou cartão em até 10 vezes sem juros.',
  ),
  faq(
    'faq-garantia',
    'Qual é o prazo de garantia das bicicletas?',
    'O quadro tem garantia de cinco anos e os componentes de um ano, contados da data da compra.',
  ),
  faq(
    'faq-passeio',
    'Quem pode participar dos passeios de domingo?',
    'Qualquer pessoa maior de 14 anos, com capacete.',
  ),
  faq(
    'faq-passeio-onde',
    'De onde saem os passeios de domingo?',
    'Do portão principal do Parque das Hortênsias, às sete da manhã.',
  ),
  faq('faq-usada', 'Vocês compram bicicleta usada?', 'Avaliamos a sua usada como parte do pagamento de uma nova.'),
];

/** Questions with the passage that answers each (content id and ordinal). */
export const QUESTIONS: readonly (readonly [question: string, contentId: string, ordinal: number])[] = [
  ['Em que ano a Pedal da Serra foi fundada?', 'sobre', 0],
  ['Quem abriu a pequena oficina na garagem?', 'sobre', 0],
  ['Qual é o endereço da loja?', 'sobre', 1],
  ['Tem estacionamento?', 'sobre', 1],
  ['A loja abre aos sábados?', 'sobre', 2],
  ['Quanto custa a revisão completa?', 'oficina', 0],
  ['Preciso agendar para consertar um pneu?', 'oficina', 1],
  ['Em que dia vocês atendem bicicletas elétricas?', 'oficina', 2],
  ['Qual o valor da diária do aluguel?', 'aluguel', 0],
  ['O que fazer se a bicicleta alugada for roubada?', 'aluguel', 1],
  ['Qual o peso máximo que o quadro da Serrana suporta?', 'manual', 0],
  ['De quantos em quantos quilômetros devo lubrificar a corrente?', 'manual', 1],
  ['Como faço para trocar uma compra?', 'faq-troca', 0],
  ['Fazem entrega fora da cidade?', 'faq-frete', 0],
  ['Dá para pagar com cartão?', 'faq-pagamento', 0],
  ['Por quanto tempo vale a garantia?', 'faq-garantia', 0],
  ['Quem pode ir no passeio de domingo?', 'faq-passeio', 0],
  ['Onde começa o passeio de domingo?', 'faq-passeio-onde', 0],
  ['Aceitam minha bicicleta usada?', 'faq-usada', 0],
];
