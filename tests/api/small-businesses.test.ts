import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import type { ChatEvents } from '../../src/shared/chat-protocol.ts';
import {
  type Answer,
  type Caller,
  eventsOf,
  type SharedServer,
  sharedServer,
  textOf,
  until,
} from '../support/server.ts';

interface Business {
  faqs: readonly (readonly [question: string, answer: string])[];
  file?: { name: string; lines: readonly string[] };
}

const PIZZERIA: Business = {
  faqs: [
    ['Qual o valor da entrega?', 'Até 3 km R$ 7, de 3 a 6 km R$ 12. Acima disso não entregamos.'],
    ['Em quanto tempo chega o pedido?', 'De 40 a 60 minutos; sexta e sábado à noite pode levar 80 minutos.'],
    ['Tem pizza sem glúten?', 'Temos massa sem glúten no tamanho médio, por mais R$ 14.'],
    ['Precisa reservar mesa?', 'De terça a quinta é por ordem de chegada. Nos outros dias reservamos até as 19h30.'],
  ],
  file: {
    name: 'contato.txt',
    lines: [
      'Contato',
      '',
      'Rua Augusto Severo, 77 - Vila Nova, Londrina - PR',
      'Pedidos: (43) 3027-8899',
      '',
      'Horário de funcionamento',
      'Terça a quinta: 18h às 23h',
      'Sexta e sábado: 18h às 00h30',
      'Segunda: fechado',
    ],
  },
};
const CLINIC: Business = {
  faqs: [
    ['Vocês atendem crianças?', 'Sim, a partir de 2 anos, com a odontopediatra Dra. Lívia, às terças e quintas.'],
    ['Quais convênios são aceitos?', 'Atendemos Amil Dental, OdontoPrev e Bradesco Dental.'],
    ['Como marco uma consulta?', 'Pelo WhatsApp ou por telefone, em horário comercial.'],
  ],
  file: {
    name: 'clinica.txt',
    lines: [
      'Onde estamos',
      '',
      'Av. Getúlio Vargas, 900, sala 302, Centro, Blumenau - SC',
      'Telefone (47) 3340-5566',
      'zap (47) 98800-4455',
      'Seg a sex das 8h às 18h30. Não abrimos aos fins de semana.',
      'Estacionamento conveniado no prédio ao lado: 1 hora grátis.',
      '',
      'Tabela de valores',
      '',
      'Procedimento\tValor\tSessões',
      'Limpeza\tR$ 180\t1',
      'Canal\tR$ 850\t2 a 3',
      'Implante\tR$ 2.900\t4',
    ],
  },
};
const CONDOMINIUM: Business = {
  faqs: [
    ['Como reservo o salão de festas?', 'Pelo aplicativo, com até 60 dias de antecedência. A taxa é de R$ 150.'],
    ['Posso ter animal no apartamento?', 'Pode. Nas áreas comuns só no colo ou na guia, e nunca na piscina.'],
    ['Como faço uma mudança?', 'Agende com três dias de antecedência. Mudanças de segunda a sábado, das 8h às 17h.'],
  ],
};
const REPAIRS: Business = {
  faqs: [
    ['Vocês consertam geladeira?', 'Sim, de todas as marcas. A visita custa R$ 80, abatidos do conserto.'],
    ['Quanto tempo demora o conserto?', 'A maioria dos reparos é feita na hora.'],
    ['Qual o horário de atendimento?', 'Segunda a sexta das 8h às 18h e sábado das 8h às 13h.'],
  ],
};
const LAUNDRY: Business = {
  faqs: [
    ['Onde fica a loja?', 'Rua das Acácias, 412, Centro. Há duas vagas de estacionamento na frente.'],
    ['Qual o horário?', 'De segunda a sexta, das 8h às 19h.'],
    ['Como posso pagar?', 'Pix, dinheiro e cartões de débito e crédito.'],
  ],
};
const BUSINESSES = { pizzeria: PIZZERIA, clinic: CLINIC, condominium: CONDOMINIUM, repairs: REPAIRS, laundry: LAUNDRY };

let server: SharedServer;
const owners = new Map<Business, Caller>();
beforeAll(async () => {
  server = await sharedServer();
  for (const business of Object.values(BUSINESSES)) owners.set(business, await teach(business));
});

async function teach({ faqs, file }: Business): Promise<Caller> {
  const owner = await server.signUp();
  const { contextId } = owner;
  for (const [question, answer] of faqs) await owner.post('/contents/faq', { contextId, question, answer });
  if (file) {
    const bytes = Buffer.from(file.lines.join('\n'));
    await owner.upload('/contents/file', { contextId }, { name: file.name, bytes });
  }
  await until(async () =>
    (await owner.get(`/contents?contextId=${contextId}&limit=100`)).body.data.every(
      ({ status }: { status: string }) => status === 'done',
    ),
  );
  return owner;
}

const dataOf = <E extends keyof ChatEvents>(answer: Answer, name: E) =>
  eventsOf(answer.text).find(({ event }) => event === name)?.data as ChatEvents[E];

/** Sends messages in one conversation and returns the answer to the last one. */
async function askBusiness(business: Business, ...messages: readonly string[]): Promise<Answer> {
  const { contextId } = owners.get(business)!;
  const visitorToken = randomUUID();
  let conversationId: string | undefined;
  let answer: Answer | undefined;
  for (const question of messages) {
    const payload = { question, messageId: randomUUID(), visitorToken, conversationId };
    answer = await server.call({ method: 'POST', url: `/api/widgets/${contextId}/messages`, payload });
    conversationId = dataOf(answer, 'conversation').id;
  }
  return answer!;
}

describe('follow-ups', () => {
  test.each([
    ['pizzeria', ['qual o valor da entrega?', 'qual seu endereço?'], 'Rua Augusto Severo, 77'],
    ['pizzeria', ['qual o valor da entrega?', 'onde fica?'], 'Rua Augusto Severo, 77'],
    ['pizzeria', ['tem pizza sem glúten?', 'que horas abre sábado?'], 'Sexta e sábado: 18h às 00h30'],
    ['clinic', ['quanto custa um implante?', 'qual o zap?'], 'zap (47) 98800-4455'],
    // Contacts and requests for a person are not topics.
    ['clinic', ['qual o zap?', 'onde fica?'], 'Av. Getúlio Vargas, 900'],
    ['clinic', ['quero falar com um atendente', 'onde fica?'], 'Av. Getúlio Vargas, 900'],
    // The topic has its own place.
    ['clinic', ['tem estacionamento?', 'onde fica?'], 'no prédio ao lado'],
  ] as const)('of the %s: %j is answered with %s', async (name, messages, expected) => {
    const answer = await askBusiness(BUSINESSES[name], ...messages);
    expect(textOf(answer)).toContain(expected);
    expect(textOf(answer)).not.toContain('R$');
    if (!messages.at(-1)!.includes('zap')) expect(textOf(answer)).not.toContain('98800-4455');
  });

  test.each([
    // The address of the business is not a topic, so the question does not ask for its price.
    ['pizzeria', ['qual o valor da entrega?', 'qual seu endereço?', 'quanto custa?']],
    // The answer about the last topic does not mention the new one.
    ['condominium', ['posso usar o salão de festas?', 'e a piscina?']],
    ['pizzeria', ['tem pizza sem glúten?', 'e sem lactose?']],
  ] as const)('of the %s: %j is not answered, at most suggested', async (name, messages) => {
    expect(dataOf(await askBusiness(BUSINESSES[name], ...messages), 'done').outcome).not.toBe('answered');
  });
});

test.each(['Adorei a pizza sem glúten! quanto custa?', 'Muito obrigada, amei a pizza sem glúten! Quanto é?'])(
  'praise names the topic of the question after it: %s',
  async (message) => expect(textOf(await askBusiness(PIZZERIA, message))).toContain('por mais R$ 14'),
);

describe('the question at the end of a story', () => {
  test.each([
    [
      'repairs',
      'Minha geladeira parou de gelar ontem à noite, já perdi toda a carne do freezer e amanhã tenho visita. Vocês abrem sábado?',
      'sábado das 8h às 13h',
    ],
    [
      'condominium',
      'Vou me mudar no fim do mês e o pessoal da transportadora está me cobrando uma resposta. Qual horário pode fazer mudança?',
      'das 8h às 17h',
    ],
    [
      'condominium',
      'Ganhei um filhote de labrador da minha sogra e o vizinho de baixo já veio reclamar do latido. Pode ter bicho no prédio?',
      'na guia',
    ],
  ] as const)('is answered: %s, %s', async (name, message, expected) => {
    expect(textOf(await askBusiness(BUSINESSES[name], message))).toContain(expected);
  });

  test('is not searched for by itself when the story names its subject', async () => {
    const { outcome } = dataOf(await askBusiness(CLINIC, 'sou do unimed odonto, atendem?'), 'done');
    expect(outcome).not.toBe('answered');
  });
});

describe('exact facts', () => {
  test.each([
    ['pizzeria', 'qual o telefone?', 'Pedidos: (43) 3027-8899'],
    ['pizzeria', 'abre segunda?', 'Segunda: fechado'],
    ['clinic', 'qual o zap?', 'zap (47) 98800-4455'],
    ['clinic', 'me passa o telefone', 'Telefone (47) 3340-5566'],
  ] as const)('in lines of a text file are answered without other lines: %s, %s', async (name, question, expected) => {
    expect(textOf(await askBusiness(BUSINESSES[name], question))).toBe(expected);
  });

  test('of a department are answered', async () => {
    expect(textOf(await askBusiness(PIZZERIA, 'telefone dos pedidos'))).toBe('Pedidos: (43) 3027-8899');
  });

  test('of the business do not answer a question about a person', async () => {
    const answer = await askBusiness(CLINIC, 'adorei o atendimento da Dra. Lívia. Ela atende sexta?');
    expect(textOf(answer)).not.toContain('Seg a sex');
  });

  test('that no content states are not replaced by other facts', async () => {
    expect(dataOf(await askBusiness(PIZZERIA, 'tem whatsapp?'), 'done').outcome).not.toBe('answered');
  });
});

describe('a table', () => {
  test.each([
    ['quanto custa um canal?', 'Canal: valor R$ 850 e sessões 2 a 3'],
    ['valor da limpeza', 'Limpeza: valor R$ 180 e sessões 1'],
  ])('is quoted by its matching row, without the lines above it: %s', async (question, expected) => {
    expect(textOf(await askBusiness(CLINIC, question))).toBe(expected);
  });

  test('is never quoted by its header only', async () => {
    const answer = await askBusiness(CLINIC, 'quantas sessões?');
    expect(dataOf(answer, 'done').outcome).toBe('suggested');
  });
});

describe('a visitor who asks for a person', () => {
  test.each(['quero falar com um atendente', 'me passa pra um humano', 'falar com uma pessoa de verdade'])(
    'gets the contact and no quotes: %s',
    async (message) => {
      const answer = await askBusiness(CLINIC, message);
      expect(dataOf(answer, 'done').person).toMatchObject({ whatsapp: '5547988004455' });
      expect(textOf(answer)).toMatch(/^Claro! Você pode falar com uma pessoa/);
      expect(textOf(await askBusiness(REPAIRS, message))).not.toContain('sábado das 8h às 13h');
    },
  );
});

describe('a word with two meanings', () => {
  test.each([
    ['tem vaga aí?', true],
    ['tem vaga de emprego?', false],
  ])('is read by the words beside it: %s', async (question, isAnswered) => {
    const { outcome } = dataOf(await askBusiness(LAUNDRY, question), 'done');
    expect(outcome === 'answered').toBe(isAnswered);
  });
});
