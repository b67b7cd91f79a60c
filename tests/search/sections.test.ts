import { expect, test } from 'vitest';
import { chunkDocument } from '../../src/reading/chunk.ts';
import { parseTxt } from '../../src/reading/extract/parse-txt.ts';
import { extractAnswer } from '../../src/search/extract-answer.ts';
import { findAnswer } from '../../src/search/find-answer.ts';
import { shownLines } from '../../src/search/shown-lines.ts';
import { answer, baseOf } from './base-of.ts';
import { passage, segmentOf } from './bike-shop.ts';

const GUESTHOUSE = baseOf(
  'Pousada',
  `Pousada Beira-Rio

Uma pousada pequena às margens do rio. São 9 suítes e muita tranquilidade.

Acomodações

Suíte Jardim
Cama de casal, ventilador e frigobar. Até 2 pessoas.
Baixa temporada: R$ 230 a diária. Alta temporada: R$ 380.

Suíte Família
Cama de casal e beliche, ar-condicionado e varanda. Até 4 pessoas.
Baixa temporada: R$ 350 a diária. Alta temporada: R$ 540.

Bangalô do Rio
Cama queen e hidromassagem. Somente adultos.
Baixa temporada: R$ 510 a diária. Alta temporada: R$ 760.

Alta temporada: de 20 de dezembro ao Carnaval e julho.

Cancelamento com mais de 15 dias de antecedência: devolução integral. De 15 a 7 dias: devolvemos metade. Com menos de 7 dias não há devolução.`,
);
const OFFICES = baseOf(
  'Planos',
  `Flex: R$ 390/mês, mesa rotativa e 4 horas de sala de reunião.
Mesa fixa: R$ 890/mês, com gaveteiro e 6 horas de sala de reunião.
Sala de reunião avulsa: R$ 60 a hora.
Impressão: 50 páginas por mês inclusas na Mesa fixa; página extra R$ 0,50.
Acessórios: cadeirinha ou assento R$ 25 por dia; GPS não oferecemos.`,
);
const LAUNDRY = baseOf(
  'tabela',
  `Peça; Lavar e passar; Só passar; Prazo
Camisa social; 14,00; 8,00; 2 dias
Terno completo; 55,00; 30,00; 4 dias
Vestido de festa; 80,00; 45,00; 5 dias
Vestido de noiva; 350,00; 180,00; 15 dias
Tênis; 45,00; -; 4 dias`,
);
const BURGERS = baseOf(
  'cardapio',
  `ARTESANAIS
Clássico - 1 smash 80g, queijo e molho da casa - 22,90
Veggie - grão-de-bico e rúcula - 32,90 (pode ser vegano)
Duplo - 2 smash 80g e cheddar - 28,90

BEBIDAS
Refri lata - 7,00
Batata P - 14,00
Batata G - 22,00

Não fazemos reserva.
Buscamos e entregamos sem custo em pedidos acima de R$ 80.`,
);
const FURNITURE = baseOf(
  'Políticas',
  `Prazo de entrega
Produtos a pronta entrega: até 5 dias úteis em Goiânia.

Frete
Grátis em Goiânia para compras acima de R$ 1.500. Abaixo disso R$ 90.

Montagem
Inclusa em todos os móveis comprados na loja.

Troca e devolução
Arrependimento: 7 dias após a entrega, com o móvel na embalagem.

Pagamento
Cartão em até 3x sem juros acima de R$ 150.

Requisitos
Idade mínima para comprar no crediário: 21 anos.`,
);

const STUDIO = baseOf(
  'Estúdio',
  `HORÁRIOS
Pilates: seg a sex 6h-11h e 15h-21h
Funcional: seg, qua e sex 6h30, 18h e 19h15
Yoga: ter e qui 7h e 19h30

REGRAS
• Menores de 14 anos não praticam funcional. Pilates a partir de 8 anos com responsável.

Vacina V10 R$ 90, raiva R$ 60, gripe R$ 80.

Imposto de renda pessoa física
Simples: R$ 150. Com venda de imóvel: R$ 350.`,
);

test.each([
  [STUDIO, 'que dia tem yoga?', 'Yoga: ter e qui 7h e 19h30'],
  [STUDIO, 'yoga na segunda tem?', 'Yoga: ter e qui 7h e 19h30'],
  [STUDIO, 'meu filho de 12 anos pode fazer funcional?', 'Não. Menores de 14 anos não praticam funcional.'],
  [STUDIO, 'vacina de raiva quanto custa?', 'Vacina V10 R$ 90, raiva R$ 60, gripe R$ 80.'],
  [
    STUDIO,
    'quanto custa declarar imposto de renda?',
    'Imposto de renda pessoa física: Simples: R$ 150. Com venda de imóvel: R$ 350.',
  ],
  [
    GUESTHOUSE,
    'quanto custa a diária do bangalô?',
    'Bangalô do Rio: Baixa temporada: R$ 510 a diária. Alta temporada: R$ 760.',
  ],
  [
    GUESTHOUSE,
    'em julho quanto fica a suíte família?',
    'Suíte Família: Baixa temporada: R$ 350 a diária. Alta temporada: R$ 540.',
  ],
  [
    GUESTHOUSE,
    'cancelei 10 dias antes, recebo quanto?',
    'De 15 a 7 dias: devolvemos metade. Com menos de 7 dias não há devolução.',
  ],
  [GUESTHOUSE, 'se cancelar 3 dias antes devolvem?', 'Não. Com menos de 7 dias não há devolução.'],
  [OFFICES, 'mesa fixa quanto custa?', 'Mesa fixa: R$ 890/mês, com gaveteiro e 6 horas de sala de reunião.'],
  [OFFICES, 'sala de reunião por 2 horas quanto fica?', 'Sala de reunião avulsa: R$ 60 a hora.'],
  [OFFICES, 'impressão é de graça?', 'Impressão: 50 páginas por mês inclusas na Mesa fixa; página extra R$ 0,50.'],
  [OFFICES, 'tem cadeirinha?', 'Sim. Acessórios: cadeirinha ou assento R$ 25 por dia; GPS não oferecemos.'],
  [OFFICES, 'tem gps?', 'Não. Acessórios: cadeirinha ou assento R$ 25 por dia; GPS não oferecemos.'],
  [LAUNDRY, 'quanto custa lavar um terno?', 'Terno completo: lavar e passar 55,00, só passar 30,00 e prazo 4 dias'],
  [LAUNDRY, 'lavam tênis?', 'Sim. Tênis: lavar e passar 45,00 e prazo 4 dias'],
  [
    LAUNDRY,
    'quanto tempo demora o vestido de noiva?',
    'Vestido de noiva: lavar e passar 350,00, só passar 180,00 e prazo 15 dias',
  ],
  [BURGERS, 'quanto é o clássico?', 'Clássico - 1 smash 80g, queijo e molho da casa - 22,90'],
  [BURGERS, 'quanto a batata grande?', 'Batata G - 22,00'],
  [FURNITURE, 'quanto tempo demora a entrega?', 'Produtos a pronta entrega: até 5 dias úteis em Goiânia.'],
  [
    FURNITURE,
    'comprei 1200 reais, pago frete?',
    'Sim. Frete: Grátis em Goiânia para compras acima de R$ 1.500. Abaixo disso R$ 90.',
  ],
  [FURNITURE, 'parcela compra de 100 reais?', 'Não. Cartão em até 3x sem juros acima de R$ 150.'],
])('%# %s', (base, question, expected) => {
  expect(answer(base, question)).toBe(expected);
});

const PIZZAS = baseOf(
  'Cardápio',
  `Sabor | Broto (4 fatias) | Grande (8 fatias)
Mussarela | 32,00 | 54,00
Calabresa | 34,00 | 57,00
Quatro queijos | 39,00 | 66,00

Promoção de terça: grande de mussarela ou calabresa por R$ 45 (só no balcão).
Rodízio às quintas: R$ 59,90 adulto; crianças de 6 a 10 anos pagam metade; até 5 anos não pagam.`,
);
const ELECTRICIAN = baseOf(
  'bio',
  `⚡ Zé Elétrica | Eletricista
🔧 Instalação de chuveiro R$ 120 • ventilador de teto R$ 150 • tomada R$ 60
❌ Não faço: ar-condicionado, cerca elétrica`,
);

test.each([
  [PIZZAS, 'quanto é a pizza grande de calabresa?', 'Calabresa: broto (4 fatias) 34,00 e grande (8 fatias) 57,00'],
  [PIZZAS, 'qual o sabor mais caro?', 'Quatro queijos: broto (4 fatias) 39,00 e grande (8 fatias) 66,00'],
  [
    PIZZAS,
    'tenho um filho de 4 anos, paga rodízio?',
    'Não. Rodízio às quintas: R$ 59,90 adulto; crianças de 6 a 10 anos pagam metade; até 5 anos não pagam.',
  ],
])('%# %s', (base, question, expected) => {
  expect(answer(base, question)).toBe(expected);
});

test('tells what is not included with its heading', () => {
  const trip = baseOf(
    'Pacote',
    `INCLUI
Passagem aérea com bagagem de 23 kg
Seguro viagem

NÃO INCLUI
Almoço e jantar
Ingressos de parques (a partir de R$ 239)
Despesas pessoais e gorjetas`,
  );
  expect(answer(trip, 'jantar está incluso?')).toBe('NÃO INCLUI\nAlmoço e jantar');
});

test('leaves the numbers of paragraphs out', () => {
  const rules = baseOf(
    'Regulamento',
    '3. ANIMAIS\n3.1 Permitidos até 2 por apartamento.\n3.2 Raças de grande porte devem usar focinheira.',
  );
  expect(answer(rules, 'meu pitbull precisa de focinheira?')).toBe('Sim. Raças de grande porte devem usar focinheira.');
});

test('says neither yes nor no to what, who and when, or of something like it', () => {
  expect(answer(ELECTRICIAN, 'instala ar condicionado?') ?? '').not.toMatch(/^Sim/);
  const line = baseOf('Planos', 'Com fidelidade, grátis. Sem fidelidade, R$ 200.');
  expect(answer(line, 'tem fidelidade?') ?? '').not.toMatch(/^Sim. Sem/);
  const school = baseOf('Rotina', 'Quem busca precisa estar na lista de autorizados e mostrar documento.');
  expect(answer(school, 'quais documentos precisa?') ?? '').not.toMatch(/^(?:Sim|Não)/);
});

test('answers from a FAQ whose question names what is priced', () => {
  const faq = (question: string, text: string) => passage(question, text, { question, answer: text });
  const base = segmentOf([
    faq('Tem taxa de matrícula?', 'R$ 120, com as apostilas do primeiro bimestre.'),
    faq('Qual o valor da mensalidade?', 'Manhã: R$ 690. Noite: R$ 590.'),
    faq('Tem bolsa de estudo?', 'Fazemos prova de bolsas em janeiro e julho.'),
  ]);
  expect(answer(base, 'quanto é a matrícula?')).toBe('R$ 120, com as apostilas do primeiro bimestre.');
});

test('takes no share of something else for its price', () => {
  const base = baseOf('Trocas', 'Condições\nProdutos em promoção acima de 50% só têm troca por defeito.');
  expect(answer(base, 'quanto custa a segunda troca?')).toBeNull();
});

test('gives no price of another section', () => {
  expect(answer(GUESTHOUSE, 'tem ventilador no bangalô?') ?? '').not.toContain('ventilador');
});

test('takes no number of days for a number of pieces', () => {
  expect(answer(LAUNDRY, '5 camisas lavadas e passadas quanto dá?') ?? '').not.toContain('Vestido');
});

test('puts no heading of another paragraph above a line', () => {
  const { hits } = findAnswer([BURGERS], 'posso reservar mesa?');
  expect(shownLines(hits[0]!)?.text).toBe('Não fazemos reserva.');
});

test('quotes what there is if the section that is named says nothing', () => {
  const base = baseOf(
    'Planos',
    `Plano Ouro
Siga @clube e veja as 24 fotos.

Plano Prata
A natação é todos os dias da semana, na piscina aquecida e com professores formados.`,
  );
  const result = findAnswer([base], 'como é a natação no plano ouro?');
  expect(extractAnswer(result)?.text).toContain('A natação é todos os dias');
});

test('compares ages with limits although it asks for older or younger ones', () => {
  const base = baseOf('Regras', 'Menores de 16 anos não são aceitos na musculação.');
  expect(answer(base, 'aceitam menores de 15 anos na musculação?')).toMatch(/^Não/);
});

test('says neither yes nor no where things are compared', () => {
  expect(answer(BURGERS, 'tem batata maior?') ?? '').not.toMatch(/^(?:Sim|Não)/);
});

test('starts a chunk with the label of its first paragraph', () => {
  const paragraph = 'Uma frase qualquer que conta alguma coisa sobre a casa e o seu jardim. '.repeat(8);
  const chunks = chunkDocument(
    parseTxt(Buffer.from(`${paragraph}\n\n${paragraph}\n\nMarcação e faltas\n${paragraph}`)),
  );
  expect(chunks.at(-1)!.text).toMatch(/^\s*Marcação e faltas\n/);
});

const PHOTOGRAPHER = baseOf(
  'Preços',
  `ENSAIO GESTANTE
No estúdio: 1 hora, 12 fotos tratadas - R$ 420
Na praia: 2 horas, 25 fotos - R$ 640
Fotos extras: R$ 18 cada

NEWBORN
Até 12 dias de vida. Em casa. 3 horas, 20 fotos - R$ 880. Irmãos participam sem custo.

BATIZADO
Curto - 2h, 80 fotos - R$ 700
Longo - 5h, 200 fotos - R$ 1.300

CONDIÇÕES
Entrega: as fotos do batizado ficam prontas em 30 dias.`,
);

test.each([
  ['quanto custa o batizado?', 'BATIZADO\nCurto - 2h, 80 fotos - R$ 700\nLongo - 5h, 200 fotos - R$ 1.300'],
  ['quanto é newborn?', 'NEWBORN: 3 horas, 20 fotos - R$ 880.'],
  // What a line names itself counts more than the heading.
  ['ensaio gestante na praia quanto?', 'ENSAIO GESTANTE: Na praia: 2 horas, 25 fotos - R$ 640'],
  ['em quanto tempo ficam prontas as fotos do batizado?', 'Entrega: as fotos do batizado ficam prontas em 30 dias.'],
])('tells the prices below a heading that is the subject: %s', (question, text) => {
  expect(answer(PHOTOGRAPHER, question)).toBe(text);
});

test.each([
  [
    'Unidade Centro: Rua Azul, 1200. Seg a sex 8h-20h, sáb 8h-14h.\nUnidade Norte: Av. Verde, 330. Não abre aos sábados.',
    'abre sábado?',
    'Unidade Centro: Seg a sex 8h-20h, sáb 8h-14h.\nUnidade Norte: Não abre aos sábados.',
  ],
  [
    'Funcionamos de segunda a sexta, 7h30 às 18h (fecha para almoço das 12h às 13h). Sábado até meio-dia.',
    'que horas abre?',
    'Funcionamos de segunda a sexta, 7h30 às 18h (fecha para almoço das 12h às 13h).\nSábado até meio-dia.',
  ],
])('tells the hours of each branch, and those with a break: %s', (text, question, told) => {
  expect(answer(baseOf('Contato', text), question)).toBe(told);
});

const OPTICIAN = baseOf(
  'Ótica',
  `Garantia: 1 ano na armação contra defeito de fabricação.
Pagamento: à vista no Pix com 10% de desconto, cartão em até 10x.
Acima de R$ 1.000 parcelamos em até 12x.
Convênios: o sindicato tem 15% de desconto. Não acumula com o desconto do Pix.
Não aceitamos cheque.`,
);

test.each([
  ['tem garantia?', /^Garantia: 1 ano/],
  ['tem desconto no pix?', /^Sim\. Pagamento: à vista no Pix com 10%/],
  ['aceita pix?', /^Pagamento: à vista no Pix com 10% de desconto, cartão em até 10x\.$/],
  ['aceita cheque?', /Não aceitamos cheque/],
  ['compra de 800 reais parcela em quantas?', /^(?!Não)/],
])('tells what a labelled line grants: %s', (question, told) => {
  expect(answer(OPTICIAN, question)).toMatch(told);
});

test('takes food and beach for things, and not for small words', () => {
  const base = baseOf(
    'Pousada',
    'Temos comida caseira no jantar.\n\nA praia fica a 200 metros.\n\nO quarto tem ventilador.',
  );
  expect(answer(base, 'tem comida?')).toMatch(/^Sim\. Temos comida caseira/);
  expect(answer(base, 'tem praia perto?') ?? '').not.toContain('ventilador');
});

const SCHOOL = baseOf(
  'Escola',
  `Babel Idiomas | Recife

Cursos: inglês, espanhol, francês e alemão.
Aulas 2x por semana de 1h15, ou aos sábados.
Mensalidade turma: R$ 380. Pagando até o dia 5: R$ 350.
Irmãos: 15% de desconto na segunda mensalidade.
Proibido entrar com bebidas e comidas. Permitido: água em garrafa fechada.
81 3333-7070 | oi@babel.example`,
);

test.each([
  ['quais idiomas vocês ensinam?', 'Cursos: inglês, espanhol, francês e alemão.'],
  ['quanto é a mensalidade?', 'Mensalidade turma: R$ 380. Pagando até o dia 5: R$ 350.'],
  // A discount for some is no yes for everyone.
  ['tem desconto?', 'Irmãos: 15% de desconto na segunda mensalidade.'],
  ['qual o email?', '81 3333-7070 e oi@babel.example'],
])('tells a school’s lines: %s', (question, text) => {
  expect(answer(SCHOOL, question)).toBe(text);
});

test('takes no word of the same kind for the one that is permitted', () => {
  expect(answer(SCHOOL, 'pode entrar com água?') ?? '').not.toMatch(/^Não/);
});

test('tells the prices below the title of a list', () => {
  const base = baseOf(
    'Cardápio',
    'Marmitas da Tia Nena\n\nPequena - R$ 16\nGrande - R$ 24\n\nPacote mensal: 10% de desconto.',
  );
  expect(answer(base, 'quanto é a marmita?')).toBe('Marmitas da Tia Nena\nPequena - R$ 16\nGrande - R$ 24');
});

test('judges by the part that is about the subject', () => {
  const hall = baseOf('Regras', 'Bebidas por conta do cliente, sem rolha.\n\nFogos não são permitidos; fumaça, sim.');
  expect(answer(hall, 'cobra rolha?')).toBe('Não. Bebidas por conta do cliente, sem rolha.');
  const plans = baseOf(
    'Planos',
    'Frequência | Desconto | Fidelidade\nSemanal | 15% | 3 meses\nQuinzenal | 10% | 3 meses\nMensal | 5% | Não tem',
  );
  expect(answer(plans, 'tem desconto no semanal?') ?? '').not.toMatch(/^Não/);
});

test('says neither yes nor no to how much is given back', () => {
  const base = baseOf('Regras', 'Desistência: até 180 dias antes devolvemos 70% do sinal; depois, não há devolução.');
  expect(answer(base, 'desisti 200 dias antes, quanto devolve do sinal?') ?? '').not.toMatch(/^(?:Sim|Não)/);
});

test('takes a name for no mistyped word', () => {
  const base = baseOf('Mudanças', 'Pix, dinheiro e cartão em até 6x.\n\nCaminhão pequeno: R$ 480.');
  expect(answer(base, 'atendem Sertãozinho?')).toBeNull();
});

test('corrects no verb that a thing of the same sound would replace', () => {
  const base = baseOf(
    'Pousada',
    'Animais até 10 kg são bem-vindos: R$ 50 por estadia.\n\nHá uma peça de roupa de cama para cada hóspede.',
  );
  expect(answer(base, 'meu labrador pesa 30 kg, pode?') ?? '').not.toContain('roupa');
});
