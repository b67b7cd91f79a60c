/** `factor`: size in the dimension's base unit. */
interface MeasureUnit {
  dimension: string;
  factor: number;
}

const TABLE: readonly (readonly [string, number, string])[] = [
  ['min|mins|minuto|minutos|minute|minutes', 1, 'minutes'],
  ['h|hs|hr|hrs|hora|horas|hour|hours', 60, 'minutes'],
  ['dia|dias|day|days', 1_440, 'minutes'],
  ['semana|semanas|week|weeks', 10_080, 'minutes'],
  ['mes|meses|month|months', 1, 'months'],
  ['bimestre|bimestres', 2, 'months'],
  ['trimestre|trimestres', 3, 'months'],
  ['semestre|semestres', 6, 'months'],
  ['ano|anos|year|years', 12, 'months'],
  ['mg', 0.001, 'grams'],
  ['g|gr|grama|gramas', 1, 'grams'],
  ['kg|kgs|quilo|quilos|kilo|kilos', 1_000, 'grams'],
  ['ton|tonelada|toneladas', 1_000_000, 'grams'],
  ['ml', 1, 'millilitres'],
  ['l|lt|lts|litro|litros', 1_000, 'millilitres'],
  ['m²|m2|metro quadrado|metros quadrados', 1, 'area'],
  ['mm', 1, 'millimetres'],
  ['cm|centimetro|centimetros', 10, 'millimetres'],
  ['m|mt|mts|metro|metros', 1_000, 'millimetres'],
  ['km|kms|quilometro|quilometros', 1_000_000, 'millimetres'],
  ['x|vez|vezes|parcela|parcelas|prestacao|prestacoes', 1, 'times'],
  ['mb|mbps|mega|megas', 1, 'megabits'],
  ['gb|gbps|giga|gigas', 1_000, 'megabits'],
  ['real|reais|conto|contos|pila', 1, 'money'],
  ['centavo|centavos', 0.01, 'money'],
  ['dolar|dolares|usd', 1, 'dollars'],
  ['euro|euros', 1, 'euros'],
  ['%|por cento|porcento|percent', 1, 'percent'],
];
const UNITS = new Map(
  TABLE.flatMap(([names, factor, dimension]) =>
    names.split('|').map((name): [string, MeasureUnit] => [name, { dimension, factor }]),
  ),
);
const longestFirst = [...UNITS.keys()].toSorted((a, b) => b.length - a.length);

export const UNIT_AFTER = new RegExp(`\\s?(${longestFirst.join('|')})(?![a-z\\d²])`, 'y');
export const unitNamed = (name: string): MeasureUnit => UNITS.get(name)!;

const SIGNS: Record<string, string> = {
  r$: 'money',
  rs: 'money',
  brl: 'money',
  us$: 'dollars',
  $: 'dollars',
  '€': 'euros',
};
export const SIGN_BEFORE = /(?:^|[^a-z])(us\$|r\$|rs|brl|\$|€)\s?$/;
export const dimensionOfSign = (sign: string): string => SIGNS[sign]!;
