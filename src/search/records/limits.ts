import type { Span } from '../sentences.ts';
import type { Limit, Unit } from './record.ts';

const UNITS: readonly (readonly [Unit, string])[] = [
  ['grade', '[oaºª°] (?:ano|serie|fase)'],
  ['day', ' ?(?:dias?|diarias?|noites?)'],
  ['week', ' ?semanas?'],
  ['month', '[oaºª°]? ?mes(?:es)?'],
  ['year', ' ?(?:anos?|aninhos?)'],
  [
    'person',
    ' ?(?:pessoas?|hospedes?|passageiros?|alun[oa]s?|criancas?|convidados|participantes|jogador(?:es|as?)|pilotos?|ocupantes?|visitantes?)',
  ],
  ['kilogram', ' ?(?:kgs?|quilos?)'],
  ['kilometre', ' ?(?:kms?|quilometros?)'],
  ['litre', ' ?(?:l|lts?|litros?)'],
  ['metre', ' ?(?:m|mts?|metros?)'],
  ['kilowatt-hour', ' ?kwh'],
  ['real', ' reais'],
];
export const UNIT_NAMES: Readonly<Record<Unit, string>> = {
  grade: 'serie',
  day: 'dias',
  week: 'semanas',
  month: 'meses',
  year: 'anos',
  person: 'pessoas',
  kilogram: 'kg',
  kilometre: 'km',
  litre: 'litros',
  metre: 'metros',
  'kilowatt-hour': 'kwh',
  real: 'reais',
};

const NAMED = UNITS.map(([unit, names]) => [unit, new RegExp(`^(?:${names})$`, 'u')] as const);

/** Null for other words than the plural or singular of a unit. */
export const unitNamed = (word: string): Unit | null => NAMED.find(([, names]) => names.test(word))?.[0] ?? null;

const WORDS = 'zero um dois tres quatro cinco seis sete oito nove dez onze doze'.split(' ');
export const COUNT = String.raw`(?<![\d,.])\d{1,4}(?:,\d{1,2})?|${WORDS.slice(1).join('|')}`;

const numberOf = (text: string) => (/^\d/.test(text) ? Number(text.replace(',', '.')) : WORDS.indexOf(text));

/** `Menor de 18 não pode.` */
const MINORS = String.raw`\bmenor(?:es)? de N\b(?![\d,.]\d| ?(?:%|(?!(?:so|e|a|o|ou)\b)[a-z]{1,2}\b|\w+s\b))`;
/** What a bound that is not included lies below it. */
const LEAST = 0.001;

/** How a limit of a unit is said. Made once, because every line of a text is compared with them. */
const SAID = UNITS.map(([unit, names]) => {
  const of = (pattern: string) =>
    new RegExp(pattern.replaceAll('N', `(${COUNT})`).replaceAll('U', `(?:${names})`), 'gu');
  return {
    unit,
    /** The others match only where one of these does. */
    any: new RegExp(unit === 'year' ? `(?:${COUNT})(?:${names})|menor` : `(?:${COUNT})(?:${names})`, 'u'),
    range: of(String.raw`\bN(?:U|[oaºª°])? ?(?:a|e|ao|aos|ate|-|–|e (?:no )?maximo(?: de)?) ?NU\b`),
    monthsToYears: unit === 'year' && of(String.raw`\bN ?mes(?:es)? (?:a|ate|e) NU\b`),
    /** A cell of a table that is the quantity itself: `Berçário 2 | 1 ano | R$ 1.380`. */
    cell: unit !== 'real' && of(String.raw`\|\s*NU\s*(?=\||$)`),
    ahead: of(String.raw`(?<!menos de )\bNU (?:de antecedencia|antes)\b`),
    min: of(
      String.raw`\b(?:a partir (?:de|dos)|(?:idade )?minim[ao](?: (?:\S+ ){0,4}?(?:de )?|[^.,;]{0,30}: )|maior(?:es)? de|acima de|alem de|mais de|depois d[eo]|desde os?) ?NU\b|\bNU (?:ou mais|completos|para cima|pra cima)\b`,
    ),
    max: of(
      String.raw`\b(?:ate (?:os )?|raio de |no maximo |maxim[ao] (?:\S+ ){0,3}?(?:de )?|limite (?:\S+ ){0,3}?(?:de )?|nao (?:pod|dev)\w+ (?:ultrapassar|exceder|passar d[eoa]s?) )NU\b`,
    ),
    below: of(String.raw`\b(?:menor(?:es)? de |abaixo de |menos de |antes d[eo] )NU\b`),
    /** `Quiosque para 10 pessoas: R$ 150` */
    room: unit === 'person' && of(String.raw`\b(?:para |pra |p\/ ?)NU\b`),
    minors: unit === 'year' && of(MINORS),
  };
});

/** `R$ 1.200` as `1200 reais`. */
const withUnitLast = (folded: string): string =>
  folded.replace(/r\$ ?(\d{1,3})(?:\.(\d{3}))?(?!\.?\d)(,\d\d)?/g, '$1$2$3 reais');

export function limitsIn(text: string): Limit[] {
  const folded = withUnitLast(text);
  /** The numbers of each place where it is said so. */
  const numbersOf = (said: RegExp | false): number[][] =>
    said
      ? [...folded.matchAll(said)].map((match) =>
          match
            .slice(1)
            .filter((one) => one !== undefined)
            .map(numberOf),
        )
      : [];
  return SAID.filter(({ any }) => any.test(folded)).flatMap(({ unit, ...said }) => {
    const atLeast = (of: RegExp) => numbersOf(of).map(([min]): Limit => ({ unit, min: min!, max: null }));
    const atMost = (of: RegExp | false) => numbersOf(of).map(([max]): Limit => ({ unit, min: null, max: max! }));
    const under = (of: RegExp | false) => numbersOf(of).map(([max]): Limit => ({ unit, min: null, max: max! - LEAST }));
    const ranges = [
      ...numbersOf(said.range).map((ends): Limit => ({ unit, min: Math.min(...ends), max: Math.max(...ends) })),
      ...numbersOf(said.monthsToYears).map(([months, years]): Limit => ({ unit, min: months! / 12, max: years! })),
      ...numbersOf(said.cell).map(([exact]): Limit => ({ unit, min: exact!, max: exact! + 1 - LEAST })),
    ];
    if (ranges.length > 0) return ranges;
    const ahead = atLeast(said.ahead);
    if (ahead.length > 0) return ahead;
    const [min, max, below] = [atLeast(said.min), atMost(said.max), under(said.below)];
    const isBounded = min.length + max.length + below.length > 0;
    return [
      ...min,
      ...max,
      ...(isBounded ? [] : atMost(said.room)),
      ...below,
      ...(below.length > 0 ? [] : under(said.minors)),
    ];
  });
}

const PEOPLE = new RegExp(
  String.raw`\b(?:somos(?: em)?|estamos em|vamos em) (${COUNT})(?!\d|[,.]\d| \w*(?:ano|kg|mes))`,
  'u',
);

/** Without its currency: `minha compra deu 230`. */
const PURCHASE =
  /\b(?:compras?|pedidos?|contas?|carrinho|total|gastei|gastar|gasto|comprei|comprar)\b[^\d.?!]{0,20}\b(\d{2,4})(?!\d|[,.]\d| ?\w+s\b)/;

/** Without its unit: `meu filho tem 1,30`. */
const HEIGHT = /\b(?:tem|tenho|mede|meco|com|de) ([12],\d{2})(?![\d%])/;

/** Somebody's age without its unit: `minha filha tem 15`. */
const AGE = new RegExp(
  String.raw`\b(?:tenho|fiz|completei|(?:[ao] (?:minha|meu|outr[oa])|mais (?:velh|nov)[oa]|cacula|filh[oa]|menin[oa]|net[oa]|irma|irmao|sobrinh[oa]|prim[oa]|garot[oa]|mae|pai|avo|el[ea]) (?:tem|fez|faz|de|com)) (?:so |apenas )?(${COUNT})(?=$|[\s,.?!]+(?:e |ja |pode|consegue|da |entra|paga|precisa|\W|$))`,
  'u',
);

/** In this order. */
const WITHOUT_UNIT: readonly (readonly [Unit, RegExp])[] = [
  ['metre', HEIGHT],
  ['person', PEOPLE],
  ['real', PURCHASE],
  ['year', AGE],
];

const MEASURED = UNITS.map(
  ([unit, names]) => [unit, new RegExp(String.raw`\b(${COUNT})(?:${names})\b`, 'gu')] as const,
);

interface Measure extends Span {
  unit: Unit;
  value: number;
}

/** Where a folded question tells a quantity: with units, or else the first one that needs none. */
export function measuresIn(folded: string): Measure[] {
  const found = MEASURED.flatMap(([unit, measure]) =>
    [...folded.matchAll(measure)].map((match) => ({
      ...{ unit, value: numberOf(match[1]!) },
      ...{ start: match.index, end: match.index + match[0].length },
    })),
  );
  if (found.length > 0) return found;
  for (const [unit, sign] of WITHOUT_UNIT) {
    const [all, count] = sign.exec(folded) ?? [];
    if (all === undefined || count === undefined) continue;
    const start = folded.indexOf(all) + all.lastIndexOf(count);
    return [{ unit, value: numberOf(count), start, end: start + count.length }];
  }
  return [];
}

/** Returns the quantities that a folded question names: `meu filho tem 13 anos`, `para seis pessoas`. */
export const quantitiesIn = (folded: string): { unit: Unit; value: number }[] =>
  measuresIn(withUnitLast(folded)).flatMap(({ unit, value }) => [
    { unit, value },
    ...(unit === 'week' ? [{ unit: 'day' as const, value: value * 7 }] : []),
    ...(unit === 'month' ? [{ unit: 'year' as const, value: value / 12 }] : []),
  ]);

export const isWithin = (value: number, { min, max }: Limit): boolean =>
  (min === null || value >= min) && (max === null || value <= max);

/** Returns whether one bound lies within another of the same kind. */
export const isNarrower = (one: Limit, other: Limit): boolean =>
  one.unit === other.unit &&
  ((one.min === null && other.min === null && one.max! < other.max!) ||
    (one.max === null && other.max === null && one.min! > other.min!));
