import { ANSWER_MAX } from '../extract-answer.ts';
import { daysIn } from '../facts/opening-hours.ts';
import type { Passage } from '../passage.ts';
import { countPassages } from '../question.ts';
import { isGeneralKnowledge } from '../rerank/general-knowledge.ts';
import { missesDetail } from '../rerank/missing-detail.ts';
import { isReranked, type Reranking, startReranking } from '../rerank/rerank.ts';
import type { RerankQuestion } from '../rerank/rerank-question.ts';
import type { Hit, SearchResult } from '../search.ts';
import type { Segment } from '../segment.ts';
import { fold, wordsOf } from '../words.ts';
import { amountsIn } from './amounts.ts';
import { type Asked, type AskedKind, type Predicate, readAsked } from './asked.ts';
import { headingOf, tidyLine, withVerdict } from './compose.ts';
import { isWithin, limitsIn } from './limits.ts';
import { matchRecords, type RecordMatch } from './match-records.ts';
import type { BusinessRecord, HoursRecord, Limit, PolicyRecord, PriceRecord } from './record.ts';
import { RESTRICTS, verdictByLimits, verdictOf } from './verdict.ts';

const SURE = 0.9;
/** Share of the question's subject that a record must name, and weight of a missing noun. */
const COVERED_MIN = 0.8;
const MISSING_MAX = 0.2;
const OWN_MIN = 0.5;
/** Ranked passages whose records may answer. */
const PASSAGES_MAX = 3;
/** Records about as good as the best are alternatives. */
const GAP = 0.08;
const LINES_MAX = 3;
const DAYS_MAX = 7;

/** Kinds whose answer may be a step of a list, such as a price by weight. */
const STEPPED: ReadonlySet<AskedKind> = new Set(['price', 'hours', 'which']);
const isStepped = ({ kind, quantities }: Asked) => STEPPED.has(kind) && quantities.length > 0;

/** Kinds that a business has only once. */
const NEEDS_NO_SUBJECT: ReadonlySet<AskedKind> = new Set(['payment', 'instalments']);

const needsNoSubject = (asked: Asked) =>
  NEEDS_NO_SUBJECT.has(asked.kind) || asked.kind === 'count' || isStepped(asked) || asked.asksWhom;

interface Composed {
  text: string;
  lines: readonly RecordMatch[];
}

/** Only for small bases, whose words are compared by meaning. */
export function withRecords(chain: readonly Segment[], text: string, result: SearchResult): SearchResult {
  const { fact, hits, outcome } = result;
  const [best] = hits;
  if (!best || fact || best.isPhrased || !isReranked(countPassages(chain))) return result;
  const reranking = startReranking(chain, text);
  const { question } = reranking;
  const asked = readAsked(question, text);
  if (!asked || (asked.subject.length === 0 && !needsNoSubject(asked))) return result;
  // An age or a weight that no passage names is compared with those that they do name.
  const isCompared = asked.quantities.length > 0 || asked.days.length > 0 || asked.counted !== null;
  if (!isCompared && missesDetail(reranking.chain, question, text))
    return outcome === 'answered' ? result : showingOthers(asked, reranking, result);
  const composed = compose(asked, reranking, hits);
  if (!composed && outcome === 'answered' && isOfferedByAnotherName(asked, question)) return shown(result);
  if (!composed)
    return asked.kind in EXTREME && outcome === 'answered' && !statesExtreme(best, asked.kind) ? shown(result) : result;
  if (isGeneralKnowledge(reranking.chain, text)) return result;
  const { passage } = composed.lines[0]!;
  // The search is sure of its best passage, and a FAQ is best answered in its owner's words.
  if (outcome === 'answered' && (passage !== best.passage || passage.answer !== null)) return result;
  return asserting(result, isWhole(asked, passage) ? { ...composed, text: passage.answer!.trim() } : composed);
}

const OFFERED = 0.8;

/** `tem piscina?`: things like it that the base has do not say whether there is one. */
function isOfferedByAnotherName({ kind, subject, days, quantities }: Asked, { units }: RerankQuestion): boolean {
  if (kind !== 'offered' || days.length > 0 || quantities.length > 0) return false;
  const [noun, ...others] = subject.filter((at) => units[at]!.isNoun);
  return noun !== undefined && others.length === 0 && units[noun]!.nearest < OFFERED;
}

/** Several things of a kind. */
const LISTS = /,.*(?:,| e | ou )/;
/** Similarity from which the base has a word. */
const HELD = 0.3;

/** `Entregam em Maringá?` shows `Entregamos em Londrina, Cambé e Ibiporã`, although it does not say that these are all. */
function showingOthers(asked: Asked, reranking: Reranking, result: SearchResult): SearchResult {
  if (asked.kind !== 'offered' && asked.kind !== 'allowed' && asked.kind !== 'payment') return result;
  const { units } = reranking.question;
  const subject = asked.subject.filter((at) => units[at]!.nearest >= HELD);
  if (subject.length === 0 && asked.kind !== 'payment') return result;
  const found = matchRecords(reranking.question, subject, placesOf(asked, reranking, result.hits)).filter(
    ({ own, passage, record: { quote } }) =>
      (own >= COVERED_MIN || subject.length === 0) &&
      passage.answer === null &&
      LISTS.test(passage.text.slice(quote.start, quote.end)),
  );
  const [best] = bestOf(asked.kind === 'payment' ? found.filter(isOf('payment')) : found);
  const hit = best && result.hits.find(({ passage }) => passage === best.passage);
  const sentence = hit?.sentences.find(({ start }) => start === best!.record.quote.start);
  if (!hit || !sentence) return result;
  const others = result.hits.filter((one) => one !== hit);
  return { ...shown(result), hits: [{ ...hit, sentences: [sentence] }, ...others] };
}

/** How a text says what is cheapest or dearest itself. */
const EXTREME: Readonly<Partial<Record<AskedKind, RegExp>>> = {
  cheapest: /\bmais (?:barat|em conta|economic)|\bmenor (?:preco|valor)/,
  dearest: /\bmais car[oa]|\bmaior (?:preco|valor)/,
};

function statesExtreme({ passage: { question, text } }: Hit, kind: AskedKind): boolean {
  const lines = question === null ? text.split('\n').filter((line) => amountsIn(line).length > 0) : [question];
  return lines.some((line) => EXTREME[kind]?.test(fold(line)));
}

const shown = (result: SearchResult): SearchResult => ({ ...result, outcome: 'shown', isAnswerable: false });

/** From records about the subject or, for instalments, from the only line about them in the passages found. */
function compose(asked: Asked, reranking: Reranking, hits: readonly Hit[]): Composed | null {
  const composeAbout = (one: Asked) => composeFrom(one, matchesOf(one, reranking, hits));
  const composed = composeAbout(asked) ?? (asked.asksWhom ? composeAbout({ ...asked, subject: [] }) : null);
  const isPaid = asked.ways.length > 0 || reranking.question.words.some(({ word }) => /^(?:parcel|divid)/.test(word));
  if (composed || !(asked.kind === 'instalments' ? isPaid : asked.kind === 'payment' && asked.ways.length > 0))
    return composed;
  const ofBusiness = composeAbout({ ...asked, subject: [] });
  return ofBusiness?.lines.length === 1 ? ofBusiness : null;
}

/** A comparison needs the verdict before it, so that a short FAQ is answered whole. */
const isWhole = ({ quantities }: Asked, { answer }: Passage) =>
  answer !== null && answer.length <= ANSWER_MAX && quantities.length === 0;

const isMeasured = ({ quantities }: Asked, { record }: RecordMatch) =>
  record.kind === 'policy' && record.limits.some(({ unit }) => quantities.some((one) => one.unit === unit));

function placesOf({ kind }: Asked, { chain }: Reranking, hits: readonly Hit[]) {
  return hits.slice(0, NEEDS_NO_SUBJECT.has(kind) ? hits.length : PASSAGES_MAX).flatMap(({ passage }) => {
    const at = chain.findIndex(({ segment }) => segment.passages.includes(passage));
    const segment = chain[at];
    return segment ? [{ at, segment, index: segment.segment.passages.indexOf(passage) }] : [];
  });
}

function matchesOf(asked: Asked, reranking: Reranking, hits: readonly Hit[]): RecordMatch[] {
  const { question } = reranking;
  const found = matchRecords(question, asked.subject, placesOf(asked, reranking, hits));
  if ((asked.asksWhom || asked.kind === 'count') && asked.subject.length === 0)
    return found.filter(({ passage }) => passage === hits[0]!.passage);
  if (isStepped(asked)) return found.filter(({ passage, covered }) => covered > 0 && passage === hits[0]!.passage);
  return found.filter(
    (match) =>
      (match.covered >= COVERED_MIN || (match.isNamed && (asked.kind === 'price' || asked.days.length > 0))) &&
      match.missing <= MISSING_MAX &&
      (match.own >= OWN_MIN || (asked.kind === 'price' && match.isHeaded)) &&
      (match.isLiteral ||
        (asked.kind === 'price' && match.isHeaded) ||
        asked.subject.length === 0 ||
        isMeasured(asked, match)) &&
      (asked.quantities.length > 0 || hasNumbers(match, question.words)),
  );
}

/** The price of `cat b` is not that of `cat c`. */
function hasNumbers({ passage, record: { quote } }: RecordMatch, words: RerankQuestion['words']): boolean {
  const held = new Set(wordsOf(passage.text.slice(quote.start, quote.end)).map(({ word }) => word));
  return words.every(({ word, isStopword }) => isStopword || !/^(?:\d+|[a-z])$/.test(word) || held.has(word));
}

const scoreOf = ({ covered, own, returned }: RecordMatch) => covered + 0.3 * own + 0.2 * returned;

/** The best and those of its passage that are about as good, one for each line. */
function bestOf<Match extends RecordMatch>(matches: readonly Match[]): Match[] {
  const sorted = matches.toSorted((a, b) => scoreOf(b) - scoreOf(a));
  const lines = sorted.filter(
    (one, at) =>
      sorted.findIndex(
        ({ passage, record: { quote } }) => passage === one.passage && quote.start === one.record.quote.start,
      ) === at,
  );
  return lines.filter((one) => one.passage === lines[0]!.passage && scoreOf(one) >= scoreOf(lines[0]!) - GAP);
}

const isOf =
  <Kind extends BusinessRecord['kind']>(kind: Kind) =>
  (match: RecordMatch): match is RecordMatch<Extract<BusinessRecord, { kind: Kind }>> =>
    match.record.kind === kind;

function composeFrom(asked: Asked, matches: readonly RecordMatch[]): Composed | null {
  switch (asked.kind) {
    case 'which':
      return forQuantity(asked, matches);
    case 'count':
      return quoting(
        bestOf(
          matches
            .filter((match) => match.isNamed || asked.subject.length === 0)
            .filter((match) => counts(asked, match)),
        ),
      );
    case 'price': {
      const prices = matches.filter(isOf('price'));
      if (asked.quantities.length > 0)
        return forQuantity(asked, prices) ?? forQuantity(asked, matches.filter(isCharge));
      const best = bestOf(toldApart(literal(prices)));
      return (
        quoting(best[0] && isBelow(best[0]) ? allBelow(best[0], prices) : best) ??
        quoting(bestOf(matches.filter(isPercentage)))
      );
    }
    case 'cheapest':
    case 'dearest':
      return extreme(asked.kind, matches.filter(isOf('price')));
    case 'deadline':
      return quoting(bestOf(matches.filter(isOf('deadline'))));
    case 'hours': {
      const hours = matches.filter(isOf('hours'));
      const step = forQuantity(asked, hours);
      if (step) return step;
      const ofDays = hours.filter(({ record: { days } }) => asked.days.some((day) => days.includes(day)));
      return asked.days.length > 0 ? quoting(bestOf(ofDays)) : (timetable(hours) ?? quoting(bestOf(hours)));
    }
    case 'instalments':
      return quoting(bestOf(matches.filter(isOf('payment')).filter(({ record }) => record.instalments !== null)));
    case 'payment': {
      const payments = matches.filter(isOf('payment'));
      return quoting(bestOf(payments.filter(({ record: { ways } }) => asked.ways.every((way) => ways.includes(way)))));
    }
    default:
      return judging(asked, asked.kind, matches);
  }
}

/** Only the heading names the subject: all prices below it are its own. */
const isBelow = ({ isHeaded, isLiteral }: RecordMatch) => isHeaded && !isLiteral;
const allBelow = (best: RecordMatch, prices: readonly RecordMatch[]) => [
  ...new Map(
    prices.filter((one) => one.isHeaded && one.passage === best.passage).map((one) => [one.record.quote.start, one]),
  ).values(),
];

/** `De 8 a 12 anos paga meia.` */
const isCharge = ({ passage, record: { quote, kind } }: RecordMatch) =>
  kind === 'policy' && /\bpagam?\b|\bgr[aá]tis\b|\bisent/i.test(passage.text.slice(quote.start, quote.end));

/** `Taxa de administração: 10% do aluguel`. */
const isPercentage = ({ passage, record: { quote, kind } }: RecordMatch) =>
  kind === 'policy' && /\d ?%/.test(passage.text.slice(quote.start, quote.end));

function counts({ counted }: Asked, { passage, record }: RecordMatch): boolean {
  const { word, unit } = counted!;
  if (unit !== null && record.kind === 'policy' && record.limits.some((limit) => limit.unit === unit)) return true;
  const line = fold(passage.text.slice(record.quote.start, record.quote.end));
  return new RegExp(`\\b(?:\\d+|dois|duas|tres|quatro|cinco|seis|sete|oito|nove|dez) (?:\\w+ )?${word}\\b`).test(line);
}

/** Those that have all nouns of the subject themselves, if there are any: a `quarto standard` is no `quarto família`. */
function literal<Match extends RecordMatch>(matches: readonly Match[]): readonly Match[] {
  const named = matches.filter(({ isNamed }) => isNamed);
  return named.length > 0 ? named : matches;
}

/** Without lines with several prices of which it is not clear which one is asked for. */
function toldApart(prices: readonly RecordMatch<PriceRecord>[]): RecordMatch<PriceRecord>[] {
  return prices.filter(({ passage, record: { quote } }) => {
    const line = prices.filter((one) => one.passage === passage && one.record.quote.start === quote.start);
    const about = line.filter(({ record: { name }, entry, isAbout }) => isAbout(`${entry} ${name}`));
    const amounts = line.reduce((sum, { record: { cents } }) => sum + cents.length, 0);
    if (about.length === 0) return amounts === 1;
    return about.length === 1 || about.length === line.length;
  });
}

/** Of a list of steps (`até 20`, `até 40`), the narrowest that suits the quantity. */
function forQuantity({ quantities }: Asked, matches: readonly RecordMatch[]): Composed | null {
  const [best] = matches;
  const steps = matches.flatMap((match) => {
    if (match.passage !== best!.passage) return [];
    const said = limitsIn(fold(lineOf(match)));
    const limits = said.length === 0 && match.record.kind === 'policy' ? match.record.limits : said;
    const compared = quantities.flatMap(({ unit, value }) =>
      limits.filter((limit) => limit.unit === unit).map((limit) => ({ limit, isFit: isWithin(value, limit) })),
    );
    return compared.length === 1 ? [{ match, ...compared[0]! }] : [];
  });
  const fitting = steps.filter(({ isFit }) => isFit);
  const narrowest = fitting.filter(({ limit }) => fitting.every((other) => !isNarrower(other.limit, limit)));
  return fitting.length < steps.length ? quoting(bestOf(narrowest.map(({ match }) => match))) : null;
}

/** Returns whether one bound lies within another of the same kind. */
const isNarrower = (one: Limit, other: Limit): boolean =>
  one.unit === other.unit &&
  ((one.min === null && other.min === null && one.max! < other.max!) ||
    (one.max === null && other.max === null && one.min! > other.min!));

function quoting(lines: readonly RecordMatch[]): Composed | null {
  if (lines.length === 0 || lines.length > LINES_MAX) return null;
  const parts = lines.map(partsOf);
  const above = parts.find((part) => part.above !== null)?.above;
  const isOnce = lines.length > 1 && above != null;
  const text = isOnce ? [above, ...parts.map(({ line }) => line)] : lines.map(lineOf);
  return { text: text.join('\n'), lines };
}

/** All lines of the best one's passage that name the subject, each with days: `Terça: 19h30 muay thai`. */
function timetable(hours: readonly RecordMatch<HoursRecord>[]): Composed | null {
  const named = hours.filter(({ isNamed, record: { days } }) => isNamed && days.length > 0);
  const [best] = bestOf(named);
  const lines = named.filter(({ passage }) => passage === best?.passage);
  const distinct = [...new Map(lines.map((one) => [one.record.quote.start, one])).values()];
  return distinct.length > 1 && distinct.length <= DAYS_MAX
    ? { text: distinct.map(lineOf).join('\n'), lines: distinct }
    : null;
}

/** Of a list, or of the things in it that the question names. */
function extreme(kind: 'cheapest' | 'dearest', prices: readonly RecordMatch<PriceRecord>[]): Composed | null {
  const [best] = bestOf(prices);
  const all = prices.filter(({ passage }) => passage === best?.passage);
  const named = all.filter(({ record: { name }, isAbout }) => isAbout(name));
  const list = named.length > 1 ? named : all;
  if (list.length < 2) return null;
  const sign = kind === 'cheapest' ? 1 : -1;
  const valueOf = ({ record: { cents } }: RecordMatch<PriceRecord>) => sign * Math.min(...cents);
  const found = list.reduce((one, other) => (valueOf(other) < valueOf(one) ? other : one));
  return { text: lineOf(found), lines: [found] };
}

/** Not only a name with an amount or a limit. */
const isSentence = ({ record }: RecordMatch, line: string) =>
  record.kind === 'policy' && /[.!]$/.test(line) && record.stances.some((one) => one !== 'charged' && one !== 'free');

/** With its heading or label if the subject is named there and not in the line itself. */
function partsOf(match: RecordMatch): { above: string | null; line: string } {
  const tidy = tidyLine(match.passage, match.record);
  const line = match.entry === '' || match.isAbout(tidy) ? tidy : `${match.entry}: ${tidy}`;
  const heading = match.label ?? headingOf(match.passage);
  const isNeeded = !isSentence(match, line) && match.covered - match.own > 0.15;
  return { above: isNeeded && heading !== null && !line.includes(heading) ? heading : null, line };
}

function lineOf(match: RecordMatch): string {
  const { above, line } = partsOf(match);
  return above === null ? line : `${above}: ${line}`;
}

function judging(asked: Asked, kind: Predicate, matches: readonly RecordMatch[]): Composed | null {
  const policies = matches.filter(isOf('policy')).filter((match) => isOnDays(asked.days, match));
  if (asked.quantities.length > 0) return comparing(asked, kind, policies);
  return (
    judgingPolicies(kind, policies) ??
    (kind === 'offered' && asked.days.length === 0 ? offering(policies, matches.filter(isOf('price'))) : null) ??
    (asked.days.length > 0 ? onDays(asked, matches) : null)
  );
}

/** `Segunda não há missa` says nothing of Saturdays, and `Temos missa` of no day. */
function isOnDays(asked: readonly number[], match: RecordMatch): boolean {
  return asked.length === 0 || daysIn(lineOf(match)).some((day) => asked.includes(day));
}

/** The only line that names the subject and its days, which tells whether the one asked for is among them. */
function onDays({ days }: Asked, matches: readonly RecordMatch[]): Composed | null {
  const [line, ...others] = bestOf(matches.filter((match) => match.isNamed && daysIn(lineOf(match)).length > 0));
  if (!line || others.length > 0) return null;
  const { start, end } = line.record.quote;
  const { text } = line.passage;
  // `Aulas teóricas de segunda a quinta. Não temos turma no sábado.`
  const isSaidApart = daysIn(`${text.slice(0, start)}\n${text.slice(end)}`).some((day) => days.includes(day));
  return isSaidApart ? null : quoting([line]);
}

/** Yes if something has a price and nothing about it is refused. */
function offering(
  policies: readonly RecordMatch<PolicyRecord>[],
  prices: readonly RecordMatch<PriceRecord>[],
): Composed | null {
  if (policies.some(({ record: { stances } }) => stances.includes('refused'))) return null;
  const priced = quoting(bestOf(prices.filter(({ record: { name }, isAbout, isNamed }) => isNamed && isAbout(name))));
  return priced && { ...priced, text: withVerdict('yes', priced.text) };
}

function judgingPolicies(kind: Predicate, policies: readonly RecordMatch<PolicyRecord>[]): Composed | null {
  const verdictOfMatch = (match: RecordMatch) => verdictOf(kind, tidyLine(match.passage, match.record), match.isAbout);
  const clear = policies.filter((match) => verdictOfMatch(match) !== null);
  const [first] = bestOf(clear);
  if (!first) return null;
  const judged = bestOf(policies.filter(({ passage }) => passage === first.passage)).map((match) => ({
    match,
    verdict: verdictOfMatch(match),
  }));
  const [best, ...others] = judged;
  if (!best?.verdict || others.some(({ verdict }) => verdict !== best.verdict)) return null;
  // Another passage that says the opposite of what is as good.
  if (clear.some((match) => scoreOf(match) >= scoreOf(best.match) - GAP && verdictOfMatch(match) !== best.verdict))
    return null;
  // `Entrega grátis até 3 km` is no plain no.
  const isLimited = (kind === 'charged' || kind === 'free') && best.match.record.limits.length > 0;
  return { text: withVerdict(isLimited ? null : best.verdict, lineOf(best.match)), lines: [best.match] };
}

const TAKES: ReadonlySet<PolicyRecord['stances'][number]> = new Set([
  'offered',
  'allowed',
  'refused',
  'charged',
  'free',
]);

/** A limit that is met says yes; only a single one that is not met says no. */
function comparing(asked: Asked, kind: Predicate, policies: readonly RecordMatch<PolicyRecord>[]): Composed | null {
  const compared = policies.flatMap((match) => {
    const verdict = verdictByLimits(kind, asked, match.record);
    return verdict ? [{ match, verdict }] : [];
  });
  // Whom a business takes is said in one line, or it is not clear which one counts.
  if (
    asked.asksWhom &&
    asked.subject.length === 0 &&
    (compared.length !== 1 || !compared[0]!.match.record.stances.some((one) => TAKES.has(one)))
  )
    return null;
  const best = bestOf(compared.map(({ match }) => match));
  const of = compared.filter(({ match }) => best.includes(match));
  const chosen = of.find(({ verdict }) => verdict === 'yes') ?? (of.length === 1 ? of[0] : undefined);
  if (!chosen) return null;
  const line = lineOf(chosen.match);
  // `Menores de 16 anos só treinam com autorização` is no yes.
  const verdict = chosen.verdict === 'yes' && RESTRICTS.test(fold(line)) ? null : chosen.verdict;
  return { text: withVerdict(verdict, line), lines: [chosen.match] };
}

function asserting(result: SearchResult, { text, lines }: Composed): SearchResult {
  const { passage } = lines[0]!;
  const quotes = lines.map(({ record: { quote } }) => passage.text.slice(quote.start, quote.end));
  const used: Hit = { ...result.hits.find((hit) => hit.passage === passage)!, quotes };
  return {
    ...result,
    hits: [used, ...result.hits.filter((hit) => hit.passage !== passage)],
    confidence: Math.max(result.confidence, SURE),
    isAnswerable: true,
    outcome: 'answered',
    fact: { text, used: [used] },
  };
}
