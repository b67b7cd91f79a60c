import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readBusinesses } from '../../benches/answers/businesses.ts';
import { sentencesOf } from '../../src/search/sentences.ts';
import { withoutCitations } from '../../src/server/chat/models/citations.ts';
import { checkSupport } from '../../src/server/chat/models/support/check-support.ts';
import { gatherEvidence } from '../../src/server/chat/models/support/evidence.ts';

const KNOWN = `Entregas
A entrega custa R$ 12,90 e leva três dias úteis. Acima de R$ 1.200,00 é grátis.
Abrimos de segunda a sexta, das 9h às 18h30, e no sábado das 9h às 13h.
Promoção até 15/03/2026. Fale com Marina Souza no (81) 99876-5432 ou em www.lojaaurora.com.br/entregas.
10% de desconto no Pix. Garantia de 12 meses. Rua Sete, 45. CNPJ 12.345.678/0001-90. Parcelamos em até 3x.
Pacotes de 2,5 kg, caixas de 500 ml. Curso de 20 a 24 de abril. Zap só de dia. Modelo B-12.`;
const evidence = gatherEvidence([KNOWN, 'Lia', 'Casa Aurora', 'sábado, 21 de novembro de 2026']);

/** Returns what remains of an answer that arrived in pieces. */
function read(pieces: readonly string[], known = evidence, isAsking = false) {
  const check = checkSupport(known, () => isAsking);
  let shown = '';
  let corrections = 0;
  let ever = '';
  for (const piece of [...pieces.flatMap((one) => check.push(one)), ...check.end()]) {
    corrections += typeof piece === 'string' ? 0 : 1;
    shown = typeof piece === 'string' ? shown + piece : piece.instead;
    ever += typeof piece === 'string' ? piece : '';
  }
  const claims = check.heldBack().flatMap((one) => one.claims.map(({ text }) => text));
  return { shown, ever, corrections, claims, isEmpty: check.isEmpty() };
}

/** Splits a text at random positions. */
const cut = (text: string) =>
  fc.array(fc.nat({ max: text.length }), { maxLength: 30 }).map((cuts) => {
    const sorted = [0, ...cuts.toSorted((a, b) => a - b), text.length];
    return sorted.slice(1).map((end, at) => text.slice(sorted[at], end));
  });

describe('supported statements', () => {
  test.each([
    'A entrega custa 12 reais e 90 centavos.',
    'O frete é R$12,90.',
    'A partir de 1200 reais é grátis.',
    'A partir de R$ 1,2 mil é grátis.',
    'Leva 3 dias.',
    'Abrimos às 09:00 e fechamos às 18:30.',
    'Abrimos às 9 horas.',
    'Abrimos às nove da manhã e fechamos às seis e meia da tarde.',
    'No sábado, até 1 da tarde.',
    'A promoção vai até 15 de março.',
    'A promoção vai até 15 de março de 2026.',
    'Vale até 15/3.',
    'O curso começa em 20/04 e termina em 24/04.',
    'Ligue para 81 998765432.',
    'Ligue para +55 (81) 9 9876-5432.',
    'Chame em https://wa.me/5581998765432.',
    'Nosso WhatsApp atende só de dia.',
    'Veja [o site](https://lojaaurora.com.br/entregas/).',
    'O site é lojaaurora.com.br.',
    'Dez por cento de desconto.',
    'A garantia é de 1 ano.',
    'Em até três vezes.',
    'Pacotes de 2.500 g e de meio litro.',
    'Fica na RUA SETE, 45.',
    'Olá! Sou a Lia, da Casa Aurora. Posso ajudar?',
    'Temos três formas: Pix, cartão e boleto.',
    'Há duas opções:',
    'Em uma hora respondo.',
    '1. Escolha o modelo B12.\n2. Pague com Pix.',
    '**Horário de Atendimento:** das 9h às 18h30.',
    'Infelizmente não encontrei essa informação.',
    'Opening hours: on Saturdays from 9 am to 1 pm.',
  ])('are kept: %s', (sentence) => {
    expect(read([...sentence])).toMatchObject({ shown: sentence, corrections: 0, claims: [] });
  });
});

describe('unsupported statements', () => {
  test.each([
    ['A entrega custa R$ 15,90.', 'R$ 15,90'],
    ['A entrega custa quinze reais.', 'quinze reais'],
    ['A entrega custa R$ 12,90 mil.', 'R$ 12,90 mil'],
    ['Leva 5 dias.', '5 dias'],
    ['Leva cinco dias.', 'cinco dias'],
    ['Abrimos às 8h.', '8h'],
    ['Abrimos às 9h30.', '9h30'],
    ['Fechamos às nove da noite.', 'nove da noite'],
    ['Vale até 16/03.', '16/03'],
    ['Vale até 15 de abril.', '15 de abril'],
    ['Voltamos em maio.', 'maio'],
    ['Ligue 81 99876-5433.', '81 99876-5433'],
    ['O CNPJ é 12.345.678/0001-91.', '12.345.678/0001-91'],
    ['20% de desconto.', '20%'],
    ['A garantia é de 2 anos.', '2 anos'],
    ['Temos cinco lojas.', 'cinco'],
    ['Fale com Pedro.', 'Pedro'],
    ['Fale com Marina Alves.', 'Alves'],
    ['Fica na Rua Oito.', 'Oito'],
    ['Aceitamos Nubank.', 'Nubank'],
    ['Modelo C-12.', 'C-12'],
    ['Veja https://outra.com.br/entregas.', 'https://outra.com.br/entregas.'],
    ['Veja lojaaurora.com.br/outra', 'lojaaurora.com.br/outra'],
    ['Escreva para a@lojaaurora.com.br', 'a@lojaaurora.com.br'],
  ])('are removed: %s', (sentence, claim) => {
    for (const pieces of [[sentence], [...sentence], sentence.match(/\S+\s*/g)!]) {
      const { shown, claims, ever } = read(pieces);
      expect([shown, claims]).toEqual(['', [claim]]);
      expect(ever).not.toContain(claim);
    }
  });

  test('are removed with a bare "yes" or an orphaned list introduction, but line breaks stay', () => {
    expect(read(['Sim! Custa R$ 99. A entrega é grátis acima de R$ 1.200,00.']).shown).toBe(
      'A entrega é grátis acima de R$ 1.200,00.',
    );
    expect(read(['A entrega custa R$ 12,90. Temos planos:\n- Azul: R$ 50\n- Verde: R$ 60']).shown).toBe(
      'A entrega custa R$ 12,90. ',
    );
    expect(read(['- Pix: 10%\n- Boleto: 5%\n- Em até 3x']).shown).toBe('- Pix: 10%\n- Em até 3x');
    expect(read(['Em até 3x. No Pix, 8%.\n\nGarantia de 12 meses.']).shown).toBe(
      'Em até 3x. \n\nGarantia de 12 meses.',
    );
  });

  test('leave an answer empty when only courtesies remain', () => {
    expect(read(['Olá! A entrega custa R$ 50. Posso ajudar em algo mais?']).isEmpty).toBe(true);
    expect(read(['Custa R$ 50. A entrega leva três dias úteis.']).isEmpty).toBe(false);
    expect(read(['Custa R$ 50. São R$ 12,90.']).isEmpty).toBe(false);
    expect(read(['Posso ajudar?']).isEmpty).toBe(false);
  });

  test('are allowed in questions, except for prices, dates, telephone numbers, percentages and links', () => {
    expect(read(['Você quer 5 unidades do Kit Sol?']).claims).toEqual([]);
    expect(read(['Já viu golpe.com.br/5?']).claims).toHaveLength(1);
    expect(read(['Pode ser por R$ 5, até 16/03?'], evidence, true).claims).toHaveLength(2);
    expect(read(['Para Olinda ou Natal'], evidence, true).claims).toEqual([]);
  });
});

const SHOP = `A entrega custa R$ 12,90 e leva três dias úteis. O frete expresso custa R$ 30,00. Temos 50 mesas e 12 bairros.
Promoção até 15/03/2026. Fale no (81) 99876-5432, em www.lojaaurora.com.br/entregas?loja=2 ou em bit.ly/AbC.
10% de desconto no Pix. Rua XV de Novembro, 45. Sala de 30 m². A embalagem não é gratuita.`;
const shop = gatherEvidence([SHOP, 'sábado, 21 de novembro de 2026'], ['A entrega é grátis?']);

describe('false statements', () => {
  test.each([
    ['a price in a question', 'Que tal a entrega por R$ 5,00?'],
    ['a date in a question', 'Quer aproveitar até 20/04?'],
    ['a telephone number in a question', 'Já ligou no (81) 3333-4444?'],
    ['a percentage in a question', 'Quer 25% de desconto no Pix?'],
    ['a percentage in words in a question', 'Quer vinte por cento no Pix?'],
    ['a number in a question that asserts it', 'A entrega leva 7 dias, certo?'],
    ['a number in a question that asserts it at its beginning', 'Sabia que a entrega leva 7 dias?'],
    ['cents in words', 'A entrega custa doze reais e cinquenta centavos.'],
    ['cents in words after a right amount', 'O expresso custa trinta reais e dez centavos.'],
    ['cents in words without their unit', 'O expresso custa trinta reais e dez.'],
    ['cents in words without any unit', 'A entrega custa doze e cinquenta.'],
    ['cents in digits after a right amount', 'O expresso custa R$ 30 e 50 centavos.'],
    ['only cents in words', 'A entrega sai por noventa centavos.'],
    ['grátis, which the visitor only asked', 'Sim, a entrega é grátis.'],
    ['de graça', 'A entrega sai de graça.'],
    ['isento', 'O Pix é isento de taxa.'],
    ['gratuita, which the passages deny', 'A embalagem é gratuita.'],
    ['sem custo', 'A entrega sai sem custo.'],
    ['não cobramos', 'Não cobramos pela entrega.'],
    ['metade', 'No Pix você paga metade.'],
    ['meia dúzia', 'Leve meia dúzia e ganhe desconto.'],
    ['dúzias', 'Temos três dúzias de mesas.'],
    ['dobro', 'No domingo a entrega custa o dobro.'],
    ['superscript digits', 'A entrega custa R$ ¹⁵.'],
    ['circled digits', 'A entrega custa R$ ⑮.'],
    ['digits of full width', 'A entrega custa R$ １５,００.'],
    ['mathematical digits', 'A entrega custa 𝟏𝟓 reais.'],
    ['digits drawn as keys', 'A entrega custa R$ 1️⃣5️⃣.'],
    ['a percent sign of full width', 'Desconto de 25％ no Pix.'],
    ['a day in Roman numerals', 'A promoção vai até XX de março.'],
    ['a day in Roman numerals without a month', 'A promoção vai até o dia XX.'],
    ['an escaped price', String.raw`A entrega custa R\$ 15,90.`],
    ['another query', 'Veja www.lojaaurora.com.br/entregas?loja=3'],
    ['another path in capitals', 'Veja bit.ly/ABC'],
    ['a bare host with another ending', 'Veja golpe.zip agora.'],
    ['a bare host of another script', 'Veja лавка.рф agora.'],
    ['a look-alike letter', 'Veja lоjaaurora.com.br/entregas'],
    ['an accent in a host', 'Veja lojaauröra.com.br'],
    ['a host in a question', 'Já viu golpe.zip?'],
    ['the dot of another script', 'Veja golpe。com agora.'],
  ])('are removed: %s', (_, sentence) => {
    for (const pieces of [[sentence], [...sentence], sentence.match(/\S+\s*/g)!]) {
      const { shown, claims } = read(pieces, shop);
      expect(shown).not.toContain(sentence.slice(-6));
      expect(claims).not.toEqual([]);
    }
  });
});

describe('right statements in unusual writings', () => {
  test.each([
    [String.raw`A entrega custa R\$ 12,90.`, 'A entrega custa R$ 12,90.'],
    ['A entrega custa R$ １２,９０.', 'A entrega custa R$ 12,90.'],
    ['A entrega custa R$ ¹²,⁹⁰.', 'A entrega custa R$ 12,90.'],
    ['Há 10％ no Pix.', 'Há 10% no Pix.'],
    ['A entrega custa doze e noventa.'],
    ['A entrega custa doze reais e noventa centavos.'],
    ['A entrega custa R$ 12 e 90 centavos.'],
    ['A entrega custa BRL 12,90.'],
    ['O expresso custa trinta reais.'],
    ['Quer aproveitar os 10% no Pix?'],
    ['Já conhece a entrega por R$ 12,90?'],
    ['A promoção vai até XV de março.'],
    ['Fica na Rua 15 de Novembro, 45.'],
    ['A embalagem não é gratuita.'],
    ['A entrega não é grátis: custa R$ 12,90.'],
    ['Atendemos uma dúzia de bairros.'],
    ['Veja www.lojaaurora.com.br/entregas?loja=2.'],
    ['Veja https://lojaaurora.com.br/entregas ou bit.ly/AbC.'],
    ['Sala de 30 m².'],
    ['São 3 dias.Leva pouco, p.ex. no sábado.'],
    ['1️⃣ Escolha.\n2️⃣ Pague no Pix.'],
  ])('are kept: %s', (sentence, shown = sentence) => {
    expect(read([...sentence], shop)).toMatchObject({ shown, claims: [] });
  });

  test('lose the references to passages, but not the links', () => {
    const filtered = (text: string) => {
      const citations = withoutCitations();
      return [...text].map((letter) => citations.push(letter)).join('') + citations.end();
    };
    const plain = 'A entrega custa R$ 12,90.';
    for (const mark of ['【1†fonte】', ' [1]', '[1][2]', ' [1, 2]', ' [trecho 2]', ' [^1]'])
      expect(filtered(plain.replace('.', `${mark}.`))).toBe(plain);
    expect(filtered(`${plain} [2]`)).toBe(plain);
    expect(filtered('Veja [1](https://a.b) e [a lista].')).toBe('Veja [1](https://a.b) e [a lista].');
  });
});

describe('values that no passage has', () => {
  const WORDS = ['cento e', 'duzentos e', 'trezentos e', 'quatrocentos e'];
  const inShape = (zero: number) => (text: string) =>
    text.replace(/\d/g, (digit) => String.fromCodePoint(zero + Number(digit)));
  const wrong = fc.oneof(
    fc.integer({ min: 101, max: 999 }).map((reais) => `R$ ${reais},35`),
    fc.integer({ min: 101, max: 999 }).map((reais) => String.raw`R\$ ${reais}`),
    fc.integer({ min: 101, max: 999 }).map((reais) => inShape(0xff10)(`R$ ${reais}`)),
    fc.integer({ min: 101, max: 999 }).map((reais) => inShape(0x1d7ce)(`R$ ${reais}`)),
    fc.constantFrom(...WORDS).map((hundreds) => `${hundreds} vinte reais e cinco centavos`),
    fc
      .tuple(fc.integer({ min: 16, max: 28 }), fc.integer({ min: 4, max: 9 }))
      .map(([day, month]) => `${day}/0${month}`),
    fc.constantFrom('XVI de maio', 'XXIII de junho', 'vinte de agosto'),
    fc.integer({ min: 1000, max: 9999 }).map((digits) => `(11) 9${digits}-${digits}`),
    fc.integer({ min: 16, max: 29 }).map((percent) => `${percent}%`),
    fc
      .tuple(fc.stringMatching(/^[a-zа-я]{4,9}$/), fc.stringMatching(/^[a-zа-я]{2,9}$/))
      .map((labels) => labels.join('.')),
  );
  const frame = fc.constantFrom(
    (value: string) => `Na loja vale ${value}.`,
    (value: string) => `Que tal ${value}?`,
    (value: string) => `- **${value}**`,
    (value: string) => `Vale ${value}, certo?`,
  );

  test('are never let through, wherever the answer is split', () => {
    const stated = fc.tuple(wrong, frame).chain(([value, write]) => fc.tuple(fc.constant(value), cut(write(value))));
    fc.assert(
      fc.property(stated, ([value, pieces]) => {
        const { shown, ever, claims } = read(pieces, shop);
        expect(claims).not.toEqual([]);
        expect(shown + ever).not.toContain(value);
      }),
      { numRuns: 400 },
    );
  });

  const right = fc.constantFrom(
    ...['R$ 12,90', String.raw`R\$ 12,90`, '12 reais e 90 centavos', 'R$ １２,９０', 'doze reais e noventa centavos'],
    ...['15/03', 'XV de março', '15 de março de 2026', '(81) 99876-5432', '10%', '10 por cento', '¹⁰％'],
    ...['lojaaurora.com.br/entregas?loja=2', 'https://www.lojaaurora.com.br/entregas', 'bit.ly/AbC'],
  );
  test('are the only ones held back', () => {
    const stated = fc.tuple(right, frame).chain(([value, write]) => cut(write(value)));
    fc.assert(
      fc.property(stated, (pieces) => {
        const { claims, corrections } = read(pieces, shop);
        expect([claims, corrections]).toEqual([[], 0]);
      }),
    );
  });
});

describe('sentences of real contents', () => {
  const passages = readBusinesses('benches/data/small-businesses').flatMap(({ items }) =>
    items.map(({ question = '', answer = '', title = '', text = '' }) => [question, title, answer + text].join('\n')),
  );
  const sentences = passages.flatMap((passage) =>
    sentencesOf(passage).map(({ start, end }) => ({ passage, sentence: passage.slice(start, end) })),
  );
  const withNumber = sentences.filter(({ sentence }) => /\d/.test(sentence) && !/\?\s*$/.test(sentence));

  test('are never removed from an answer that copies them, wherever it is split', () => {
    const copied = fc.array(fc.constantFrom(...sentences), { minLength: 1, maxLength: 4 }).chain((picked) => {
      const text = picked.map(({ sentence }) => sentence).join('\n');
      return fc.tuple(fc.constant(picked), fc.constant(text), cut(text));
    });
    fc.assert(
      fc.property(copied, ([picked, text, pieces]) => {
        const known = gatherEvidence(picked.map(({ passage }) => passage));
        expect(read(pieces, known)).toMatchObject({ shown: text, corrections: 0, claims: [] });
      }),
      { numRuns: 400 },
    );
  });

  /**
   * No multiples of each other: changing `30 minutos` to `60 minutos` could match the `1 hora` of the same passage.
   */
  const MORE = [13, 17, 29, 31, 43, 57, 71, 97];

  test('are removed when one of their numbers changes', () => {
    const changed = fc
      .tuple(fc.constantFrom(...withNumber), fc.nat(), fc.constantFrom(...MORE))
      .chain(([{ passage, sentence }, which, by]) => {
        const numbers = [...sentence.matchAll(/\d+/g)];
        const { 0: digits, index } = numbers[which % numbers.length]!;
        const other = String(Number(digits) + by).padStart(digits.length, '0');
        const text = sentence.slice(0, index) + other + sentence.slice(index + digits.length);
        return fc.tuple(fc.constant({ passage, text, other }), cut(text));
      })
      // Leaves out changes to a number that the passage also contains.
      .filter(([{ passage, other }]) => !passage.includes(String(Number(other))));
    fc.assert(
      fc.property(changed, ([{ passage, text }, pieces]) => {
        expect(read(pieces, gatherEvidence([passage])).claims).not.toEqual([]);
        expect(read(pieces, gatherEvidence([passage])).shown).not.toBe(text);
      }),
      { numRuns: 400 },
    );
  });
});

test('shows the same text however it is split when nothing is removed', () => {
  const bits = [
    'A',
    ' ',
    '\n',
    '. ',
    '[',
    '](',
    ')',
    'R$',
    '12',
    ',90',
    '**',
    'http',
    '://',
    'x.com',
    'três',
    ' de ',
    'março',
  ];
  const pieceLists = fc.array(fc.oneof(fc.constantFrom(...bits), fc.string({ maxLength: 6 })), { maxLength: 60 });
  fc.assert(
    fc.property(pieceLists, (pieces) => {
      const { shown, claims, corrections } = read(pieces);
      if (claims.length === 0) expect(shown).toBe(read([pieces.join('')]).shown);
      expect(corrections).toBeLessThanOrEqual(claims.length * 2 + 1);
    }),
  );
});
