import { daysIn } from '../facts/opening-hours.ts';
import { ownLabel } from '../quotable.ts';
import { rowAt } from '../table-rows.ts';
import { fold, wordsOf } from '../words.ts';
import { type Asked, PERIOD, type Predicate } from './asked.ts';
import { isAtTime, statesTime } from './clock.ts';
import { isRefusing, tidyLine, withVerdict } from './compose.ts';
import { isNarrower, isWithin, limitsIn, quantitiesIn } from './limits.ts';
import type { RecordMatch } from './match-records.ts';
import { clausesOf, stancesIn } from './policy-records.ts';
import type { PolicyRecord, PriceRecord } from './record.ts';
import { bestOf, type Composed, GAP, isOf, lineOf, quoting } from './record-lines.ts';
import { isOfOtherCase, RESTRICTS, verdictByLimits, verdictOf } from './verdict.ts';

export function judging(asked: Asked, kind: Predicate, matches: readonly RecordMatch[]): Composed | null {
  const policies = matches
    .filter(isOf('policy'))
    .filter((match) => isOnDays(asked.days, match) && (kind !== 'free' || !asked.isOpen || isFreeFrom(match)))
    .filter(({ isBeside }) => kind !== 'offered' || !isBeside);
  const isOfTime = asked.quantities.some(({ unit }) => unit === 'day' || unit === 'month');
  const terms = isOfTime ? matches.filter(isTerm) : [];
  if (terms.length > 0) return quoting(bestOf(terms));
  if (asked.quantities.length > 0) return comparing(asked, kind, policies);
  const judged = judgingAny(asked, kind, matches, policies);
  return asked.hour === null || asked.days.length > 0 ? judged : atHour(asked.hour, judged, matches);
}

/** `Som permitido até as 22h` is no yes for 23h, and what only tells hours (`Piscina das 8h às 20h`) is told. */
function atHour(hour: string, judged: Composed | null, matches: readonly RecordMatch[]): Composed | null {
  const told = quoting(judged?.lines ?? bestOf(matches.filter((match) => statesTime(lineOf(match)))));
  if (!judged || !told) return told;
  const isIn = isAtTime(told.text, hour);
  if (isIn === null || judged.text === told.text) return judged;
  if (isRefusing(judged.text)) return told;
  if (isIn) return judged;
  return RESTRICTS.test(fold(told.text)) ? told : { ...told, text: withVerdict('no', told.text) };
}

function judgingAny(
  asked: Asked,
  kind: Predicate,
  matches: readonly RecordMatch[],
  policies: readonly RecordMatch<PolicyRecord>[],
): Composed | null {
  const judged = judgingPolicies(kind, policies);
  return (
    (judged && kind === 'offered' ? besideLasting(judged, matches) : null) ??
    judged ??
    (kind === 'offered' && asked.days.length === 0 ? offering(asked, policies, matches.filter(isOf('price'))) : null) ??
    (asked.days.length > 0 ? onDays(asked, matches) : null) ??
    (kind === 'offered' && asked.subject.length === 1 ? lasting(matches.filter(isOf('deadline'))) : null)
  );
}

/** `Garantia de 90 dias. Não damos garantia em peças usadas.`: what is refused to some is no plain no. */
function besideLasting({ lines }: Composed, matches: readonly RecordMatch[]): Composed | null {
  const [refused] = lines.filter(isOf('policy')).filter(({ record: { stances } }) => stances.includes('refused'));
  const lasting = matches
    .filter(isOf('deadline'))
    .filter((match) => refused && match.isNamed && isOtherLine(match, refused));
  return refused && lasting.length > 0 ? quoting([...bestOf(lasting).slice(0, 1), refused]) : null;
}

/** `A partir de quanto é grátis?` */
const isFreeFrom = ({ record: { stances, limits } }: RecordMatch<PolicyRecord>) =>
  stances.includes('free') && limits.length > 0;

/** `Segunda não há missa` says nothing of Saturdays, and `Temos missa` of no day. */
function isOnDays(asked: readonly number[], match: RecordMatch): boolean {
  return asked.length === 0 || daysIn(lineOf(match)).some((day) => asked.includes(day));
}

/** The only line that names the subject and its days, which tells whether the one asked for is among them. */
function onDays({ days }: Asked, matches: readonly RecordMatch[]): Composed | null {
  const [line, ...rest] = bestOf(matches.filter((match) => match.isNamed && daysIn(lineOf(match)).length > 0));
  if (!line || rest.length > 0) return null;
  const { start, end } = line.record.quote;
  const { text } = line.passage;
  // `Aulas teóricas de segunda a quinta. Não temos turma no sábado.` Entries of a list speak of other things.
  const isEntry = ownLabel(text.slice(start, end)) !== null;
  const others = `${text.slice(0, start)}\n${text.slice(end)}`
    .split('\n')
    .filter((one) => !isEntry || ownLabel(one) === null);
  const isSaidApart = daysIn(others.join('\n')).some((day) => days.includes(day));
  return isSaidApart ? null : quoting([line]);
}

const NAME_MAX = 3;

/** `Garantia: 90 dias na peça.` for `tem garantia?` */
function lasting(matches: readonly RecordMatch[]): Composed | null {
  const named = matches.filter((match) => {
    const label = ownLabel(tidyLine(match.passage, match.record));
    return label !== null && label.split(' ').length <= NAME_MAX && match.hasNouns(label);
  });
  return quoting(bestOf(named));
}

/** `Mensal` of a table, or what is said of a `plano anual`, is not the `trimestral` that is asked for. */
const isOfOtherPlan = ({ passage, record: { quote }, isNamed }: RecordMatch) =>
  !isNamed &&
  (rowAt(passage.text, quote.start)?.header != null ||
    wordsOf(passage.text.slice(quote.start, quote.end)).some(({ word }) => PERIOD.test(word)));

/** Each cell of a table is a clause with the name of its column: `Não tem` below `Fidelidade` says nothing of the price. */
function clauseText({ passage, record }: Pick<RecordMatch, 'passage' | 'record'>): string {
  const row = rowAt(passage.text, record.quote.start);
  const header = row?.header;
  if (!header || header.length < 3) return tidyLine(passage, record);
  return row.cells.flatMap((cell, at) => (at > 0 ? `${header[at]} ${cell}` : [])).join('; ');
}

/** `Cadeirinha: R$ 25; GPS não oferecemos` refuses the GPS only. */
const isRefused = ({ passage, record, isAbout }: RecordMatch<PolicyRecord>) =>
  clausesOf(clauseText({ passage, record })).some(
    (clause) => isAbout(clause) && stancesIn(fold(clause)).includes('refused'),
  );

/** `-` below the column that names the subject. */
function isBlank({ passage, record, isAbout }: RecordMatch): boolean {
  const row = rowAt(passage.text, record.quote.start);
  return row?.cells.some((cell, at) => at > 0 && !/[\p{L}\d]/u.test(cell) && isAbout(row.header?.[at] ?? '')) ?? false;
}

/** `Limpeza R$ 120 (sem garantia)` for `a limpeza tem garantia?` */
const isWithoutIt = (match: RecordMatch): boolean =>
  (lineOf(match).match(/\bsem\s[^,;.()]+/giu) ?? []).some(match.isAbout);

/** Yes if something has a price and nothing about it is refused. */
function offering(
  { isWithout }: Asked,
  policies: readonly RecordMatch<PolicyRecord>[],
  prices: readonly RecordMatch<PriceRecord>[],
): Composed | null {
  const named = bestOf(
    prices.filter(
      ({ record: { name }, isAbout, isNamed, hasExpressions }) =>
        isNamed &&
        hasExpressions &&
        isAbout(name) &&
        (isWithout || !/\bsem\b/i.test(name)) &&
        !/^(?:se|caso|quando)\b/i.test(name),
    ),
  );
  const isOfLine = ({ passage, record: { quote } }: RecordMatch) =>
    named.some((price) => price.passage === passage && price.record.quote.start === quote.start);
  const refused = policies.filter(({ record: { stances } }) => stances.includes('refused'));
  if (refused.some((match) => !isOfLine(match) || isRefused(match))) return null;
  const priced = quoting(named);
  const isClear = !named.some((price) => isBlank(price) || (!isWithout && isWithoutIt(price)));
  return priced && { ...priced, text: withVerdict(isClear ? 'yes' : null, priced.text) };
}

function judgingPolicies(kind: Predicate, all: readonly RecordMatch<PolicyRecord>[]): Composed | null {
  // `Permitido: água` says more of water than `Proibido: bebidas`.
  const exact = all.filter(({ isNamed }) => isNamed);
  const policies = exact.length > 0 ? exact : all.filter(({ hasEachNoun }) => hasEachNoun);
  const verdictOfMatch = (match: RecordMatch) =>
    isOfOtherPlan(match) ? null : verdictOf(kind, clauseText(match), match.isAbout);
  const clear = policies.filter((match) => verdictOfMatch(match) !== null);
  const [first] = bestOf(clear);
  if (!first) return kind === 'charged' || kind === 'free' ? unclear(policies) : null;
  const judged = bestOf(policies.filter(({ passage }) => passage === first.passage)).map((match) => ({
    match,
    verdict: verdictOfMatch(match),
  }));
  const [best, ...others] = judged;
  if (!best?.verdict || others.some(({ verdict }) => verdict !== best.verdict))
    return kind === 'charged' || kind === 'free' ? unclear(policies) : null;
  // Another line that says the opposite and is as much about the subject.
  const isAsNear = ({ covered, own }: RecordMatch) => covered + own >= best.match.covered + best.match.own - GAP;
  const opposite = clear.find((match) => isAsNear(match) && verdictOfMatch(match) !== best.verdict);
  if (opposite) return opposite.passage === best.match.passage ? quoting([best.match, opposite]) : null;
  // `Entrega grátis até 3 km` is no plain no.
  const isLimited =
    (kind === 'charged' || kind === 'free') && (best.match.record.limits.length > 0 || hasOtherPrice(best.match));
  // `Irmãos: 15% de desconto.` is no plain yes for `tem desconto?`
  const isOfSome = best.match.hasNouns('desconto') && ownLabel(lineOf(best.match)) !== null;
  const isOfCase = isOfOtherCase(clauseText(best.match), best.match.isAbout);
  const verdict = isLimited || isOfSome || isOfCase || best.match.isOfTitle ? null : best.verdict;
  return { text: withVerdict(verdict, lineOf(best.match)), lines: [best.match] };
}

/** `Retorno em 30 dias: sem custo`, `Retorno depois: R$ 180` */
const CONDITIONS_MAX = 2;

/** Says what something costs or that it is free, but under conditions. */
function unclear(policies: readonly RecordMatch<PolicyRecord>[]): Composed | null {
  const lines = bestOf(
    policies.filter(
      ({ isNamed, isBelowName, record: { stances } }) =>
        (isNamed || isBelowName) && stances.some((one) => one === 'free' || one === 'charged'),
    ),
  );
  const areOfOne = lines.every(({ passage }) => passage === lines[0]!.passage);
  return lines.length > 0 && lines.length <= CONDITIONS_MAX && areOfOne ? quoting(lines) : null;
}

/** `50 páginas inclusas; página extra R$ 0,50` */
const hasOtherPrice = (match: RecordMatch) =>
  clausesOf(tidyLine(match.passage, match.record)).some((clause) => /R\$/.test(clause) && !match.isAbout(clause));

/** Of the clause within whose limit the quantity is: `de 6 a 10 anos pagam metade; até 5 anos não pagam`. */
function verdictOfClause(kind: Predicate, asked: Asked, { passage, record }: RecordMatch<PolicyRecord>) {
  const clauses = clausesOf(tidyLine(passage, record)).map((clause) => {
    const folded = fold(clause);
    return { limits: limitsIn(folded), stances: stancesIn(folded) };
  });
  const within = clauses.filter(({ limits }) =>
    limits.some((limit) => asked.quantities.some(({ unit, value }) => unit === limit.unit && isWithin(value, limit))),
  );
  const [only, ...others] = clauses.length > 1 ? within : [];
  return only && others.length === 0 ? verdictByLimits(kind, asked, only) : null;
}

const isNarrowerThan = ({ record: { limits } }: RecordMatch<PolicyRecord>, other: RecordMatch<PolicyRecord>) =>
  limits.some((one) => other.record.limits.some((limit) => isNarrower(one, limit)));

const saysWhom = (match: RecordMatch<PolicyRecord>, kind: Predicate) =>
  match.record.stances.length > 0 || (kind === 'allowed' && /\bidade minima\b|\bso com\b/.test(fold(lineOf(match))));

const isOtherLine = (one: RecordMatch, other: RecordMatch) =>
  one.passage === other.passage && one.record.quote.start !== other.record.quote.start;

/** `De 19 a 20 anos: com taxa de R$ 25` and `Menores de 14 só no jiu-jitsu` go before a minimum. */
function isException({ quantities }: Asked, { passage, record }: RecordMatch<PolicyRecord>): boolean {
  const compared = record.limits.flatMap((limit) =>
    quantities.filter(({ unit }) => unit === limit.unit).map(({ value }) => ({ limit, isIn: isWithin(value, limit) })),
  );
  const isSaid =
    record.stances.some((one) => one === 'allowed' || one === 'charged') ||
    RESTRICTS.test(fold(tidyLine(passage, record)));
  return isSaid && compared.every(({ isIn }) => isIn) && compared.some(({ limit }) => limit.max !== null);
}

/** `16 anos para os 5 km e 18 anos para os 10 km` is no plain yes for somebody of 17. */
const statesHigherAge = ({ quantities }: Asked, match: RecordMatch): boolean =>
  quantitiesIn(fold(lineOf(match))).some(
    ({ unit, value }) => unit === 'year' && quantities.some((asked) => asked.unit === unit && value > asked.value),
  );

/** `Prazo para troca: 30 dias`, beside which `Peça com defeito: até 90 dias` says nothing of other exchanges. */
const isTerm = ({ record, passage, isLiteral }: RecordMatch): boolean =>
  isLiteral && record.kind === 'deadline' && /^prazo\b/i.test(ownLabel(tidyLine(passage, record)) ?? '');

const MINIMUM = /\bidade minima\b/;

/** A limit that is met says yes; only a single one that is not met says no. */
function comparing(asked: Asked, kind: Predicate, policies: readonly RecordMatch<PolicyRecord>[]): Composed | null {
  const compared = policies.flatMap((match) => {
    const verdict = verdictOfClause(kind, asked, match) ?? verdictByLimits(kind, asked, match.record);
    const isWithinStep = match.record.limits.some((limit) =>
      asked.quantities.some(({ unit, value }) => unit === limit.unit && isWithin(value, limit)),
    );
    return verdict ? [{ match, verdict, isWithinStep }] : [];
  });
  // Whom a business takes is said in one line, or it is not clear which one counts.
  const steps = compared.filter(({ isWithinStep }) => isWithinStep);
  const minima = asked.asksWhom ? compared.filter(({ match }) => MINIMUM.test(fold(lineOf(match)))) : [];
  const nearest =
    minima.length === 1
      ? minima
      : compared.length > 1
        ? steps.filter(({ match }) => !steps.some((other) => isNarrowerThan(other.match, match)))
        : compared;
  // Only the heading names what is asked: no line says more of it than another.
  const isOfBusiness =
    asked.asksWhom && compared.every(({ match: { own } }) => own === 0 || asked.subject.length === 0);
  if (isOfBusiness && (nearest.length !== 1 || !saysWhom(nearest[0]!.match, kind))) return null;
  const judged = isOfBusiness ? nearest : compared;
  const best = bestOf(judged.map(({ match }) => match));
  const of = judged.filter(({ match }) => best.includes(match));
  const within = of.filter(({ isWithinStep }) => isWithinStep);
  const [only, ...rest] = within.length > 0 ? within : of;
  const chosen = of.find(({ verdict }) => verdict === 'yes') ?? (rest.length === 0 ? only : undefined);
  if (!chosen) return null;
  const exception = policies.find(
    (match) =>
      chosen.verdict === 'no' &&
      !chosen.match.record.stances.includes('refused') &&
      isOtherLine(match, chosen.match) &&
      isException(asked, match),
  );
  if (exception) return quoting([chosen.match, exception]);
  const line = lineOf(chosen.match);
  // `Menores de 16 anos só treinam com autorização` is no yes.
  const isLimited =
    chosen.verdict === 'yes' &&
    (RESTRICTS.test(fold(line)) || (MINIMUM.test(fold(line)) && statesHigherAge(asked, chosen.match)));
  const isClear = !asked.isOpen && !isLimited;
  const verdict = isClear ? chosen.verdict : null;
  return { text: withVerdict(verdict, line), lines: [chosen.match] };
}
