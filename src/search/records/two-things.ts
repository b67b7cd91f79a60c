import { fold } from '../words.ts';
import { type Composed, quoting } from './record-lines.ts';

const ARTICLE = String.raw`(?:(?:[oa]s?|uma?|d[oae]s?|pr[oa]s?) )*`;
/** `qual a diferença entre a barca P e a G?` */
const DIFFERENCE = new RegExp(
  String.raw`\bdiferenca (?:entre|d[oae]s?) ${ARTICLE}(.+?) (?:e|para|pr[oa]s?|pel[oa]) ${ARTICLE}(.+)$`,
);
/** `quanto custa um hemograma e uma glicemia?` */
const PRICES = new RegExp(
  String.raw`^(?:.* )?quanto (?:custam?|e|fica|ficam|sai|saem|sao|da|ta) ${ARTICLE}((?:(?!com )\S+ )+?)e ${ARTICLE}(.+)$`,
);

/** The price of each of two things is asked for, or what tells them apart. The second may share the name of the first. */
export function eachPriceAsked(typed: string): readonly (readonly string[])[] {
  const asked = fold(typed)
    .replace(/[^a-z0-9,]+/g, ' ')
    .trim();
  const [, one, other] = DIFFERENCE.exec(asked) ?? PRICES.exec(asked) ?? [];
  if (!one || !other) return [];
  const [name = ''] = one.split(' ');
  return [[one.trim()], [other, `${name} ${other}`]].map((things) => things.map((thing) => `quanto custa ${thing}`));
}

/** Null unless each has a line of its own. */
export function joinEach(composed: readonly (Composed | null)[]): Composed | null {
  const lines = composed.flatMap((one) => one?.lines ?? []);
  const starts = new Set(lines.map(({ record: { quote } }) => quote.start));
  const areOfOneText = lines.every(({ passage }) => passage === lines[0]!.passage);
  return lines.length === composed.length && starts.size === lines.length && areOfOneText ? quoting(lines) : null;
}
