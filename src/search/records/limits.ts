import type { Span } from '../sentences.ts';
import type { Limit, Unit } from './record.ts';

const UNITS: readonly (readonly [Unit, string])[] = [
  ['grade', '[oaºª°] (?:ano|serie|fase)'],
  ['day', ' ?(?:dias?|diarias?|noites?)'],
  ['month', '[oaºª°]? ?mes(?:es)?'],
  ['year', ' ?(?:anos?|aninhos?)'],
  ['person', ' ?(?:pessoas?|hospedes?|passageiros?|alun[oa]s?|criancas?|convidados|participantes)'],
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

/** Null for other words than the plural or singular of a unit. */
export const unitNamed = (word: string): Unit | null =>
  UNITS.find(([, names]) => new RegExp(`^(?:${names})$`, 'u').test(word))?.[0] ?? null;

const WORDS = 'zero um dois tres quatro cinco seis sete oito nove dez onze doze'.split(' ');
export const COUNT = String.raw`(?<![\d,.])\d{1,4}(?:,\d{1,2})?|${WORDS.slice(1).join('|')}`;

const numberOf = (text: string) => (/^\d/.test(text) ? Number(text.replace(',', '.')) : WORDS.indexOf(text));

/** `Menor de 18 não pode.` */
const MINORS = String.raw`\bmenor(?:es)? de N\b(?![\d,.]\d| ?(?:%|(?!(?:so|e|a|o|ou)\b)[a-z]{1,2}\b|\w+s\b))`;
/** What a bound that is not included lies below it. */
const LEAST = 0.001;

/** `R$ 1.200` as `1200 reais`. */
const withUnitLast = (folded: string): string =>
  folded.replace(/r\$ ?(\d{1,3})(?:\.(\d{3}))?(?!\.?\d)(,\d\d)?/g, '$1$2$3 reais');

export function limitsIn(text: string): Limit[] {
  const folded = withUnitLast(text);
  return UNITS.flatMap(([unit, names]) => {
    const of = (pattern: string) => [
      ...folded.matchAll(new RegExp(pattern.replaceAll('N', `(${COUNT})`).replaceAll('U', `(?:${names})`), 'gu')),
    ];
    const ranges = of(String.raw`\bN(?:U|[oaºª°])? ?(?:a|e|ao|aos|ate|-|–|e (?:no )?maximo(?: de)?) ?NU\b`).map(
      ([, from, to]): Limit => ({
        unit,
        min: Math.min(numberOf(from!), numberOf(to!)),
        max: Math.max(numberOf(from!), numberOf(to!)),
      }),
    );
    if (unit === 'year')
      for (const [, months, years] of of(String.raw`\bN ?mes(?:es)? (?:a|ate|e) NU\b`))
        ranges.push({ unit, min: numberOf(months!) / 12, max: numberOf(years!) });
    // A cell of a table that is the quantity itself: `Berçário 2 | 1 ano | R$ 1.380`.
    for (const [, exact] of unit === 'real' ? [] : of(String.raw`\|\s*NU\s*(?=\||$)`))
      ranges.push({ unit, min: numberOf(exact!), max: numberOf(exact!) + 1 - LEAST });
    if (ranges.length > 0) return ranges;
    const ahead = of(String.raw`(?<!menos de )\bNU (?:de antecedencia|antes)\b`).map(([, min]): Limit => ({
      unit,
      min: numberOf(min!),
      max: null,
    }));
    if (ahead.length > 0) return ahead;
    const min = of(
      String.raw`\b(?:a partir (?:de|dos)|(?:idade )?minim[ao](?: (?:\S+ ){0,4}?(?:de )?|[^.,;]{0,30}: )|maior(?:es)? de|acima de|alem de|mais de|depois d[eo]|desde os?) ?NU\b|\bNU (?:ou mais|completos|para cima|pra cima)\b`,
    ).map((match): Limit => ({ unit, min: numberOf((match[1] ?? match[2])!), max: null }));
    const max = of(
      String.raw`\b(?:ate (?:os )?|raio de |no maximo |maxim[ao] (?:\S+ ){0,3}?(?:de )?|limite (?:\S+ ){0,3}?(?:de )?)NU\b`,
    ).map(([, max]): Limit => ({ unit, min: null, max: numberOf(max!) }));
    const below = of(String.raw`\b(?:menor(?:es)? de |abaixo de |menos de |antes d[eo] )NU\b`).map(
      ([, max]): Limit => ({ unit, min: null, max: numberOf(max!) - LEAST }),
    );
    // `Quiosque para 10 pessoas: R$ 150`
    if (unit === 'person' && min.length + max.length + below.length === 0)
      max.push(
        ...of(String.raw`\b(?:para|pra) NU\b`).map(([, max]): Limit => ({ unit, min: null, max: numberOf(max!) })),
      );
    if (unit === 'year' && below.length === 0)
      for (const [, max] of of(MINORS)) below.push({ unit, min: null, max: numberOf(max!) - LEAST });
    return [...min, ...max, ...below];
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
  String.raw`\b(?:tenho|fiz|completei|(?:filh[oa]|menin[oa]|net[oa]|irma|irmao|sobrinh[oa]|prim[oa]|garot[oa]|mae|pai|avo|el[ea]) (?:tem|fez|faz|de|com)) (?:so |apenas )?(${COUNT})(?=$|[\s,.?!]+(?:e |ja |pode|consegue|da |entra|paga|precisa|\W|$))`,
  'u',
);

/** In this order. */
const WITHOUT_UNIT: readonly (readonly [Unit, RegExp])[] = [
  ['metre', HEIGHT],
  ['person', PEOPLE],
  ['real', PURCHASE],
  ['year', AGE],
];

interface Measure extends Span {
  unit: Unit;
  value: number;
}

/** Where a folded question tells a quantity: with units, or else the first one that needs none. */
export function measuresIn(folded: string): Measure[] {
  const found = UNITS.flatMap(([unit, names]) =>
    [...folded.matchAll(new RegExp(String.raw`\b(${COUNT})(?:${names})\b`, 'gu'))].map((match) => ({
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
    ...(unit === 'month' ? [{ unit: 'year' as const, value: value / 12 }] : []),
  ]);

export const isWithin = (value: number, { min, max }: Limit): boolean =>
  (min === null || value >= min) && (max === null || value <= max);

/** Returns whether one bound lies within another of the same kind. */
export const isNarrower = (one: Limit, other: Limit): boolean =>
  one.unit === other.unit &&
  ((one.min === null && other.min === null && one.max! < other.max!) ||
    (one.max === null && other.max === null && one.min! > other.min!));
