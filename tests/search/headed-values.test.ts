import { expect, test } from 'vitest';
import { withListBelow } from '../../src/search/facts/listed-below.ts';
import { findAnswer } from '../../src/search/find-answer.ts';
import { answer, baseOf } from './base-of.ts';
import { passage, segmentOf } from './bike-shop.ts';

const NOTARY = baseOf(
  'orientações',
  `2º Tabelionato de Monte Verde

Horário: de segunda a sexta-feira, das 9h às 17h, sem fechar para almoço.

CASAMENTO CIVIL
Os dois noivos comparecem com duas testemunhas maiores de 18 anos.
Documentos: certidão de nascimento atualizada, RG e CPF. Divorciados: certidão de casamento com averbação. Viúvos: certidão de casamento e de óbito.
Taxa: R$ 412,00 na sede do cartório, de segunda a sexta; R$ 690,00 fora da sede ou aos sábados.

REGISTRO DE NASCIMENTO
Gratuito, com a primeira certidão. Pais casados: basta um deles. Não casados: o pai precisa comparecer ou enviar procuração.

PROCURAÇÃO PÚBLICA
R$ 98,60, feita na hora. É preciso o documento de quem outorga. Para vender imóvel: R$ 186,00.`,
);
const PRINTERS = baseOf(
  'tabela de preços',
  `GRÁFICA PONTO - TABELA

CARTÃO DE VISITA (couchê 300g, 9x5)
Qtd; Só frente; Frente e verso; Verniz localizado
100; 38,00; 49,00; -
500; 79,00; 98,00; 145,00
1000; 119,00; 139,00; 189,00

PANFLETO (couchê 115g)
Qtd; 10x14; 15x21
1000; 189,00; 259,00
2500; 279,00; 429,00
5000; 399,00; 669,00

Revisão simples da arte sem custo. Pedidos abaixo de R$ 100 só à vista. Acima disso, cartão em até 3x.`,
);
const DANCE = baseOf(
  'grade e valores',
  `Espaço Compasso - Dança

TURMAS
Jazz adulto: ter e qui 19h30
Sapateado: sáb 10h
K-pop (a partir de 10 anos): sáb 11h30

MENSALIDADES
1x por semana R$ 120
2x por semana R$ 180
Aula avulsa R$ 45
Matrícula R$ 60, isenta até 31/01

Cancelamento: avise até o dia 20 do mês anterior. Sem multa.
Vencimento dia 10. Depois disso 2% de multa.
Recepção seg a sex 14h-21h, sáb 9h-13h.`,
);
const TATTOOS = baseOf(
  'bio',
  `Estúdio Traço Fino

Menor de 18 só com responsável presente e documento dos dois. Menor de 16 não tatuamos.
Depois: lavar 3x ao dia com sabonete neutro, passar pomada fina.
Pix, débito, crédito em até 4x sem juros acima de 400.`,
);
const SOLAR = baseOf(
  'site',
  `Energia solar

Prazos
O projeto fica pronto em 10 dias. A homologação leva de 30 a 45 dias e a instalação dura 2 dias.

Garantia
Inversor: 10 anos. Instalação: 2 anos.

Quanto custa
Sistema de 3 kWp (conta de até R$ 350): a partir de R$ 12.900
Sistema de 8 kWp (conta de até R$ 1.000): a partir de R$ 27.800`,
);
const BAKERY = baseOf(
  'cardápio',
  `Doceria

Bolos
Fubá - R$ 32,00
Cenoura - R$ 38,00
Nozes - R$ 74,00

Entrega
Taxa de R$ 6 a R$ 12; grátis acima de R$ 120. Pedido mínimo de R$ 30.`,
);
const CONDOMINIUM = baseOf(
  'regimento',
  `REGIMENTO INTERNO

CAPÍTULO I - DAS ÁREAS COMUNS
Art. 1º O salão de festas comporta 60 pessoas e pode ser reservado pelo aplicativo. Taxa de uso: R$ 180,00. O cancelamento sem custo é possível até 10 dias antes.
Art. 2º A churrasqueira comporta 20 pessoas. Taxa de uso: R$ 70,00.

CAPÍTULO II - DAS MULTAS
Art. 3º A primeira infração gera advertência.`,
);
const CARRIER = baseOf(
  'regras',
  `COLETA
Coletamos em Belo Horizonte e Betim.

O QUE NÃO TRANSPORTAMOS
Animais, alimentos perecíveis, armas, produtos inflamáveis, dinheiro e joias. Vidro, só com embalagem reforçada.`,
);
const PARTIES = baseOf(
  'pacotes',
  `Buffet Pula Pirata

PACOTE CAPITÃO (sex a dom)
40 pessoas - 3.790 | 60 pessoas - 4.690 | pessoa extra 69
4h de festa, hot dog e docinhos`,
);

const ROW = 'CARTÃO DE VISITA (couchê 300g, 9x5): Qtd';
test.each([
  [
    NOTARY,
    'quanto custa casar?',
    'CASAMENTO CIVIL: Taxa: R$ 412,00 na sede do cartório, de segunda a sexta; R$ 690,00 fora da sede ou aos sábados.',
  ],
  [NOTARY, 'procuração quanto custa?', 'PROCURAÇÃO PÚBLICA: R$ 98,60, feita na hora.'],
  [
    PRINTERS,
    'quanto custa 500 cartões de visita?',
    `${ROW} 500: só frente 79,00, frente e verso 98,00 e verniz localizado 145,00`,
  ],
  [PRINTERS, 'quanto é 2500 panfletos 15x21?', 'PANFLETO (couchê 115g): Qtd 2500: 10x14 279,00 e 15x21 429,00'],
  [PRINTERS, 'parcela no cartão?', 'Pedidos abaixo de R$ 100 só à vista. Acima disso, cartão em até 3x.'],
  [
    DANCE,
    'quanto é a mensalidade?',
    'MENSALIDADES\n1x por semana R$ 120\n2x por semana R$ 180\nAula avulsa R$ 45\nMatrícula R$ 60, isenta até 31/01',
  ],
  [DANCE, 'que aulas tem no sábado?', 'Sapateado: sáb 10h\nK-pop (a partir de 10 anos): sáb 11h30'],
  [TATTOOS, 'tenho 17, posso tatuar?', 'Menor de 18 só com responsável presente e documento dos dois.'],
  [TATTOOS, 'minha filha de 15 anos pode tatuar?', 'Não. Menor de 16 não tatuamos.'],
  [TATTOOS, 'parcela?', 'Pix, débito, crédito em até 4x sem juros acima de 400.'],
  [SOLAR, 'quanto tempo leva a instalação?', 'A homologação leva de 30 a 45 dias e a instalação dura 2 dias.'],
  [CONDOMINIUM, 'quanto é a churrasqueira?', 'Art. 2º A churrasqueira comporta 20 pessoas. Taxa de uso: R$ 70,00.'],
  [
    PARTIES,
    'quanto é o pacote capitão?',
    'PACOTE CAPITÃO (sex a dom): 40 pessoas - 3.790, 60 pessoas - 4.690 e pessoa extra 69',
  ],
  [
    CARRIER,
    'transportam animais?',
    'O QUE NÃO TRANSPORTAMOS\nAnimais, alimentos perecíveis, armas, produtos inflamáveis, dinheiro e joias.',
  ],
  [BAKERY, 'qual bolo é o mais barato?', 'Bolos: Fubá - R$ 32,00'],
  [BAKERY, 'a partir de quanto a entrega é grátis?', 'Entrega: Taxa de R$ 6 a R$ 12; grátis acima de R$ 120.'],
])('tells what stands below the heading or the day that is asked for: %#', (base, question, told) => {
  expect(answer(base, question)).toBe(told);
});

test('says no yes to a cell that is empty', () => {
  expect(answer(PRINTERS, 'tem verniz localizado no cartão de 100?')).toBe(
    `${ROW} 100: só frente 38,00 e frente e verso 49,00`,
  );
});

test('tells both lines of which one says the opposite of the other', () => {
  expect(answer(DANCE, 'tem multa se atrasar?')).toBe(
    'Cancelamento: Sem multa.\nVencimento dia 10. Depois disso 2% de multa.',
  );
});

test('takes no permission to book for one to cancel', () => {
  expect(answer(CONDOMINIUM, 'posso cancelar a reserva do salão?') ?? '').not.toMatch(/^Sim/);
});

const GUESTHOUSE = baseOf(
  'Sobre',
  `Sítio Recanto

CHALÉ IPÊ (casal)
Lareira e cozinha equipada.

CHALÉ ARAUCÁRIA (casal)
Lareira, hidromassagem e rede.

Diárias
Domingo a quinta: casal R$ 380, família R$ 620.
Sexta e sábado: casal R$ 520, família R$ 840.

Serviços
Lavanderia, massagem e passeio a cavalo.`,
);

test.each([
  [GUESTHOUSE, 'quais chalés vocês têm?', 'CHALÉ IPÊ (casal)\nCHALÉ ARAUCÁRIA (casal)'],
  [GUESTHOUSE, 'quais serviços oferecem?', 'Serviços\nLavanderia, massagem e passeio a cavalo.'],
  [GUESTHOUSE, 'quanto é a diária pra casal na quarta?', 'Diárias: Domingo a quinta: casal R$ 380, família R$ 620.'],
  [
    DANCE,
    'quais turmas tem?',
    'TURMAS\nJazz adulto: ter e qui 19h30\nSapateado: sáb 10h\nK-pop (a partir de 10 anos): sáb 11h30',
  ],
])('lists all that is asked for: %#', (base, question, told) => {
  expect(answer(base, question)).toBe(told);
});

test('lists them also if a FAQ that only mentions one is answered', () => {
  const packages = 'Pacotes infantis\nPacote Semente: R$ 3.200\nPacote Broto: R$ 4.300';
  const faqOf = (question: string) =>
    passage('faq', 'Pode, sim. O preço do pacote não muda.', {
      question,
      answer: 'Pode, sim. O preço do pacote não muda.',
    });
  const told = (question: string) => {
    const text = passage('packages', `Espaço Ipê\n\n${packages}`, { title: 'festas.txt' });
    const hits = [faqOf(question), text].map((one) => ({ passage: one, score: 1, sentences: [] }));
    const { fact: _, ...found } = findAnswer([segmentOf([text])], 'pacotes');
    return withListBelow('quais os pacotes?', { ...found, hits, outcome: 'answered' }).fact?.text;
  };
  expect(told('Posso levar meu próprio bolo?')).toBe(packages);
  expect(told('Quais são os pacotes?')).toBeUndefined();
});

test('lists no menu of a site', () => {
  const menu = 'Serviços\nInício\nQuem somos\nContato';
  const site = (more: object) => segmentOf([passage('site', menu, { title: 'Clínica', ...more })]);
  expect(answer(site({}), 'quais serviços vocês têm?')).toBe(menu);
  expect(answer(site({ isBoilerplate: true }), 'quais serviços vocês têm?') ?? '').not.toContain('Quem somos');
});
