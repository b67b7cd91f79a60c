import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ChatEvents } from '../../src/shared/chat-protocol.ts';
import { docxWithMargins, paragraph, pdfWithMargins } from '../fixtures/letterhead.ts';
import { type LocalSite, type Page, serve } from '../outbound/serve.ts';
import {
  type Answer,
  type Caller,
  eventsOf,
  type SharedServer,
  sharedServer,
  textOf,
  until,
} from '../support/server.ts';

let server: SharedServer;
let site: LocalSite;
const pages: Record<string, Page> = {};
beforeAll(async () => {
  site = await serve(pages);
  server = await sharedServer({ allow: [site.host] });
});
afterAll(async () => {
  await site.close();
});

const put = (path: string, title: string, ...paragraphs: string[]) => putWith('', path, title, ...paragraphs);
const putWith = (footer: string, path: string, title: string, ...paragraphs: string[]) => {
  const body = `<html lang="pt-BR"><title>${title}</title><main><h1>${title}</h1>${paragraphs.map((text) => `<p>${text}</p>`).join('')}</main>${footer}</html>`;
  pages[path] = (_request, response) =>
    void response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(body);
};
const isTrained = (caller: Caller) =>
  until(async () =>
    (await caller.get(`/contents?contextId=${caller.contextId}&limit=100`)).body.data.every(
      ({ status }: { status: string }) => status === 'done',
    ),
  );
async function learn(caller: Caller, ...paths: string[]): Promise<string[]> {
  const urls = paths.map((path) => site.origin + path);
  const { body } = await caller.post('/contents/links', { contextId: caller.contextId, urls });
  await isTrained(caller);
  return body.data.map(({ id }: { id: string }) => id);
}
const ask = (caller: Caller, question: string) =>
  server.call({
    method: 'POST',
    url: `/api/widgets/${caller.contextId}/messages`,
    payload: { question, messageId: randomUUID(), visitorToken: randomUUID() },
  });
const dataOf = <E extends keyof ChatEvents>(answer: Answer, name: E) =>
  eventsOf(answer.text).find(({ event }) => event === name)?.data as ChatEvents[E];

const ABOUT = [
  'A Padaria Tília nasceu em 1998. Faça seu pedido pelo WhatsApp e ganhe um café da casa na retirada do balcão.',
  'Aceitamos encomendas pelo WhatsApp com dois dias de antecedência. O WhatsApp é respondido pela Rosa, que atende todos.',
];
const CONTACT = [
  'Telefone: (11) 3333-2222',
  '<a href="https://wa.me/5511988887777">Chame no WhatsApp</a>',
  'Endereço: Rua das Tílias, 80, Centro, São Paulo',
  'Segunda a sexta: 7h às 19h',
  'Sábado: 7h às 14h',
  'Domingo: fechado',
];

describe('questions about a fact', () => {
  it('are answered with the sentence or row that states it and its source', async () => {
    const owner = await server.signUp();
    put('/sobre', 'Quem somos', ...ABOUT);
    put('/contato', 'Contato', ...CONTACT);
    const [, contact] = await learn(owner, '/sobre', '/contato');
    for (const [question, expected] of [
      ['qual o zap?', 'Chame no WhatsApp (WhatsApp 11 98888-7777)'],
      ['me passa o telefone', 'Telefone: (11) 3333-2222'],
      ['onde fica?', 'Endereço: Rua das Tílias, 80, Centro, São Paulo'],
      ['que horas abre sábado', 'Sábado: 7h às 14h'],
      ['vcs abrem domingo?', 'Domingo: fechado'],
    ] as const) {
      const answer = await ask(owner, question);
      expect(textOf(answer), question).toBe(expected);
      expect(dataOf(answer, 'sources')).toMatchObject([{ contentId: contact }]);
      expect(dataOf(answer, 'sources')[0]!.excerpt).toContain(expected);
      expect(dataOf(answer, 'done')).toMatchObject({ outcome: 'answered', grounded: true });
    }
  });

  it('have a source whose excerpt contains the quote, wherever it is in the text', async () => {
    const owner = await server.signUp();
    const story = 'A padaria da família começou numa garagem pequena e cresceu com a ajuda dos vizinhos. '.repeat(6);
    const fees = 'A taxa de entrega para o bairro Jardim Alto é de R$ 12,00 por pedido.';
    put('/historia', 'Nossa história', story, fees);
    await learn(owner, '/historia');
    const answer = await ask(owner, 'quanto é a taxa de entrega para o Jardim Alto?');
    expect(textOf(answer)).toContain(fees);
    expect(dataOf(answer, 'sources')[0]!.excerpt).toContain(fees);
  });

  it('are not answered with a sentence about other days than they name', async () => {
    const owner = await server.signUp();
    const { contextId } = owner;
    const [question, answer] = ['Vocês entregam aos sábados?', 'Sim. Na capital, entregamos aos sábados até as 14h.'];
    const phrasings = ['Fazem entrega no feriado ou na segunda?'];
    await owner.post('/contents/faq', { contextId, question, answer, phrasings });
    await isTrained(owner);
    const outcomeOf = async (asked: string) => dataOf(await ask(owner, asked), 'done').outcome;
    expect(await outcomeOf('vocês entregam no sábado?')).toBe('answered');
    expect(await outcomeOf('vocês entregam no domingo?')).toBe('shown');
    // The owner says that it answers this.
    expect(await outcomeOf(phrasings[0]!)).toBe('answered');
  });

  it('are answered with the entry whose number they name, and its parts', async () => {
    const owner = await server.signUp();
    const contract = `Contrato de locação\n\n1. Pagamento\n1.1. O aluguel vence no dia 5.\n1.2. A multa por atraso é de 2%.\n
2. Rescisão\n2.1. O aviso prévio é de 30 dias.\n2.2. O imóvel é devolvido pintado.\n2.10. A vistoria é gratuita.\n`;
    await owner.upload(
      '/contents/file',
      { contextId: owner.contextId },
      { name: 'contrato.txt', bytes: Buffer.from(contract) },
    );
    await isTrained(owner);
    for (const [question, expected] of [
      ['o que diz a cláusula 2.1 do contrato de locação?', '2.1. O aviso prévio é de 30 dias.'],
      ['e o que diz o item 1.2 do contrato de locação?', '1.2. A multa por atraso é de 2%.'],
    ] as const) {
      const answer = await ask(owner, question);
      expect(textOf(answer), question).toBe(expected);
      expect(dataOf(answer, 'sources')[0]!.excerpt).toContain(expected);
    }
    expect(textOf(await ask(owner, 'o que diz a cláusula 2.1.7 do contrato de locação?'))).not.toContain(
      'aviso prévio',
    );
  });

  it('are answered only from enabled contents of the account', async () => {
    const [owner, other] = [await server.signUp(), await server.signUp()];
    const faq = { question: 'Como falo com a floricultura?', answer: 'Chame no WhatsApp (21) 97777-1234.' };
    const { id } = (await owner.post('/contents/faq', { contextId: owner.contextId, ...faq })).body;
    await isTrained(owner);
    expect(textOf(await ask(owner, 'qual o zap?'))).toBe(faq.answer);
    expect(textOf(await ask(other, 'qual o zap?'))).not.toContain('97777');
    await owner.put(`/contents/${id}`, { ...faq, answer: 'Chame no WhatsApp (21) 96666-1234.' });
    await isTrained(owner);
    expect(textOf(await ask(owner, 'qual o zap?'))).toContain('96666-1234');
    await owner.delete(`/contents/${id}`);
    expect(dataOf(await ask(owner, 'qual o zap?'), 'done').outcome).toBe('unknown');
  });
});

describe('facts that only the footer of the pages states', () => {
  const footer = (
    phone: string,
  ) => `<footer><nav><a href="/pratos">Cardápio</a><a href="/privacidade">Privacidade</a></nav>
    <div><h4>Cantina Girassol</h4><p>Rua dos Ipês, 45 - Vila Nova<br>Sorocaba - SP, 18010-000</p></div>
    <p>Telefone: ${phone}</p><a href="https://wa.me/5515988887777"><svg></svg></a>
    <ul><li>Terça a sexta: 11h às 15h</li><li>Sábado: 11h às 22h</li><li>Domingo e segunda: fechado</li></ul>
    <p>contato@girassol.example · CNPJ 11.222.333/0001-81</p><p>Desenvolvido por Pixel (11) 4444-3333</p></footer>`;
  const DISHES = 'A lasanha da casa leva molho de tomate assado e queijo de Minas, e serve duas pessoas com folga.';
  const STORY = 'A cantina nasceu na cozinha da nona Filomena, que trouxe da Itália as receitas de massa fresca.';

  it('are answered with the footer as source, which is stored once for the whole site', async () => {
    const owner = await server.signUp();
    putWith(footer('(15) 3333-2222'), '/pratos', 'Nossos pratos', DISHES);
    putWith(footer('(15) 3333-2222'), '/nossa-historia', 'Nossa história', STORY);
    const [dishes] = await learn(owner, '/pratos', '/nossa-historia');
    for (const [question, expected] of [
      ['qual o zap?', '(WhatsApp 15 98888-7777)'],
      ['me passa o telefone', 'Telefone: (15) 3333-2222'],
      ['onde fica?', 'Rua dos Ipês, 45 - Vila Nova'],
      ['que horas abre sábado', 'Sábado: 11h às 22h'],
      ['abre segunda?', 'Domingo e segunda: fechado'],
      ['qual o email?', 'contato@girassol.example'],
      ['qual o cnpj', 'CNPJ 11.222.333/0001-81'],
    ] as const) {
      const answer = await ask(owner, question);
      expect(textOf(answer), question).toContain(expected);
      const sources = dataOf(answer, 'sources')!;
      expect(sources, question).toMatchObject([{ contentId: dishes }]);
      expect(sources[0]!.excerpt, question).toContain(expected);
      expect(dataOf(answer, 'done'), question).toMatchObject({ outcome: 'answered', grounded: true });
    }
    expect(textOf(await ask(owner, 'a lasanha serve quantas pessoas?'))).toBe(DISHES);
  });

  it('are overridden by a different value on the contact page', async () => {
    const owner = await server.signUp();
    putWith(footer('(15) 3333-1111'), '/contato', 'Contato', 'Ligue para a cantina: (15) 3333-2222');
    putWith(footer('(15) 3333-1111'), '/massas', 'Massas', DISHES);
    await learn(owner, '/massas', '/contato');
    expect(textOf(await ask(owner, 'qual o telefone?'))).toContain('(15) 3333-2222');
    expect(textOf(await ask(owner, 'qual o endereço?'))).toContain('Rua dos Ipês, 45');
  });

  it('follow the site when its footer changes', async () => {
    const owner = await server.signUp();
    putWith(footer('(15) 3333-2222'), '/doces', 'Doces', DISHES);
    const [id] = await learn(owner, '/doces');
    putWith(footer('(15) 3333-9999'), '/doces', 'Doces', DISHES);
    await owner.post(`/contents/${id}/sync`);
    await until(async () => textOf(await ask(owner, 'qual o telefone?')).includes('(15) 3333-9999'));
  });
});

describe('facts that only the header or footer of a file states', () => {
  const ABOUT_WOOD =
    'A madeira descansa na câmara até perder toda a umidade do corte, e só depois é lixada e encerada.';
  const margins =
    'Telefone: (41) 3333-2222 • WhatsApp (41) 98888-7777\nRua das Araucárias, 310 - Centro, Curitiba - PR';
  const upload = async (caller: Caller, name: string, bytes: Buffer): Promise<string> =>
    (await caller.upload('/contents/file', { contextId: caller.contextId }, { name, bytes })).body.id;

  it.each([
    ['pdf', () => pdfWithMargins({ footer: () => margins, pages: [[ABOUT_WOOD], ['O verniz seca em dois dias.']] })],
    [
      'docx',
      () => Promise.resolve(docxWithMargins([ABOUT_WOOD], { footer: margins.split('\n').map(paragraph).join('') })),
    ],
  ])('are answered with the file as source: %s', async (format, make) => {
    const owner = await server.signUp();
    const id = await upload(owner, `catalogo.${format}`, await make());
    await upload(owner, `copia.${format}`, await make());
    await isTrained(owner);
    for (const [question, expected] of [
      ['qual o zap?', 'WhatsApp (41) 98888-7777'],
      ['me passa o telefone', 'Telefone: (41) 3333-2222'],
      ['onde fica?', 'Rua das Araucárias, 310 - Centro, Curitiba - PR'],
    ] as const) {
      const answer = await ask(owner, question);
      expect(textOf(answer), question).toContain(expected);
      expect(dataOf(answer, 'sources'), question).toMatchObject([{ contentId: id }]);
      expect(dataOf(answer, 'sources')[0]!.excerpt, question).toContain(expected);
    }
  });

  it('are overridden by the pages of the site, because the file may come from a supplier', async () => {
    const owner = await server.signUp();
    putWith('<footer><p>Telefone: (41) 3333-1111</p></footer>', '/moveis', 'Móveis', ABOUT_WOOD);
    await upload(owner, 'verniz.pdf', await pdfWithMargins({ footer: () => margins, pages: [['Verniz.'], ['Cera.']] }));
    await learn(owner, '/moveis');
    expect(textOf(await ask(owner, 'qual o telefone?'))).toContain('(41) 3333-1111');
    expect(textOf(await ask(owner, 'qual o endereço?'))).toContain('Rua das Araucárias, 310');
  });
});
