import { describe, expect, it } from 'vitest';
import { withoutPersonalData } from '../../src/server/personal-data/without-personal-data.ts';

const PUBLIC = new Set(['paulo', 'helena', 'alelo']);
const redact = (question: string) => withoutPersonalData(question, (word) => PUBLIC.has(word));

describe('a question stored as a phrasing', () => {
  it.each([
    ...['aceita alelo?', 'Vocês abrem domingo?', 'tem tamanho 42?', 'parcela em 10x?', 'abre das 8h às 18h?'],
    ...['entrega em São Paulo?', 'o Dr. Paulo atende sábado?', 'a Helena corta cabelo masculino?', 'aceita Alelo?'],
    ...['precisa de CPF para comprar?', 'qual o e-mail de vocês?', 'ACEITA CARTÃO DA CAIXA?', 'Aceita Sodexo?'],
    ...['entregam em Santa Teresa?', 'sou a favor de trocar, pode?', 'tem pra menina de 5 anos?'],
    ...['cadê o MEU PEDIDO?', 'quero cancelar O PEDIDO', 'quanto custa a ENTREGA GRÁTIS?'],
  ])('stays unchanged: %s', (question) => {
    expect(redact(question)).toBe(question);
  });

  it.each([
    ['meu pedido 123456 não chegou', 'meu pedido não chegou'],
    ['cadê o pedido nº 98.765?', 'cadê o pedido?'],
    ['o pedido #AB-4412 chega quando', 'o pedido chega quando'],
    ['protocolo: 20241234 tem resposta?', 'protocolo tem resposta?'],
  ])('loses its order number: %s', (question, text) => {
    expect(redact(question)).toBe(text);
  });

  it.each([
    ...['meu cpf é 123.456.789-09, posso comprar?', 'me liga no (81) 90000-1234', 'me chama no 81 9 0000 1234'],
    ...['manda para fulano@exemplo.com.br', 'me segue @fulana', 'viu em www.exemplo.com?', 'nasci em 12/03/1990'],
    ...['meu nome é Zyx e quero trocar', 'me chamo zyx, tem vaga?', 'aqui é a Zyx, abriu?', 'sou o zyx, cadê?'],
    ...['a Maria já foi atendida?', 'o pedido da joão saiu?', 'tem horário com a juliana?', 'falo com o sr. Zyxwo?'],
    ...[
      'entrega para Zyxwo Qwert hoje?',
      'é para o Zyxwo?',
      'é para o ZYXWO?',
      'o PEDIDO do ZYXWO QWERT chegou?',
      'rua das flores 45, entregam?',
      'moro na vila tal, entregam?',
    ],
    ...['meu cartão é 4111 1111 1111 1111', 'x'.repeat(201), '???'],
  ])('is rejected when it may identify a person: %s', (question) => {
    expect(redact(question)).toBeNull();
  });
});
