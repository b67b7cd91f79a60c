import { describe, expect, test } from 'vitest';
import { search } from '../../src/search/search.ts';
import { faq, passage, segmentOf } from './bike-shop.ts';

const BAKERY = [
  faq('pagar', 'Formas de pagamento', 'Aceitamos Pix, boleto e cartão. Dinheiro também.'),
  faq(
    'horario',
    'Horário de funcionamento',
    'De terça a sábado, das 7h às 19h. Domingo até meio-dia. Segunda não abrimos.',
  ),
  faq('entrega', 'Vocês entregam em casa?', 'Entregamos no centro por R$ 6,00. O pedido chega em até 40 minutos.'),
  faq('encomenda', 'Como encomendo um bolo?', 'Pelo WhatsApp (11) 90000-1234, com dois dias de antecedência.'),
  faq('bicho', 'Animais são bem-vindos?', 'Sim, nas mesas da calçada.'),
  passage('casa', 'A padaria fica na Rua das Tílias, 80. Temos bicicletário e vagas na porta.', {
    title: 'Onde estamos.txt',
  }),
];
const bakery = segmentOf(BAKERY);
const partyHouse = segmentOf([
  faq('duracao', 'Qual a duração da festa?', 'Quatro horas, com mais uma se o salão estiver livre.'),
  faq('valor', 'Pacotes e valores', 'De segunda a quinta R$ 3.900 até 50 convidados. No sábado R$ 6.900.'),
  faq(
    'adiar',
    'E se eu precisar adiar?',
    'Até 60 dias antes devolvemos 70%. Depois disso muda a data uma vez, sem multa.',
  ),
  faq('lista', 'Quando fecho a lista de convidados?', 'Até cinco dias antes. Quem passar da lista é cobrado no dia.'),
  faq('fechar', 'Como fecho a data?', 'Contrato assinado e 30% de entrada. O resto em até 5x no boleto.'),
  passage('comida', 'Coxinha, pizza, pipoca e bolo de chocolate. Sem glúten, é só avisar antes da festa.', {
    title: 'Cardápio.txt',
  }),
]);
const idsOf = (question: string, base = bakery) =>
  search([base], question).suggestions.map(({ passage: { contentId } }) => contentId);

describe('a small knowledge base', () => {
  test.each([
    ['posso pagar com pix', 'pagar'],
    ['vcs abrem dom?', 'horario'],
    ['q hrs vcs feicham', 'horario'],
    ['qto fica a taxa d entrega', 'entrega'],
  ])('answers: %s', (question, contentId) => {
    const { outcome, hits } = search([bakery], question);
    expect([outcome, hits[0]?.passage.contentId]).toEqual(['answered', contentId]);
  });

  test.each([
    ['passa no débito?', 'pagar'],
    ['da pra leva meu dog', 'bicho'],
    ['tem onde deixar o carro?', 'casa'],
    ['quero um bolo pro niver do meu filho sabado', 'encomenda'],
  ])('answers or suggests: %s', (question, contentId) => {
    expect(idsOf(question)).toContain(contentId);
  });

  test.each([
    ['a country', 'entregam em Portugal?', 'entrega'],
    ['a city', 'vocês entregam em curitiba?', 'entrega'],
    ['a place abroad', 'entrega em casa no exterior?', 'entrega'],
    ['a place abroad in other words', 'entrega pra fora do país?', 'entrega'],
    ['a way to pay', 'aceitam cheque?', 'pagar'],
    ['a name', 'Vocês entregam bolo da Nutrelle em casa?', 'entrega'],
    ['a day', 'vocês abrem no dia 25?', 'horario'],
  ])('does not confirm %s that no passage mentions: %s', (_, question, contentId) => {
    expect(search([bakery], question).outcome).not.toBe('answered');
    const detail = question.match(/Portugal|curitiba|exterior|fora do país|cheque|Nutrelle|dia 25/)![0];
    const own = BAKERY.find((one) => one.contentId === contentId)!;
    const extended = { ...own, text: `${own.text} Também ${detail}.`, answer: `${own.answer} Também ${detail}.` };
    const base = segmentOf([...BAKERY.filter((one) => one !== own), extended]);
    const { outcome, hits } = search([base], question);
    expect([outcome, hits[0]?.passage.contentId]).toEqual(['answered', contentId]);
  });

  test.each([
    ['Qual a taxa de entrega?', 'A entrega custa R$ 8,00 em toda a cidade.'],
    ['Quanto custa a entrega?', 'R$ 8,00 para qualquer bairro de Campinas.'],
    ['Vocês entregam em outras cidades?', 'Entregamos em todo o Brasil por transportadora.'],
    ['Qual o valor do frete?', 'O frete é R$ 20,00 para a região.'],
  ])('of a few contents does not answer a question about another country with: %s', (question, answer) => {
    const few = [faq('e', question, answer), faq('h', 'Qual o horário?', 'Das 9h às 18h.')];
    for (const base of [segmentOf(few), segmentOf(few.slice(0, 1))])
      for (const variant of ['entregam em Portugal?', 'vcs mandam pro exterior?', 'entrega pra fora do país?'])
        expect(search([base], variant).outcome, variant).not.toBe('answered');
  });

  test.each([
    ['an area that includes it', 'vocês entregam em casa em Manaus?', 'Entregamos em todo o Brasil por R$ 6,00.'],
    ['a distance', 'entregam em casa a 12 km?', 'Entregamos a até 15 km por R$ 6,00.'],
  ])('confirms a detail that a passage covers: %s', (_, question, answer) => {
    const base = segmentOf([
      ...BAKERY.filter((one) => one.contentId !== 'entrega'),
      faq('entrega', 'Vocês entregam em casa?', answer),
    ]);
    const { outcome, hits } = search([base], question);
    expect([outcome, hits[0]?.passage.contentId]).toEqual(['answered', 'entrega']);
  });

  test.each(['quem ganhou o jogo ontem?', 'como tirar mancha de vinho da roupa', 'qual a capital da Mongólia'])(
    'neither answers nor suggests: %s',
    (question) => {
      expect(search([bakery], question)).toMatchObject({ outcome: 'unknown', suggestions: [] });
    },
  );

  test('neither answers nor suggests for a question about the world, unless a passage is about that', () => {
    const question = 'qual a cotação do dólar hoje?';
    const abroad = faq('dolar', 'Recebem dólar?', 'Recebemos dólar em espécie, pela cotação do dia.');
    expect(search([bakery], question)).toMatchObject({ outcome: 'unknown', suggestions: [] });
    expect(search([segmentOf([...BAKERY, abroad])], question).outcome).not.toBe('unknown');
  });

  test.each([
    ['onde fica o cartório?', 'O cartório está na Rua das Flores, na sala 3.'],
    ['que horas abre a feira?', 'A feira vai das 7h às 13h, aos sábados.'],
  ])('is asked about an institution that it is about: %s', (question, text) => {
    const base = segmentOf([...BAKERY, passage('x', text)]);
    expect(search([base], question).outcome).not.toBe('unknown');
  });

  test('explains what the base explains', () => {
    expect(search([bakery], 'me explica como funciona a entrega?').outcome).not.toBe('unknown');
  });

  test.each([
    ['qual a previsão do tempo pra amanhã?', 'Qual a previsão de entrega?', 'A previsão é de dois dias.'],
    ['me manda uma mensagem de aniversário', 'Posso mandar mensagem?', 'Sim, mande mensagem pelo WhatsApp.'],
    ['que horas passa o ônibus pro centro?', 'Que horas sai o pão?', 'O pão sai às 7h e às 16h.'],
  ])('neither answers nor suggests what has only one of its words: %s', (question, own, answer) => {
    const base = segmentOf([...BAKERY, faq('x', own, answer)]);
    expect(search([base], question)).toMatchObject({ outcome: 'unknown', suggestions: [] });
  });

  test.each([
    'como plantar tomate em casa?',
    'quem inventou o pão de forma?',
    'o que é um pedido de habeas corpus?',
    'me ensina a tocar violão em casa',
    'você gosta de bolo?',
    'que horas são?',
  ])('neither answers nor suggests what is asked of anybody and names something that it lacks: %s', (question) => {
    expect(search([bakery], question)).toMatchObject({ outcome: 'unknown', suggestions: [] });
  });

  test.each([
    'como encomendar um bolo?',
    'faz bolo de pote?',
    'quem faz as entregas do interior?',
    'qual a hora de fechar?',
  ])('is asked about what it has, or what a business may do: %s', (question) => {
    expect(search([bakery], question).outcome).not.toBe('unknown');
  });

  test.each(['quanto tá a festa', 'não vai mais rolar a festa, recebo de volta?'])(
    'asserts nothing from passages that share just the subject: %s',
    (question) => {
      expect(['shown', 'suggested']).toContain(search([partyHouse], question).outcome);
    },
  );

  test('ranks passages with the expected kind of answer before those with matching words', () => {
    expect(idsOf('qnto custa a festa', partyHouse)[0]).toBe('valor');
  });

  test('suggests each content once, and at most three', () => {
    const ids = idsOf('vocês entregam o bolo no domingo e aceitam cartão?');
    expect(ids.length).toBeLessThanOrEqual(3);
    expect(new Set(ids).size).toBe(ids.length);
  });

  test('keeps similar confidence as it grows, also where scoring changes', () => {
    const others = Array.from({ length: 1_010 }, (_, index) =>
      passage(`x${index}`, `O pavimento ${index} guarda a peça ${index * 7}, da sala ${index % 30}.`, {
        title: `Depósito ${index}`,
      }),
    );
    const sizes = [80, 98, 120, 150, 185, 225, 275, 340, 415, 510, 630, 770, 900, 1_010];
    const grown = sizes.map((size) => segmentOf([...BAKERY, ...others.slice(0, size)]));
    for (const question of ['posso pagar com pix', 'vcs abrem dom?', 'da pra leva meu dog']) {
      const sure = grown.map((base) => search([base], question).confidence);
      const steps = sure.slice(1).map((one, at) => Math.abs(one - sure[at]!));
      expect(Math.max(...steps), `${question} ${sure.join(' ')}`).toBeLessThan(0.2);
    }
  });
});
