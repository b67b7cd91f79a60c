import fc from 'fast-check';
import iconv from 'iconv-lite';
import { describe, expect, it } from 'vitest';
import { decodeText } from '../../src/reading/extract/decode-text.ts';
import { joinLines } from '../../src/reading/extract/join-lines.ts';
import { parseTxt } from '../../src/reading/extract/parse-txt.ts';
import { tidy } from '../../src/reading/extract/tidy-text.ts';

const CHARACTERS = [...'abcdefghijlmnopqrstuvzABCDEÁÀÂÃÉÊÍÓÔÕÚÇáàâãéêíóôõúç0123456789 .,;:!?"ºª°§–“”…€\n'];
/** Pairs that no text has, but one in a wrong encoding. */
const MIXED_UP = /[ÂÃ][ªº°§“”–…€]|\p{L}€\p{L}/u;
const portuguese = fc
  .string({ unit: fc.constantFrom(...CHARACTERS), minLength: 1, maxLength: 300 })
  .filter((text) => !MIXED_UP.test(text));

describe('encodings', () => {
  it('decodes any Portuguese text in UTF-8 (with or without a BOM) and in UTF-16 with a BOM', () => {
    fc.assert(
      fc.property(portuguese, (text) => {
        expect(decodeText(Buffer.from(text))).toBe(text);
        expect(decodeText(iconv.encode(text, 'utf-8', { addBOM: true }))).toBe(text);
        for (const encoding of ['utf-16le', 'utf-16be']) {
          expect(decodeText(iconv.encode(text, encoding, { addBOM: true }))).toBe(text);
        }
      }),
    );
  });

  it('detects Windows-1252 and UTF-16 without a BOM in typical texts', () => {
    fc.assert(
      fc.property(portuguese, (text) => {
        // An accented Windows-1252 letter before a space is invalid UTF-8. A plain letter adds the NUL bytes of
        // UTF-16.
        const known = `${text} à noite`;
        expect(decodeText(iconv.encode(known, 'windows-1252'))).toBe(known);
        expect(decodeText(iconv.encode(`a${known}`, 'utf-16le'))).toBe(`a${known}`);
        expect(decodeText(iconv.encode(`a${known}`, 'utf-16be'))).toBe(`a${known}`);
      }),
    );
  });

  const TEXT = 'Instalação do ar-condicionado: R$ 480,00, com manutenção. Não há taxa às segundas; ônibus até você.\n';
  const inUtf8 = Buffer.from(TEXT);
  it.each([
    ['DOS 850', iconv.encode(TEXT, 'cp850'), TEXT],
    [
      'DOS 850 in capitals',
      iconv.encode('PROMOÇÃO DE VERÃO: AÇÚCAR E CAFÉ', 'cp850'),
      'PROMOÇÃO DE VERÃO: AÇÚCAR E CAFÉ',
    ],
    ['Mac Roman', iconv.encode(TEXT, 'macintosh'), TEXT],
    ['UTF-8 with a wrong byte', Buffer.concat([inUtf8, Buffer.from([0xe7, 0x0a])]), `${TEXT}ç\n`],
    ['UTF-8 and Windows-1252', Buffer.concat([inUtf8, iconv.encode(TEXT, 'windows-1252')]), TEXT + TEXT],
    ['UTF-8 twice', Buffer.from(iconv.decode(inUtf8, 'windows-1252')), TEXT],
    ['UTF-8, once and twice', Buffer.concat([inUtf8, Buffer.from(iconv.decode(inUtf8, 'windows-1252'))]), TEXT + TEXT],
    ['UTF-8 with a NUL', Buffer.from(`${TEXT}\0fim`), `${TEXT}\0fim`],
    [
      'capitals and quotes',
      iconv.encode('Promoção “SÓ AMANHÃ”, em frente à praça: pão, café, maçã e limão', 'windows-1252'),
      'Promoção “SÓ AMANHÃ”, em frente à praça: pão, café, maçã e limão',
    ],
  ])('decodes %s', (_, bytes, text) => expect(decodeText(bytes)).toBe(text));
});

describe('tidy', () => {
  it('removes control and invisible characters and double spaces, and is idempotent', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
        const tidied = tidy(text);
        expect(tidied).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u00a0\u00ad\u200b\ufeff]| {2}|^ | $/);
        expect(tidy(tidied)).toBe(tidied);
      }),
    );
  });

  it('composes accents, expands ligatures, removes soft hyphens and normalizes unusual spaces', () => {
    expect(tidy('Cafe\u0301 \ufb01no\u00a0 e su\u00adave\u2003\t\n pós\u2011venda')).toBe(
      'Café fino e suave pós-venda',
    );
  });
});

describe('words hyphenated at the end of a line', () => {
  const words = new Set(['guarda-chuva', 'embalagem']);
  it.each([
    ['a emba-', 'lagem fechada', 'a embalagem fechada'],
    ['o guarda-', 'chuva verde', 'o guarda-chuva verde'],
    ['na segunda-', 'feira cedo', 'na segunda-feira cedo'],
    ['para vendê-', 'lo depois', 'para vendê-lo depois'],
    ['uma noi-', 'te fria', 'uma noite fria'],
    ['de 2024 -', 'segue aqui', 'de 2024 - segue aqui'],
    ['o trem São Paulo-', 'Santos', 'o trem São Paulo-Santos'],
    ['fim da linha', 'começo da outra', 'fim da linha começo da outra'],
  ])('joins "%s" and "%s"', (above, below, joined) => expect(joinLines(above, below, words)).toBe(joined));
});

describe('plain-text formatting', () => {
  const read = (text: string) => parseTxt(Buffer.from(text)).blocks.map(({ kind, text }) => `${kind}: ${text}`);

  it('reads capitals with a note in brackets as a heading', () => {
    expect(read('PRATOS (servem 1 pessoa)\nFeijoada: R$ 46\nTilápia: R$ 42')[0]).toBe(
      'heading: PRATOS (servem 1 pessoa)',
    );
  });

  it('keeps the asterisk of a note, and reads struck prices as old ones', () => {
    expect(read('Sobremesa grátis*\nKit festa ~R$ 150~ R$ 129\n* só no dia do aniversário')).toEqual([
      'paragraph: Sobremesa grátis*',
      'paragraph: Kit festa (antes R$ 150) R$ 129',
      'paragraph: * só no dia do aniversário',
    ]);
    expect(read('Serviços\n* corte\n* barba')).toEqual(['paragraph: Serviços', 'list: - corte\n- barba']);
  });

  it('distinguishes numbered headings from numbered list items', () => {
    expect(
      read('1. Entregas\n\nO prazo é de três dias.\n\n1.1 Retirada na loja\n\nFica pronta em duas horas.'),
    ).toEqual([
      'heading: 1. Entregas',
      'paragraph: O prazo é de três dias.',
      'heading: 1.1 Retirada na loja',
      'paragraph: Fica pronta em duas horas.',
    ]);
    expect(read('Como pedir:\n\n1. Escreva para nós.\n2. Espere o código.\n3. Poste o pacote.')).toEqual([
      'paragraph: Como pedir:',
      'list: 1. Escreva para nós.\n2. Espere o código.\n3. Poste o pacote.',
    ]);
  });

  it('joins lines wrapped to fit a screen and keeps intentional line breaks', () => {
    expect(read('A loja abre de segunda a sexta, das oito e meia às\nseis e meia da tarde, e aos sábados.')).toEqual([
      'paragraph: A loja abre de segunda a sexta, das oito e meia às seis e meia da tarde, e aos sábados.',
    ]);
    expect(read('Telefone: 3555-0142\nEscreva para atendimento@emporio.example, que respondemos logo')).toEqual([
      'paragraph: Telefone: 3555-0142',
      'paragraph: Escreva para atendimento@emporio.example, que respondemos logo',
    ]);
  });

  it.each([
    [
      'contacts',
      ['Rua das Gaivotas, 145 - Campeche', 'Telefone (48) 3222-1010', 'zap (48) 99111-2233', 'oi@pet.example'],
    ],
    ['opening hours', ['Segunda a sexta: 8h às 19h', 'Sábado: 8h às 16h', 'Domingo e feriados: fechado']],
    ['names', ['Marguerita', 'Calabresa', 'Quatro queijos']],
    [
      'hours beside an address that is longer',
      [
        'Av. Getúlio Vargas, 900, sala 302, Centro, Blumenau - SC',
        'Seg a sex das 8h às 18h',
        'Não abrimos aos sábados.',
      ],
    ],
  ])('keeps lines of %s apart', (_, lines) => {
    expect(read(lines.join('\n'))).toEqual(lines.map((line) => `paragraph: ${line}`));
  });

  it('joins wrapped lines of which some begin with a capital letter', () => {
    const lines = [
      'O pedido sai da nossa cozinha e segue para a sua casa com o',
      'Marcelo, que dirige a van do empório desde a inauguração em',
      '2014 e conhece todas as ruas.',
    ];
    expect(read(lines.join('\n'))).toEqual([`paragraph: ${lines.join(' ')}`]);
  });

  it('reads tables with tabs or bars', () => {
    expect(read('Código\tPreço\nQJ-101\tR$ 89,90')).toEqual(['table: Código | Preço\nQJ-101 | R$ 89,90']);
    expect(read('| Peso | Preço |\n|------|-------|\n| 1 kg | R$ 10 |')).toEqual(['table: Peso | Preço\n1 kg | R$ 10']);
    expect(read('Plano | Mensal | Anual\nLivre | R$ 119 | R$ 990\nDiária | R$ 30 |')).toEqual([
      'table: Plano | Mensal | Anual\nLivre | R$ 119 | R$ 990\nDiária | R$ 30 | ',
    ]);
  });
});
