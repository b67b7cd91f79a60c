import { expect, test } from 'vitest';
import { extractAnswer } from '../../src/search/extract-answer.ts';
import { findAnswer } from '../../src/search/find-answer.ts';
import { searchMessage } from '../../src/server/chat/question/search-message.ts';
import { faq, segmentOf } from '../search/bike-shop.ts';

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
