import { currentLexicon } from './rerank/lexicon-files.ts';
import { isLight } from './rerank/light-words.ts';
import { expressionsIn } from './rerank/units.ts';
import { rootOf } from './roots.ts';
import { fold, wordsOf } from './words.ts';

/** `posso retirar o pedido na loja?` */
const ASKED =
  /\b(?:posso|podemos|pode|podem|consigo|da (?:para|pra)|tem como|e possivel) (?:eu |a gente |me |se )?(\w+[aei]r)\b/;

/** `podem ser trocadas`, `é proibido fumar` */
const SAID =
  /\b(?:pod(?:e|em|era|erao) (?:ser |se )?|(?:permitid|proibid|vedad|possive)\w+ (?:o |a )?)(\w{3,}(?:[aei]r|[aio]d[oa]s?|[st][oa]s?))\b/g;

const ALIKE = 0.6;

const areAlike = (one: string, other: string) =>
  one === other || [...currentLexicon().similaritiesOf(one)].some(([unit, like]) => unit === other && like >= ALIKE);

/** With expressions, such as `mudar a data`. */
function unitsOf(text: string): string[] {
  const roots = wordsOf(text).map(({ word }) => rootOf(word));
  return [...roots, ...expressionsIn(currentLexicon(), roots).map(({ unit }) => unit)];
}

/** Null without one, and for one that may be any: `fazer`. */
function actAsked(question: string): string | null {
  const act = rootOf(ASKED.exec(question)?.[1] ?? '');
  return act === '' || isLight(act) ? null : act;
}

/** Returns whether a line says that something else may be done, or may not, than what the question asks for. */
export function tellsOtherAct(question: string, line: string): boolean {
  if (actAsked(question) === null) return false;
  const acts = [...fold(line).matchAll(SAID)].map(([, act]) => rootOf(act!)).filter((act) => !isLight(act));
  const asked = unitsOf(question);
  return acts.length > 0 && !acts.some((act) => asked.some((unit) => areAlike(act, unit)));
}

/** Returns whether a text does not name the act that a question asks for. */
export function lacksAct(question: string, text: string): boolean {
  const act = actAsked(question);
  const meant = unitsOf(question).filter((unit) => act !== null && unit.split('_').includes(act));
  return act !== null && !unitsOf(text).some((unit) => meant.some((one) => areAlike(one, unit)));
}

/** `quanto custa impermeabilizar um sofá?` */
const PRICED =
  /\bquanto (?:que )?(?:e|eh|custa|custaria|fica|ficaria|sai|sairia|da|pago|cobram?) (?:(?:para|pra|pro) )?(\w{3,}[aei]r)\b/;

const actPriced = (question: string): string => rootOf(PRICED.exec(question)?.[1] ?? '');

/** Returns whether an owner's question asks what something else costs, and the answer does not name what is asked for. */
export function pricesOtherAct(question: string, owners: string, said: string): boolean {
  const [act, other] = [actPriced(question), actPriced(owners)];
  return act !== '' && other !== '' && !isLight(act) && !areAlike(act, other) && !unitsOf(said).includes(act);
}
