import { expect, test } from 'vitest';
import { extractAnswer } from '../../src/search/extract-answer.ts';
import { findAnswer } from '../../src/search/find-answer.ts';
import { answerQuestions } from '../../src/server/chat/answer/answer-questions.ts';
import { embeddedModel } from '../../src/server/chat/models/embedded.ts';
import type { AnswerInput } from '../../src/server/chat/models/model.ts';
import { searchMessage } from '../../src/server/chat/question/search-message.ts';
import { faq, passage, segmentOf } from '../search/bike-shop.ts';

const BASE = [
  segmentOf(
    (
      [
        ['Posso trocar de plano?', 'Sim. Para um maior, sem custo. Para um menor, só depois de 12 meses.'],
        ['Paguei e continua bloqueado', 'O pagamento por Pix libera em até 1 hora; por boleto, em até 2 dias úteis.'],
        ['Quanto tempo demora a instalação?', 'De 2 a 5 dias úteis depois da assinatura.'],
        ['A visita técnica é cobrada?', 'Não, se o problema for da nossa rede. Se não for, custa R$ 60.'],
        ['Vendem aparelho usado?', 'Sim, aparelhos usados e revisados, com 6 meses de garantia.'],
        ['Os consertos têm garantia?', 'Sim, garantia de 90 dias em todos os consertos.'],
        ['Vou me mudar, posso levar a internet?', 'Sim. A mudança custa R$ 80 e leva até 7 dias úteis.'],
        ['Qual o horário de atendimento?', 'De segunda a sexta, das 8h às 18h.'],
      ] as const
    ).map(([question, answer], at) => faq(`q${at}`, question, answer)),
  ),
];
const find = async (question: string) => ({ result: findAnswer(BASE, question), resolved: question });

/** What is asserted of each question, or of the message. */
async function toldOf(message: string): Promise<(string | undefined)[]> {
  const { questions, ...whole } = await searchMessage(find, message);
  return (questions.length > 0 ? questions : [whole]).map(({ result }) =>
    result.outcome === 'answered' ? extractAnswer(result)?.text : undefined,
  );
}

test.each([
  ['posso trocar de plano? paga?', 'só depois de 12 meses'],
  ['a visita do técnico é paga? em qts dias vem?', 'custa R$ 60'],
  ['vou me mudar, vcs levam a internet? demora qtos dias?', '7 dias úteis'],
  ['vocês vendem aparelho usado? tem garantia?', '6 meses'],
])('answers a question that names nothing with that of the one before it: %s', async (message, said) => {
  const told = await toldOf(message);
  expect(told).toEqual([expect.stringContaining(said)]);
});

test.each([
  ['posso trocar de plano? qual o horário de atendimento?', ['12 meses', '8h às 18h']],
  ['quanto demora a instalação? os consertos têm garantia?', ['2 a 5 dias', '90 dias']],
])('answers each question that is complete: %s', async (message, said) => {
  expect(await toldOf(message)).toEqual(said.map((one) => expect.stringContaining(one)));
});

const PARTY = [
  segmentOf([
    passage(
      'pagamento',
      'Aceitamos Pix, cartão de crédito em até 4 vezes sem juros e dinheiro. O sinal de 30% é pago no Pix na hora da reserva. O restante deve ser pago no dia da festa, antes da montagem. Pagando tudo à vista no Pix, o desconto é de 5%.',
      { title: 'Pagamento.txt' },
    ),
    passage('domingo', 'Atendemos de segunda a sábado, das 8h às 19h. Aos domingos e feriados não trabalhamos.', {
      title: 'Horários.txt',
    }),
  ]),
];

/** The text told, and the lines that are only suggested. */
async function replyTo(message: string, base = PARTY, unsure = /^$/) {
  const ask = async (question: string) => {
    const result = findAnswer(base, question);
    return { result: unsure.test(question) ? { ...result, outcome: 'shown' as const } : result, resolved: question };
  };
  const { questions } = await searchMessage(ask, message);
  const inputs = questions.map((one) => ({ ...one, history: [] }) as unknown as AnswerInput);
  const answering = answerQuestions(embeddedModel, inputs)!;
  const pieces: unknown[] = [];
  for await (const piece of answering.stream(new AbortController().signal)) pieces.push(piece);
  const verdict = answering.verdict();
  const suggested = verdict.kind === 'answered' ? verdict.suggestions!.map((hit) => hit.sentences[0]!.text) : [];
  return { told: pieces.join(''), suggested };
}

test('answers each question from its own line of one text', async () => {
  const { told } = await replyTo('parcela no cartão? e tem desconto no pix?');
  expect(told).toMatch(/^Aceitamos Pix, cartão.*\n\n.*Pagando tudo à vista no Pix, o desconto é de 5%\.$/);
});

test('offers what was found for a question in the text that answers the other one', async () => {
  const studio = [
    segmentOf([
      passage(
        'trancamento',
        'A mensalidade pode ser trancada por até 60 dias uma vez ao ano, com pedido por e-mail até o dia 25 do mês anterior. Durante o trancamento a vaga só é garantida mediante uma taxa de R$ 90 por mês. Para cancelar, avise com 30 dias de antecedência.',
        { title: 'Trancamento.txt' },
      ),
      passage('aulas', 'As aulas são uma vez por semana e duram três horas.', { title: 'Aulas.txt' }),
    ]),
  ];
  const { told, suggested } = await replyTo('posso trancar por 90 dias? tem taxa pra garantir a vaga?', studio, /^tem/);
  expect(told).toMatch(/^Não\. A mensalidade pode ser trancada por até 60 dias/);
  expect(suggested).toEqual([expect.stringContaining('mediante uma taxa de R$ 90 por mês')]);
});

test('says once what the answers have in common', async () => {
  const shop = [
    segmentOf([
      passage(
        'pagamento',
        'Nas lojas aceitamos dinheiro, Pix, débito e crédito em até 5 vezes sem juros, com parcela mínima de R$ 40. No site, o crédito é em até 6 vezes e o Pix tem 7% de desconto. O cartão-presente vale um ano.',
        { title: 'Pagamento.txt' },
      ),
      passage('lojas', 'A loja do Centro abre de segunda a sexta das 9h às 18h30.', { title: 'Lojas.txt' }),
    ]),
  ];
  const { told } = await replyTo('parcela em quantas vezes? e no site parcela?', shop);
  expect(told.match(/No site, o crédito é em até 6 vezes/g)).toHaveLength(1);
});
