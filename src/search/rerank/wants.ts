import { rootOf } from '../roots.ts';
import { fold } from '../words.ts';

/** The kind of thing a question asks for, by its wording. */
export type Want = 'time' | 'duration' | 'date' | 'money' | 'place' | 'contact' | 'count' | 'who';

/** Patterns in order of precedence, for folded text with single spaces. */
const WANT_PATTERNS: readonly (readonly [Want, RegExp])[] = [
  [
    'duration',
    /\b(quanto tempo|quant[oa]s (dias|horas|meses|minutos|semanas|anos)|demora\w*|(qual|que) (e )?o? ?prazo|prazo|leva quant\w+|dura(m|cao)?|em quant\w+ (tempo|dias))\b/,
  ],
  [
    'time',
    /\b(que horas?|horarios?|ate (que )?horas|quantas horas|abre[m]?|abert[oa]s?|fecha[m]?|funciona[m]?|atende[m]? (de|no|na|aos?|hoje|amanha))\b/,
  ],
  [
    'money',
    /\b(quanto (e|custa|custam|fica|sai|ta|esta|sao|cobra\w*|pago|paga|vou pagar|que e|da|seria|vale)|precos?|valor(es)?|custos?|taxas?|mensalidade|(?<!\b(a|na|da|minha|sua|uma) )car[oa]|barat[oa])\b/,
  ],
  ['contact', /\b(telefones?|whatsapp|celular|e ?mail|contato|falar com|ligar|liga|numero de voces|instagram|ramal)\b/],
  ['place', /\b(onde|aonde|endereco|localizacao|fica (em|na|no|perto)|qual (a |o )?(rua|bairro|cidade|local))\b/],
  ['date', /\b(quando|que dia|qual (e )?(o )?dia|qual (e )?(a )?data|vence|vencimento|datas?)\b/],
  ['who', /\b(quem|qual (e )?o nome|nome d[aeo])\b/],
  ['count', /\b(quant[oa]s?|tamanho|qual (e )?o? ?(limite|minimo|maximo|numero))\b/],
];

const NUMBER = /\d|\b(um|uma|dois|duas|tres|quatro|cinco|seis|sete|oito|nove|dez|quinze|vinte|trinta)\b/;
const WEEKDAY = /\b(segunda|terca|quarta|quinta|sexta|sabado|domingo|feriados?|seg|sab|dom)\b/;
/** Patterns of the kinds of thing in a sentence that answers. */
const SHOWN: Readonly<Record<Want, RegExp>> = {
  duration:
    /\d+ ?(a \d+ )?(dias?|horas?|h\b|meses|mes|minutos?|min|semanas?|anos?)|\b(um|uma|dois|duas|tres|quatro|cinco|dez|quinze|trinta|mesmo|na) (dias?|horas?|mes|meses|semanas?|anos?|hora)|imediat|na hora/,
  time: new RegExp(`\\d{1,2} ?(h|:\\d\\d)|meio dia|24 ?h|${WEEKDAY.source}|todos os dias|dias uteis`),
  money: /r\$|\breais\b|gratis|gratuit|\d+ ?%|sem (custo|taxa|cobranca)|cortesia|nao cobra|isent/,
  contact: /\d{4,5}[- ]?\d{4}|\b0800|@|whatsapp|\bramal\b/,
  place:
    /\b(rua|av|avenida|praca|rodovia|bairro|centro|shopping|esquina|sala|loja|estrada|km|em frente|ao lado|regiao|cidade|site|aplicativo|balcao|recepcao)\b/,
  date: new RegExp(
    `\\bdia \\d|\\d{1,2}/\\d|\\b(janeiro|fevereiro|marco|abril|maio|junho|julho|agosto|setembro|outubro|novembro|dezembro)\\b|${WEEKDAY.source}|\\bate (o )?dia|\\bdias?\\b`,
  ),
  who: /\b(dra?|sra?|professora?|equipe|proprietari|dona?|medic|responsavel|socios?)\b/,
  count: NUMBER,
};

const plain = (text: string) => fold(text).replace(/\s+/g, ' ').trim();

export function wantOf(question: string): Want | null {
  const plainQuestion = plain(question).replace(/[^\p{L}\p{N}]+/gu, ' ');
  for (const [want, sign] of WANT_PATTERNS) if (sign.test(plainQuestion)) return want;
  return null;
}

const WANTS = Object.keys(SHOWN) as Want[];

export function shownIn(text: string): number {
  const folded = plain(text);
  return WANTS.reduce((bits, want, at) => (SHOWN[want].test(folded) ? bits | (1 << at) : bits), 0);
}

export const bitOf = (want: Want): number => 1 << WANTS.indexOf(want);

/** Kinds whose questions overlap count as one. Amounts are left out: every kind of question asks for some. */
const FAMILY: Readonly<Partial<Record<Want, string>>> = {
  time: 'when',
  date: 'when',
  duration: 'when',
  money: 'money',
  place: 'where',
  contact: 'where',
  who: 'who',
};

/** Returns whether two questions clearly ask for different kinds of thing: `quem pode ir?`, `de onde sai?`. */
export function askForDifferentKinds(one: Want | null, other: Want | null): boolean {
  const [first, second] = [FAMILY[one ?? 'count'], FAMILY[other ?? 'count']];
  return first !== undefined && second !== undefined && first !== second;
}

const unitsIn = (words: string): ReadonlySet<string> =>
  new Set(words.split(' ').map((word) => word.split('_').map(rootOf).join('_')));

/** Words that name a kind of thing, where passages show it without naming it. */
const NAMING: Readonly<Partial<Record<Want, ReadonlySet<string>>>> = {
  money: unitsIn('preco custo custar valor tarifa taxa mensalidade quanto_custa quanto_e quanto_sai quanto_fica'),
  time: unitsIn('horario funcionamento abrir fechar funcionar que_horas'),
  contact: unitsIn('telefone contato whatsapp celular email'),
};

export function namesWant(unit: string, want: Want | null): boolean {
  return want !== null && (NAMING[want]?.has(unit) ?? false);
}

/** Questions that ask which, how many or whether something exists most often ask for a missing detail. */
export function asksForDetail(question: string): boolean {
  return /\b(qual|quais|quant[oa]s|que (marca|tipo|modelo|cor|tamanho)|tem|tem\b|vende[m]?|faz(em)?|oferece[m]?|trabalha[m]?|quem|existe[m]?)\b/.test(
    plain(question),
  );
}
