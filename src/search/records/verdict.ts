import { fold } from '../words.ts';
import type { Asked, Predicate } from './asked.ts';
import { isWithin } from './limits.ts';
import { clausesOf, stancesIn } from './policy-records.ts';
import type { Limit, PolicyRecord, Stance } from './record.ts';

export type Verdict = 'yes' | 'no';

/** The first stance that the clause has counts. */
const MEANING: Readonly<Record<Predicate, readonly (readonly [Stance, Verdict])[]>> = {
  charged: [
    ['free', 'no'],
    ['charged', 'yes'],
  ],
  free: [
    ['free', 'yes'],
    ['charged', 'no'],
  ],
  required: [
    ['optional', 'no'],
    ['required', 'yes'],
  ],
  allowed: [
    ['refused', 'no'],
    ['allowed', 'yes'],
  ],
  offered: [
    ['refused', 'no'],
    ['offered', 'yes'],
  ],
};

/** Restrictions, which neither yes nor no says well. */
export const RESTRICTS =
  /\b(?:so|somente|apenas|exceto|salvo|depende|se|caso|desde que|contanto que|a menos que|a nao ser|mediante|quando)\b/;

/** `Não é permitido filmar outras crianças` refuses no other. */
const OF_OTHERS = /\bnao\b.*\boutr[oa]s?\b/;

/** `Para fisioterapia o pedido é obrigatório`, `Aos sábados, não aceitamos trocas`: begins with a case. */
const CASE = /^(?:para|em|n[oa]s?|aos?|às?|com|durante|ap[oó]s|pel[oa]s?)\s(?:[^,]{3,60}(?=,)|\S+\s\S+\s\S+)/iu;

/** `Sem pedido médico, fazemos exames particulares.` */
const WITHOUT = /^sem\b/i;

function verdictIn(kind: Predicate, clause: string): Verdict | null {
  const folded = fold(clause);
  if (RESTRICTS.test(folded) || OF_OTHERS.test(folded)) return null;
  // See `withoutOf`; `Sem aplicativo, …` begins a sentence.
  if (/^sem\b/.test(clause)) return kind === 'free' ? 'yes' : kind === 'allowed' ? null : 'no';
  if (kind === 'required' && WITHOUT.test(clause)) return null;
  const stances = stancesIn(folded);
  // `Matrícula: R$ 80 (isenta até fevereiro)`
  if (/r\$/.test(folded) && stances.includes('free')) return null;
  return MEANING[kind].find(([stance]) => stances.includes(stance))?.[1] ?? null;
}

/** Returns `sem rolha` of `Bebidas por conta do cliente, sem rolha` if only that is about the subject, or else the clause. */
function withoutOf(clause: string, isAbout: (clause: string) => boolean): string {
  const [before = '', without] = clause.split(/,\s+(?=sem\s)/iu);
  return without !== undefined && isAbout(without) && !isAbout(before) ? without : clause;
}

/** Null if the clauses do not say it clearly. */
export function verdictOf(kind: Predicate, text: string, isAbout: (clause: string) => boolean): Verdict | null {
  const clauses = clausesOf(text).map((clause) => withoutOf(clause, isAbout));
  const about = clauses.filter(isAbout);
  if (about.length === 0) return null;
  const verdicts = about.map((clause) => verdictIn(kind, clause));
  // `Temos simulador, mas o uso é opcional.`: the next clause goes on about the subject.
  const [next] = about.length === 1 ? clauses.slice(clauses.indexOf(about[0]!) + 1) : [];
  const isSaidOfIt = next !== undefined && !/[;.]\s*$/.test(text.slice(0, text.indexOf(next)));
  if (isSaidOfIt && verdicts[0] === null && !RESTRICTS.test(fold(about[0]!)) && !WITHOUT.test(about[0]!))
    return verdictIn(kind, next);
  return verdicts.every((one) => one === verdicts[0]) ? (verdicts[0] ?? null) : null;
}

/** `Não trocamos maiôs sem o protetor`: with it, they do. */
const UNLESS = /\bn[aã]o\b.*?\bsem\b([^,;.]+)/iu;

/** Returns whether what is said about the subject is said of a case that is not asked for. */
export const isOfOtherCase = (text: string, isAbout: (clause: string) => boolean): boolean =>
  clausesOf(text).some(
    (clause) =>
      isAbout(clause) && [CASE.exec(clause)?.[0], UNLESS.exec(clause)?.[1]].some((one) => one && !isAbout(one)),
  );

/** Null if not comparable. Outside a limit one is refused; costs and requirements are said of those within only. */
export function verdictByLimits(
  kind: Predicate,
  { quantities }: Pick<Asked, 'quantities'>,
  { limits, stances }: Pick<PolicyRecord, 'limits' | 'stances'>,
): Verdict | null {
  const compared = quantities.flatMap(({ unit, value }) =>
    limits.filter((limit: Limit) => limit.unit === unit).map((limit) => isWithin(value, limit)),
  );
  if (compared.length !== 1) return null;
  const [isIn] = compared;
  // `Grátis acima de R$ 400; abaixo disso R$ 25.`
  if (kind === 'charged' && !isIn && stances.includes('free') && stances.includes('charged')) return 'yes';
  if (kind !== 'allowed' && kind !== 'offered')
    return isIn ? (MEANING[kind].find(([stance]) => stances.includes(stance))?.[1] ?? null) : null;
  // `grátis até 3 km` refuses nobody beyond.
  if (!isIn && stances.includes('free')) return null;
  // `não é indicado para menores de 16 anos`: who is within is refused.
  return isIn === !stances.includes('refused') ? 'yes' : 'no';
}
