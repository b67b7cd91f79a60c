import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { classifyConversation, wantsHuman } from '../../src/server/chat/classify/classify.ts';

type ExpectedLabels = Partial<Omit<ReturnType<typeof classifyConversation>, 'confidence'>>;
const classify = (...messages: string[]) => classifyConversation(messages);

describe("classifies a conversation by the visitor's messages", () => {
  const cases: [string, string[], ExpectedLabels][] = [
    [
      'a plain question',
      ['Qual é o horário de funcionamento no sábado?'],
      { sentiment: 'neutral', goal: 'information', wantedHuman: false, satisfied: null },
    ],
    [
      'a question that names a defect',
      ['Qual o prazo da garantia para aparelho com defeito?'],
      { sentiment: 'neutral', goal: 'information', wantedHuman: false, satisfied: null },
    ],
    [
      'an angry complaint',
      ['Péssimo atendimento, meu pedido veio errado e ninguém resolve!'],
      { sentiment: 'negative', goal: 'complaint', wantedHuman: false, satisfied: false },
    ],
    [
      'a complaint in haste and without accents',
      ['pqp faz 15 dias q paguei e nao chegou nada'],
      { sentiment: 'negative', goal: 'complaint', satisfied: false },
    ],
    [
      'irony',
      ['Parabéns pela eficiência, é a quinta vez que cancelam minha consulta'],
      { sentiment: 'negative', goal: 'complaint', satisfied: false },
    ],
    [
      'praise',
      ['Adorei o atendimento, equipe muito atenciosa, recomendo demais!'],
      { sentiment: 'positive', goal: 'praise', wantedHuman: false, satisfied: true },
    ],
    ['praise by negation', ['Não tenho nada a reclamar, serviço ótimo'], { sentiment: 'positive', goal: 'praise' }],
    ['a greeting', ['oi, boa tarde'], { sentiment: 'neutral', goal: 'other', wantedHuman: false, satisfied: null }],
    [
      'thanks at the end of a question',
      ['Vocês abrem no domingo?', 'ah, entendi', 'obrigada pela resposta'],
      { sentiment: 'neutral', goal: 'information', satisfied: true },
    ],
    [
      'a question that was not answered',
      ['como emito a guia?', 'não foi isso que perguntei', 'continua errado, desisto'],
      { sentiment: 'negative', goal: 'information', satisfied: false },
    ],
    [
      'a person asked for after a failure',
      ['Meu cartão foi cobrado duas vezes', 'isso não resolve', 'preciso falar com um atendente da loja'],
      { goal: 'complaint', wantedHuman: true, satisfied: false },
    ],
  ];
  test.each(cases)('%s', (_name, messages, expected) => {
    expect(classify(...messages)).toMatchObject(expected);
  });

  test('detects the wish for a human in any message', () => {
    const rest = ['e o valor da entrega?', 'aceita cartão?', 'tem na cor azul?', 'qual o tamanho?'];
    for (let at = 0; at <= rest.length; at++) {
      expect(classify(...rest.toSpliced(at, 0, 'preciso falar com um atendente da loja')).wantedHuman).toBe(true);
    }
    expect(classify(...rest).wantedHuman).toBe(false);
  });

  test('decides satisfaction by the end of the conversation', () => {
    const complaint = 'meu acesso foi bloqueado';
    expect(classify(complaint, 'agora funcionou, muito obrigado, atendimento ótimo!').satisfied).toBe(true);
    expect(classify(complaint, 'não funcionou, que porcaria de atendimento').satisfied).toBe(false);
  });

  test('classifies a conversation without text as neutral, other, false and unknown', () => {
    const nothing = { sentiment: 'neutral', goal: 'other', wantedHuman: false, satisfied: null, confidence: 0 };
    expect(classify()).toEqual(nothing);
    expect(classify('', '  \n')).toEqual(nothing);
  });
});

describe('the live check for the wish to talk to a human', () => {
  test.each([
    'preciso falar com um atendente da loja',
    'me passa pra um humano por favor',
    'Gostaria de conversar com alguém de verdade',
    'quero falar com o gerente',
    'chega de robô, me transfere pra uma pessoa',
    'ATENDENTE HUMANO JÁ',
    'preciso de um atendente',
    'atendente, por favor',
    'corretor por favor',
    'tem alguém aí que possa me atender?',
    'quero deixar um recado',
    'Boa tarde, posso deixar uma mensagem pra dona?',
    'recado',
    'como eu faço pra deixar recado',
    'alguém pode me ligar?',
    'preciso que alguém me ligue hoje',
    'me retornem assim que puderem, por favor',
  ])('detects it: %s', (message) => {
    expect(wantsHuman(message)).toBe(true);
  });

  test.each([
    '',
    'bom dia, meu povo',
    'qual o salário de um atendente?',
    'o atendente foi grosso',
    'vocês têm atendente 24h?',
    'preciso de um corretor de imóveis pra vender minha casa',
    'vocês têm vaga de gerente?',
    'quantas pessoas cabem na mesa?',
    'qual o horário de atendimento?',
    'o curso de recursos humanos é presencial?',
    'meu pedido não chegou, que absurdo',
    'para quantas pessoas serve a pizza grande?',
    'como falo inglês mais rápido com o curso de vocês?',
    'posso deixar uma mensagem no cartão das flores?',
    'dá pra mandar um recado junto com a cesta?',
    'vocês ligam pra confirmar a consulta?',
  ])('does not detect it: %s', (message) => {
    expect(wantsHuman(message)).toBe(false);
  });
});

describe('any text', () => {
  const pieces = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 300 }),
    fc
      .array(fc.constantFrom('não', 'muito', 'obrigado', 'falar com', 'alguém', 'que', 'de', 'demais', '|', '!!', '😡'))
      .map((words) => words.join(' ')),
  );

  test('gets valid labels and the same result twice', () => {
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 30 }), (messages) => {
        const answer = classifyConversation(messages);
        expect(['positive', 'neutral', 'negative']).toContain(answer.sentiment);
        expect(['praise', 'information', 'complaint', 'other']).toContain(answer.goal);
        expect([true, false, null]).toContain(answer.satisfied);
        expect(typeof answer.wantedHuman).toBe('boolean');
        expect(answer.confidence).toBeGreaterThanOrEqual(0);
        expect(answer.confidence).toBeLessThanOrEqual(1);
        expect(classifyConversation(messages)).toEqual(answer);
      }),
      { numRuns: 200 },
    );
  });

  // Words of the detected phrases, repeated many times: they would expose a regular expression with catastrophic
  // backtracking.
  test('is classified within 50 ms, however long and repetitive', () => {
    const dull = [
      'demais ',
      'obrigado ',
      'oi ',
      'bom dia ',
      'quero falar com ',
      'nao que de ',
      'tem alguem ',
      'muito bom e ',
    ];
    for (const word of [...dull, 'a ', 'aa', '?', '\n', '😡', 'ﷺ', '1 ']) {
      const messages = Array.from({ length: 60 }, () => word.repeat(2_000));
      const times = [1, 2, 3].map(() => {
        const start = process.threadCpuUsage();
        classifyConversation(messages);
        return process.threadCpuUsage(start).user;
      });
      expect(Math.min(...times), word).toBeLessThan(50_000);
    }
  });
});
