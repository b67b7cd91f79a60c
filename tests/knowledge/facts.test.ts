import { cnpj } from 'cpf-cnpj-validator';
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { extractAnswer } from '../../src/search/extract-answer.ts';
import { withFacts } from '../../src/search/facts/answer-with-facts.ts';
import { companyNumbersIn } from '../../src/search/facts/company-numbers.ts';
import { emailsIn } from '../../src/search/facts/emails.ts';
import { daysIn, openingHoursIn } from '../../src/search/facts/opening-hours.ts';
import { phonesIn } from '../../src/search/facts/phone-numbers.ts';
import { pixKeysIn } from '../../src/search/facts/pix-keys.ts';
import { streetAddressesIn } from '../../src/search/facts/street-addresses.ts';
import { search } from '../../src/search/search.ts';
import { faq, passage, segmentOf } from '../search/bike-shop.ts';

const digits = (count: number) => fc.stringMatching(new RegExp(`^\\d{${count}}$`));
const area = fc.constantFrom('11', '21', '31', '51', '71', '85', '98');
const number = fc
  .tuple(area, fc.boolean(), digits(4), digits(4), fc.constantFrom('2', '3', '4', '5'))
  .map(([ddd, isMobile, a, b, first]) => ({ ddd, first: isMobile ? `9${a}` : `${first}${a.slice(1)}`, second: b }));
type Numbered = { ddd: string; first: string; second: string };
const SPELLINGS: ((n: Numbered) => string)[] = [
  ({ ddd, first, second }) => `(${ddd}) ${first}-${second}`,
  ({ ddd, first, second }) => `(0${ddd})${first}-${second}`,
  ({ ddd, first, second }) => `+55 ${ddd} ${first} ${second}`,
  ({ ddd, first, second }) => `+55 (${ddd}) ${first}-${second}`,
  ({ ddd, first, second }) => `${ddd} ${first}.${second}`,
  ({ ddd, first, second }) => `${ddd}${first}${second}`,
];

describe('facts in a text', () => {
  test('have valid positions in any text', () => {
    const pieces = fc.constantFrom(
      '(11) 9',
      '8888-7777',
      '24h',
      ' às ',
      'seg',
      'Rua ',
      'Av. ',
      '@',
      '.com',
      ', 12',
      '/0001-',
      's/n',
      '\n',
    );
    const texts = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.array(fc.oneof(pieces, fc.string())).map((all) => all.join('')),
    );
    fc.assert(
      fc.property(texts, (text) => {
        for (const { start, end } of [
          ...phonesIn(text, ''),
          ...emailsIn(text),
          ...companyNumbersIn(text),
          ...streetAddressesIn(text),
        ]) {
          expect(start).toBeGreaterThanOrEqual(0);
          expect(end).toBeGreaterThan(start);
          expect(end).toBeLessThanOrEqual(text.length);
        }
        for (const { days, hours, isClosed } of openingHoursIn(text)) {
          expect(days.every((day) => day >= 0 && day <= 7)).toBe(true);
          expect(isClosed).toBe(hours.length === 0);
        }
      }),
    );
  });

  it('include phone numbers in any common spelling', () => {
    fc.assert(
      fc.property(number, fc.constantFrom(...SPELLINGS), fc.boolean(), (one, spell, isWhatsapp) => {
        const written = spell(one);
        const text = `Fale com a gente! ${isWhatsapp ? 'WhatsApp' : 'Telefone'}: ${written}. Até logo.`;
        const [found, ...more] = phonesIn(text, '');
        expect(more).toEqual([]);
        const value = `${one.ddd}${one.first}${one.second}`;
        expect(found).toMatchObject({ kind: isWhatsapp ? 'whatsapp' : 'phone', value });
        expect(text.slice(found!.start, found!.end)).toBe(written);
      }),
    );
  });

  test.each<[string, [string, string][]]>([
    ['0800 123 4567', [['phone', '08001234567']]],
    ['https://wa.me/5511999998888?text=oi', [['whatsapp', '11999998888']]],
    ['https://api.whatsapp.com/send?phone=5511999998888', [['whatsapp', '11999998888']]],
    ['(11) 99999-8888 (WhatsApp)', [['whatsapp', '11999998888']]],
    [
      'Tel. (11) 3333-4444 ou 3333-5555',
      [
        ['phone', '1133334444'],
        ['phone', '33335555'],
      ],
    ],
    [
      'Telefone: (11) 3333-4444 | WhatsApp: (11) 99999-8888',
      [
        ['phone', '1133334444'],
        ['whatsapp', '11999998888'],
      ],
    ],
    ['WhatsApp\n(11) 99999-8888', [['whatsapp', '11999998888']]],
    [
      'Telefone e WhatsApp: 11 99999-8888',
      [
        ['phone', '11999998888'],
        ['whatsapp', '11999998888'],
      ],
    ],
    ['De 2019-2024 crescemos 3333-4444 vezes', []],
    ['Pedido 11 2222 333344, nota 12345678901234', []],
    ['(10) 3333-4444', []],
    ['R$ 3500,00 em 10/10/2024', []],
  ])('finds the phone numbers in "%s"', (text, expected) => {
    const found = phonesIn(text, '').map(({ kind, value }) => [kind, value] as [string, string]);
    expect(found.sort()).toEqual(expected.sort());
  });

  it('include company numbers with valid check digits only', () => {
    fc.assert(
      fc.property(digits(12), (start) => {
        const [right] = Array.from({ length: 100 }, (_, n) => start + String(n).padStart(2, '0')).filter((one) =>
          cnpj.isValid(one),
        );
        if (right === undefined) return;
        const wrong = right.slice(0, 13) + String((Number(right[13]) + 1) % 10);
        expect(companyNumbersIn(`CNPJ ${cnpj.format(right)}, ou ${right}`).map(({ value }) => value)).toEqual([
          right,
          right,
        ]);
        expect(companyNumbersIn(`CNPJ ${wrong}`)).toEqual([]);
      }),
    );
  });

  test.each([
    ['A cantina fica na Rua Sete de Abril, 71, num casarão', 'Rua Sete de Abril, 71'],
    ['Av. Bonfim 2210 – Centro', 'Av. Bonfim 2210'],
    ['Estamos na Avenida dos Ipês, 1.200', 'Avenida dos Ipês, 1.200'],
    ['Praça da Matriz, s/n', 'Praça da Matriz, s/n'],
    ['Rodovia BR-101, km 12', 'Rodovia BR-101, km 12'],
    ['Rua Aberta das 9h às 18h', undefined],
    ['A Rua das Flores tem 3 lojas', undefined],
  ])('finds the street address in "%s"', (text, expected) => {
    const [found] = streetAddressesIn(text);
    expect(found && text.slice(found.start, found.end)).toBe(expected);
  });
});

describe('opening hours', () => {
  const hoursOf = (text: string) =>
    openingHoursIn(text).map(
      ({ days, hours, isClosed }) => `${days.join('')} ${isClosed ? 'fechado' : hours.join(' ')}`,
    );

  test.each([
    ['Segunda a sexta das 9h às 18h, sábado até 13h', ['12345 09:00-18:00', '6 -13:00']],
    ['Seg–Sex 8:00-18:00; fechado aos domingos', ['12345 08:00-18:00', '0 fechado']],
    ['Aberto 24 horas', [' 00:00-24:00']],
    ['24 horas, todos os dias', ['0123456 00:00-24:00']],
    ['Seg a sex 8h-12h e 14h-18h, sáb 8h às 12h', ['12345 08:00-12:00 14:00-18:00', '6 08:00-12:00']],
    ['Funcionamos das 8 às 18 de segunda a sexta e das 8 às 12 aos sábados', ['12345 08:00-18:00', '6 08:00-12:00']],
    ['Fechado às segundas. Terça a domingo, 18h às 23h30.', ['1 fechado', '023456 18:00-23:30']],
    ['Todos os dias exceto segunda, das 10h às 22h', ['023456 10:00-22:00']],
    ['Todos os dias, das 10h às 22h, inclusive feriados', ['01234567 10:00-22:00']],
    ['2ª a 6ª das 8h30 às 17h45', ['12345 08:30-17:45']],
    ['Domingos e feriados a loja permanece fechada', ['07 fechado']],
    ['A segunda via do boleto sai em até 2h', []],
    ['O curso tem 40 horas e 12 aulas', []],
  ])('reads "%s"', (text, expected) => expect(hoursOf(text)).toEqual(expected));

  test('reads any day with any hours', () => {
    const names = ['domingo', 'segunda', 'terça', 'quarta', 'quinta', 'sexta', 'sábado'];
    const hour = fc.integer({ min: 0, max: 23 });
    fc.assert(
      fc.property(fc.nat(6), hour, hour, fc.constantFrom('h', ':00'), (day, from, to, unit) => {
        const two = (n: number) => String(n).padStart(2, '0');
        const text = `Aos ${names[day]}s, das ${from}${unit} às ${to}${unit}.`;
        expect(hoursOf(text)).toEqual([`${day} ${two(from)}:00-${two(to)}:00`]);
        expect(daysIn(`que horas abre ${names[day]}`)).toEqual([day]);
      }),
    );
  });
});

const bakery = segmentOf([
  passage(
    'sobre',
    'A Padaria Tília nasceu em 1998. Faça seu pedido pelo WhatsApp e ganhe um café. Aceitamos encomendas pelo WhatsApp com ' +
      'dois dias de antecedência. Ligue para (11) 3333-1111 e fale com a Rosa.',
    { title: 'Quem somos' },
  ),
  passage(
    'contato',
    'Telefone: (11) 3333-2222\nWhatsApp: (11) 98888-7777\nE-mail: oi@tilia.example\n' +
      'Endereço: Rua das Tílias, 80, Centro\nHorário\nSegunda a sexta: 7h às 19h\nSábado: 7h às 14h\nDomingo: fechado',
    { title: 'Contato' },
  ),
  passage('rodape', 'Padaria Tília Ltda. CNPJ 11.222.333/0001-81. Todos os direitos reservados.', {
    title: 'Privacidade',
  }),
  faq('entrega', 'Vocês entregam em casa?', 'Entregamos no centro por R$ 6,00, das 8h às 18h.'),
  faq('vagas', 'Como trabalho aí?', 'Envie seu currículo para rh@tilia.example.'),
]);
const answerTo = (question: string) => {
  const result = withFacts([bakery], question, search([bakery], question));
  return { fact: result.fact, text: extractAnswer(result)?.text };
};

describe('a question about a fact', () => {
  test.each([
    ['qual o zap?', 'WhatsApp: (11) 98888-7777'],
    ['me passa o telefone', 'Telefone: (11) 3333-2222'],
    ['tem email?', 'E-mail: oi@tilia.example'],
    ['onde fica?', 'Endereço: Rua das Tílias, 80, Centro'],
    ['que horas abre sábado', 'Sábado: 7h às 14h'],
    ['vcs abrem dom?', 'Domingo: fechado'],
    ['fecha que horas na sexta?', 'Segunda a sexta: 7h às 19h'],
    ['abre fds?', 'Sábado: 7h às 14h\nDomingo: fechado'],
    ['tão abertos hj?', 'Segunda a sexta: 7h às 19h\nSábado: 7h às 14h\nDomingo: fechado'],
    ['qual email do rh', 'Envie seu currículo para rh@tilia.example.'],
  ])('answers "%s" with "%s"', (question, expected) => expect(answerTo(question).text).toBe(expected));

  test('is answered with the number, not with a sentence that only mentions it', () => {
    expect(answerTo('qual o cnpj de vcs').text).toContain('11.222.333/0001-81');
    expect(answerTo('qual o whats?').fact?.used[0]).toMatchObject({
      passage: { contentId: 'contato' },
      quotes: ['WhatsApp: (11) 98888-7777'],
    });
  });

  test.each([
    'tem grupo no whatsapp?',
    'vcs abrem no feriado?',
    'que horas abre a piscina?',
    'até que horas entregam?',
    'qual o telefone do dentista?',
    'posso mandar foto no zap',
    'tem horário sábado?',
  ])('is left to the search when no fact answers it: %s', (question) =>
    expect(answerTo(question).fact).toBeUndefined(),
  );
});

const BIO = segmentOf([
  passage(
    'bio',
    'Navalha Fina\n📍 R. das Acácias 211, Vila Nova (portão verde)\n🕘 ter a sex 10h–20h | sáb 8h–17h\n❌ dom e seg fechado\nPix: caixa@navalha.com.br',
    { title: 'bio do instagram.txt' },
  ),
  faq('queue', 'Precisa marcar horário?', 'Sexta e sábado só com hora marcada.'),
]);

test.each([
  ['onde vocês ficam?', '📍 R. das Acácias 211, Vila Nova (portão verde)'],
  ['vcs abrem segunda?', '❌ dom e seg fechado'],
  ['qual a chave pix?', 'Pix: caixa@navalha.com.br'],
  ['me passa o pix', 'Pix: caixa@navalha.com.br'],
  ['até que horas no sábado?', '🕘 ter a sex 10h–20h e sáb 8h–17h'],
  ['até que horas fica aberto no sábado?', '🕘 ter a sex 10h–20h e sáb 8h–17h'],
])('a profile states: %s', (question, expected) => {
  expect(extractAnswer(withFacts([BIO], question, search([BIO], question)))?.text).toBe(expected);
});

test.each([
  ['Pix: 11.222.333/0001-81', '11222333000181'],
  ['Chave Pix (celular): (11) 98888-7777', '11988887777'],
  ['PIX CNPJ 11.222.333/0001-81', '11222333000181'],
  ['Chave Pix aleatória: 123e4567-e89b-12d3-a456-426614174000', '123e4567-e89b-12d3-a456-426614174000'],
  ['Pagamento por Pix (e-mail): Caixa@Navalha.com.br', 'caixa@navalha.com.br'],
])('reads the key for payments in "%s"', (text, value) => {
  const [key, ...others] = pixKeysIn(text);
  expect(key?.value).toBe(value);
  expect(text.slice(key!.start, key!.end).replace(/[^\w@.-]/g, '')).not.toBe('');
  expect(others).toEqual([]);
});

test.each([
  'Aceitamos Pix. Telefone (11) 98888-7777.',
  'Pix, cartão e dinheiro: (11) 98888-7777',
  'Desconto de 5% no Pix acima de R$ 200,00',
  'Pix\n(11) 98888-7777',
])('reads no key for payments in "%s"', (text) => expect(pixKeysIn(text)).toEqual([]));

test.each(['qual o desconto no pix?', 'aceita pix?', 'qual o prazo pra cair o pix?'])(
  'a question about payments asks for no key: %s',
  (question) => expect(withFacts([BIO], question, search([BIO], question)).fact).toBeUndefined(),
);

test('a key for payments is no mailbox', () => {
  const found = withFacts([BIO], 'qual o e-mail de vocês?', search([BIO], 'qual o e-mail de vocês?'));
  expect(found.fact).toBeUndefined();
  expect(found.outcome).not.toBe('answered');
});

test('reads hours without an h', () => {
  expect(openingHoursIn('seg a sex 8 às 18, sáb 8 às 12').map(({ days, hours }) => [days, hours])).toEqual([
    [[1, 2, 3, 4, 5], ['08:00-18:00']],
    [[6], ['08:00-12:00']],
  ]);
});
