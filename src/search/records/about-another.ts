import { nearestHeading, type Passage } from '../passage.ts';
import { isQuotable, labelAbove } from '../quotable.ts';
import type { RerankQuestion } from '../rerank/rerank-question.ts';
import { rootOf } from '../roots.ts';
import type { Hit } from '../search.ts';
import { STOPWORDS } from '../stopwords.ts';
import { fold, wordsOf } from '../words.ts';
import { amountsIn } from './amounts.ts';
import type { Asked, AskedKind } from './asked.ts';
import { isWithin, limitsIn } from './limits.ts';
import { lacksAmount, namesOtherAmount } from './named-amounts.ts';
import { recordsOf } from './read-records.ts';
import type { Limit } from './record.ts';

/** The search's best text has no noun of the subject, also in its heading. */
export const namesNothing = (asked: Asked, question: RerankQuestion, passage: Passage): boolean =>
  hasNoNoun(asked, question, passage, passage.text);

function hasNoNoun({ subject }: Asked, { units }: RerankQuestion, passage: Passage, text: string): boolean {
  const nouns = subject.flatMap((at) => (units[at]!.isNoun ? [units[at]!.unit] : []));
  if (passage.answer !== null || nouns.length === 0) return false;
  const roots = new Set(wordsOf(`${passage.title} ${passage.heading ?? ''} ${text}`).map(({ word }) => rootOf(word)));
  return !nouns.some((noun) => roots.has(noun));
}

/** The only noun stands in other lines: `O convite custa R$ 40` is not what the `mensalidade` costs. */
export function isNamedElsewhere(asked: Asked, question: RerankQuestion, { passage, sentences }: Hit): boolean {
  const [noun, ...others] = asked.subject.filter((at) => question.units[at]!.isNoun);
  const isHeld = noun !== undefined && others.length === 0 && question.units[noun]!.nearest >= 1;
  const best = sentences.find((one) => isQuotable(passage, one));
  if (!isHeld || !best) return false;
  const from = passage.text.lastIndexOf('\n', best.start) + 1;
  const [line] = passage.text.slice(from).split('\n', 1);
  return hasNoNoun(asked, question, passage, `${labelAbove(passage, best.start) ?? ''} ${line}`);
}

/** `Posso remarcar meu ingresso?` does not say what a ticket costs, and `Pedido mínimo: R$ 20` not from when it is free. */
export const lacksValue = ({ kind, isOpen }: Asked, passage: Passage): boolean =>
  (kind === 'price' && amountsIn(passage.text).length === 0) ||
  (kind === 'free' &&
    isOpen &&
    !recordsOf(passage).some((one) => one.kind === 'policy' && one.stances.includes('free')));

const OFFERED = 0.8;

/** `tem piscina?`: things like it that the base has do not say whether there is one. */
export function isOfferedByAnotherName(
  { kind, isAnyVerb, subject, days, quantities }: Asked,
  { units }: RerankQuestion,
): boolean {
  if (kind !== 'offered' || isAnyVerb || days.length > 0 || quantities.length > 0) return false;
  const [noun, ...others] = subject.filter((at) => units[at]!.isNoun);
  return noun !== undefined && others.length === 0 && units[noun]!.nearest < OFFERED;
}

export const areMet = (limits: readonly Limit[], { quantities }: Asked, isIn: boolean): boolean =>
  limits.some((limit) => quantities.some(({ unit, value }) => unit === limit.unit && isWithin(value, limit) === isIn));

/** `Até 6 anos não paga` does not say what somebody of 8 pays. */
export function isOutsideLimits(asked: Asked, { passage, sentences: [line] }: Hit): boolean {
  if ((asked.kind !== 'charged' && asked.kind !== 'free') || !line || passage.answer !== null) return false;
  const limits = limitsIn(fold(line.text));
  return areMet(limits, asked, false) && !areMet(limits, asked, true);
}

/** How a text says what is cheapest or dearest itself. */
export const EXTREME: Readonly<Partial<Record<AskedKind, RegExp>>> = {
  cheapest: /\bmais (?:barat|em conta|economic)|\bmenor (?:preco|valor)/,
  dearest: /\bmais car[oa]|\bmaior (?:preco|valor)/,
};

export function statesExtreme({ passage: { question, text } }: Hit, kind: AskedKind): boolean {
  const lines = question === null ? text.split('\n').filter((line) => amountsIn(line).length > 0) : [question];
  return lines.some((line) => EXTREME[kind]?.test(fold(line)));
}

const OF = /^(?:d[aeo]s?|com|sem)$/;

/**
 * A kind that the base lacks: no price of a `ressonância de coluna` from `Ressonância de joelho: R$ 590`, and no `pão integral` because
 * of `Pão francês: R$ 18`.
 */
export function isOfOtherSort(
  { kind, subject }: Asked,
  { units, words }: RerankQuestion,
  { passage: { answer }, sentences }: Hit,
): boolean {
  if ((kind !== 'price' && kind !== 'offered') || answer !== null) return false;
  const nearestOf = (at: number) =>
    subject.map((one) => units[one]!).find(({ unit, isNoun }) => isNoun && unit === words[at]?.root)?.nearest ?? null;
  const line = sentences[0]?.text ?? '';
  const isLacking = (at: number) => (nearestOf(at) ?? 1) < OFFERED && !/^\d/.test(words[at]!.word);
  return words.some(({ root }, at) => {
    if ((nearestOf(at) ?? 0) < OFFERED) return false;
    const isNamedBy = OF.test(words[at + 1]?.word ?? '');
    if (isNamedBy && kind === 'price' && (nearestOf(at + 2) ?? 1) < OFFERED) return true;
    const sort = at + (isNamedBy ? 2 : 1);
    return sort < words.length && isLacking(sort) && namesSort(line, root);
  });
}

/** Returns whether a word follows that says which kind it is: `Pão francês`, `Pão de queijo`. */
function namesSort(line: string, root: string): boolean {
  const said = wordsOf(line);
  return said.some(({ word }, at) => {
    const next = at + (OF.test(said[at + 1]?.word ?? '') ? 2 : 1);
    const sort = said[next];
    return (
      rootOf(word) === root &&
      sort !== undefined &&
      !STOPWORDS.has(sort.word) &&
      /^\p{L}{3}/u.test(sort.word) &&
      /^[\p{L} ]+$/u.test(line.slice(said[at]!.end, sort.start + 1))
    );
  });
}

/** Its question names an amount that is not asked for, or its line lacks the one that is: a fine, a limit, a deposit. */
export function statesOtherAmount(asked: string, { passage, sentences }: Hit): boolean {
  const head = passage.question ?? nearestHeading(passage);
  return namesOtherAmount(asked, head) || lacksAmount(asked, `${head} ${sentences[0]?.text ?? ''}`);
}

/** `Day use: não abre às segundas` for `a lanchonete abre na quarta?` */
export function isOfOtherHours(
  { kind, days, subject }: Asked,
  { units }: RerankQuestion,
  { sentences, passage }: Hit,
): boolean {
  const nouns = subject.flatMap((at) => (units[at]!.isNoun ? [units[at]!.unit] : []));
  if (kind !== 'hours' || days.length === 0 || nouns.length === 0 || passage.answer !== null) return false;
  const said = new Set(wordsOf(`${sentences[0]?.text} ${nearestHeading(passage)}`).map(({ word }) => rootOf(word)));
  return !nouns.some((noun) => said.has(noun));
}
