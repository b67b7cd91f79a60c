import { assertText } from '../assert-text.ts';
import { ANSWER_MAX } from '../choose-lines.ts';
import type { Passage } from '../passage.ts';
import { countPassages } from '../question.ts';
import { isGeneralKnowledge } from '../rerank/general-knowledge.ts';
import { missesDetail } from '../rerank/missing-detail.ts';
import { isReranked, type Reranking, startReranking } from '../rerank/rerank.ts';
import type { RerankQuestion } from '../rerank/rerank-question.ts';
import { rootOf } from '../roots.ts';
import type { Hit, SearchResult } from '../search.ts';
import type { Segment } from '../segment.ts';
import { fold, wordsOf } from '../words.ts';
import {
  areMet,
  EXTREME,
  isNamedElsewhere,
  isOfferedByAnotherName,
  isOfOtherHours,
  isOfOtherSort,
  isOutsideLimits,
  lacksValue,
  namesNothing,
  statesExtreme,
  statesOtherAmount,
} from './about-another.ts';
import { amountsIn } from './amounts.ts';
import { type Asked, type AskedKind, onlyMeasures, readAsked } from './asked.ts';
import { isRefusing } from './compose.ts';
import { composeFrom } from './compose-answer.ts';
import { isWithin, limitsIn } from './limits.ts';
import { matchRecords, type RecordMatch } from './match-records.ts';
import { recordsOf } from './read-records.ts';
import type { BusinessRecord } from './record.ts';
import { bestOf, type Composed, isOf, lineOf } from './record-lines.ts';
import { eachPriceAsked, joinEach } from './two-things.ts';

/** Share of the question's subject that a record must name, and weight of a missing noun. */
const COVERED_MIN = 0.8;
const MISSING_MAX = 0.2;
const OWN_MIN = 0.5;
/** `Ortopedia | sáb, manhã` for the `ortopedista`. */
const SYNONYM = 0.9;
/** A list of steps without names may be of what is asked for. */
const ABOUT = 0.6;
/** Ranked passages whose records may answer. */
const PASSAGES_MAX = 3;

/** Kinds whose answer may be a step of a list, such as a price by weight. */
const STEPPED: ReadonlySet<AskedKind> = new Set(['price', 'hours', 'which']);
const isStepped = ({ kind, quantities }: Asked) => STEPPED.has(kind) && quantities.length > 0;

/** Kinds whose records of the best content's other parts answer, too. */
const VALUES: ReadonlySet<AskedKind> = new Set(['price', 'deadline', 'count', 'which', 'hours']);

/** Kinds that a line answers which names the things, whatever is done with them: `entrar com água`. */
const NAMED: ReadonlySet<AskedKind> = new Set(['price', 'allowed']);

/** Kinds that a line may state of what only the label of its paragraph names. */
const BELOW: ReadonlySet<AskedKind> = new Set(['price', 'cheapest', 'dearest', 'deadline', 'charged', 'free']);

/** Kinds that a business has only once. */
const NEEDS_NO_SUBJECT: ReadonlySet<AskedKind> = new Set(['payment', 'instalments']);

const needsNoSubject = (asked: Asked) =>
  NEEDS_NO_SUBJECT.has(asked.kind) ||
  asked.kind === 'count' ||
  (asked.kind === 'hours' && asked.days.length > 0) ||
  isStepped(asked) ||
  asked.asksWhom;

/** Only for small bases, whose words are compared by meaning. */
export function withRecords(chain: readonly Segment[], text: string, result: SearchResult): SearchResult {
  const { fact, hits, outcome } = result;
  const [best] = hits;
  if (!best || fact || best.isPhrased || !isReranked(countPassages(chain))) return result;
  const both = best.passage.answer === null || outcome !== 'answered' ? composeBoth(chain, text, result) : null;
  if (both) return asserting(result, both);
  const reranking = startReranking(chain, text);
  const { question } = reranking;
  const asked = readAsked(question, text);
  if (!asked || (asked.subject.length === 0 && !needsNoSubject(asked))) return result;
  // An age or a weight that no passage names is compared with those that they do name.
  const isCompared = asked.quantities.length > 0 || asked.days.length > 0 || asked.counted !== null;
  if (!isCompared && missesDetail(reranking.chain, question, text))
    return outcome === 'answered' || isGeneralKnowledge(reranking.chain, text)
      ? result
      : showingOthers(asked, reranking, result);
  const composed =
    compose(asked, reranking, result) ??
    // The search is sure of the list, and a step of it suits: `Buscamos e levamos` above `De 3 a 8 km: R$ 12`.
    (outcome === 'answered' && asked.quantities.length > 0
      ? compose({ ...asked, kind: 'which' }, reranking, result)
      : null);
  if (!composed && isOfferedByAnotherName(asked, question)) return lessSure(result);
  if (!composed && outcome === 'answered' && isOutsideLimits(asked, best)) return showingWithin(asked, result);
  const isOfOther = statesOtherAmount(text, best) || isNamedElsewhere(asked, question, best);
  if (!composed && outcome === 'answered' && asked.kind === 'price' && isOfOther) return shown(result);
  if (outcome === 'answered' && isOfOtherSort(asked, question, best) && !composed?.lines.some(({ isNamed }) => isNamed))
    return shown(result);
  if (!composed && outcome === 'answered' && isOfOtherHours(asked, question, best)) return shown(result);
  const unchanged =
    asked.kind in EXTREME && outcome === 'answered' && !statesExtreme(best, asked.kind) ? shown(result) : result;
  if (!composed) return unchanged;
  if (isGeneralKnowledge(reranking.chain, text)) return result;
  const { passage } = composed.lines[0]!;
  // The search is sure of its best content, and a FAQ is best answered in its owner's words.
  const isOfBest =
    passage.answer === null &&
    (passage === best.passage ||
      ((VALUES.has(asked.kind) || asked.days.length > 0 || asked.asksWhom || isComparedByName(asked, composed)) &&
        passage.contentId === best.passage.contentId));
  const isStatedElsewhere =
    passage.answer === null && (lacksValue(asked, best.passage) || namesNothing(asked, question, best.passage));
  if (outcome === 'answered' && !isOfBest && !isStatedElsewhere) return unchanged;
  return asserting(result, isWhole(asked, passage) ? { ...composed, text: passage.answer!.trim() } : composed);
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
  return (best && showingLine(result, best.passage, best.record.quote.start)) ?? result;
}

/** Null if the search has not found it. */
function showingLine(result: SearchResult, passage: Passage, at: number): SearchResult | null {
  const hit = result.hits.find((one) => one.passage === passage);
  const sentence = hit?.sentences.find(({ start }) => start === at);
  if (!hit || !sentence) return null;
  const others = result.hits.filter((one) => one !== hit);
  return { ...shown(result), hits: [{ ...hit, sentences: [sentence] }, ...others] };
}

/** `De 6 a 11 anos: R$ 70` of another text does. */
function showingWithin(asked: Asked, result: SearchResult): SearchResult {
  for (const { passage } of result.hits)
    for (const record of recordsOf(passage)) {
      const isPaid = record.kind === 'policy' && record.stances.some((one) => one === 'charged' || one === 'free');
      const found = isPaid && areMet(record.limits, asked, true) && showingLine(result, passage, record.quote.start);
      if (found) return found;
    }
  return shown(result);
}

/** Of two things that the question names. */
function composeBoth(chain: readonly Segment[], text: string, result: SearchResult): Composed | null {
  const priceOf = (question: string) => {
    const reranking = startReranking(chain, question);
    const asked = readAsked(reranking.question, question);
    const isKnown = asked?.kind === 'price' && asked.subject.length > 0;
    return isKnown && !missesDetail(reranking.chain, reranking.question, question)
      ? compose(asked, reranking, result)
      : null;
  };
  const composed = eachPriceAsked(text).map(
    (questions) => questions.map(priceOf).find((one) => one?.lines.length === 1) ?? null,
  );
  return joinEach(composed);
}

const lessSure = (result: SearchResult): SearchResult =>
  result.outcome === 'answered'
    ? shown(result)
    : result.outcome === 'shown'
      ? { ...result, outcome: 'suggested' }
      : result;

const shown = (result: SearchResult): SearchResult => ({ ...result, outcome: 'shown', isAnswerable: false });

/** From records about the subject or, for instalments, from the only line about them in the passages found. */
function compose(asked: Asked, reranking: Reranking, result: SearchResult): Composed | null {
  const composeAbout = (one: Asked) => {
    const found = composeFrom(one, matchesOf(one, reranking, result));
    return found && one.asksWhom && isTakenElsewhere(one, found, reranking, result) ? null : found;
  };
  const composed =
    composeAbout(asked) ??
    composeForSeasons(asked, composeAbout) ??
    (asked.asksWhom || asked.asksTimetable ? composeAbout({ ...asked, subject: [] }) : null);
  const isPaid =
    asked.ways.length > 0 || reranking.question.words.some(({ word }) => /^(?:parcel|divid(?!as?$))/.test(word));
  if (composed || !(asked.kind === 'instalments' ? isPaid : asked.kind === 'payment' && asked.ways.length > 0))
    return composed;
  const ofBusiness = composeAbout({ ...asked, subject: [] });
  return ofBusiness?.lines.length === 1 ? ofBusiness : null;
}

/** `Kart infantil (6 a 11 anos)` refuses nobody of 13, if another line says `Kart adulto: a partir de 12 anos`. */
function isTakenElsewhere(asked: Asked, { text, lines }: Composed, reranking: Reranking, { hits }: SearchResult) {
  const isSaid = lines.some(({ record }) => record.kind === 'policy' && record.stances.includes('refused'));
  if (!isRefusing(text) || isSaid) return false;
  return matchRecords(reranking.question, [], placesOf(asked, reranking, hits)).some(
    ({ record, passage }) =>
      record.kind === 'policy' &&
      !record.stances.includes('refused') &&
      !isDemand(record) &&
      lines.every((one) => one.passage !== passage || one.record.quote.start !== record.quote.start) &&
      record.limits.some((limit) =>
        asked.quantities.some(({ unit, value }) => unit === limit.unit && isWithin(value, limit)),
      ),
  );
}

/** Prices of several seasons, where no price names the one asked for. */
function composeForSeasons(asked: Asked, composeAbout: (asked: Asked) => Composed | null): Composed | null {
  const { kind, seasons, subject } = asked;
  if (kind !== 'price' || seasons.length === 0 || seasons.length === subject.length) return null;
  const composed = composeAbout({ ...asked, subject: subject.filter((at) => !seasons.includes(at)) });
  return composed && amountsIn(composed.text).length > 1 ? composed : null;
}

/** A comparison needs the verdict before it, so that a short FAQ is answered whole. */
const isWhole = ({ quantities }: Asked, { answer }: Passage) =>
  answer !== null && answer.length <= ANSWER_MAX && quantities.length === 0;

const isMeasured = ({ quantities }: Asked, { record }: RecordMatch) =>
  record.kind === 'policy' && record.limits.some(({ unit }) => quantities.some((one) => one.unit === unit));

/** `Mesa fixa tem contrato mínimo de 6 meses` for `sair da mesa fixa com 3 meses`. */
const isComparedByName = ({ quantities }: Asked, { lines }: Composed) =>
  quantities.length > 0 && lines.every(({ isNamed }) => isNamed);

const isDemand = (record: BusinessRecord) =>
  record.kind === 'policy' && record.stances.length > 0 && record.stances.every((one) => one === 'required');

const refuses = (asked: Asked, { record }: RecordMatch) =>
  record.kind === 'policy' && record.stances.includes('offered') && areMet(record.limits, asked, false);

const isPureStep = ({ quantities }: Asked, { record, passage }: RecordMatch) =>
  record.kind === 'price' &&
  limitsIn(fold(passage.text.slice(record.quote.start, record.quote.end))).some(({ unit }) =>
    quantities.some((one) => one.unit === unit),
  ) &&
  wordsOf(record.name).every(({ word }) => onlyMeasures(word));

function placesOf({ kind }: Asked, { chain }: Reranking, hits: readonly Hit[]) {
  return hits.slice(0, NEEDS_NO_SUBJECT.has(kind) ? hits.length : PASSAGES_MAX).flatMap(({ passage }) => {
    const at = chain.findIndex(({ segment }) => segment.passages.includes(passage));
    const segment = chain[at];
    return segment ? [{ at, segment, index: segment.segment.passages.indexOf(passage) }] : [];
  });
}

function matchesOf(asked: Asked, reranking: Reranking, { hits, outcome }: SearchResult): RecordMatch[] {
  const { question } = reranking;
  const counted = question.words.filter(({ word }) => asked.kind !== 'instalments' || !/^\d+x$/.test(word));
  const found = matchRecords(question, asked.subject, placesOf(asked, reranking, hits)).filter(
    ({ isOtherAmount, missesAct }) => !isOtherAmount && !missesAct,
  );
  if (asked.asksWhom && asked.subject.length === 0) {
    const ofBest = found.filter(({ passage }) => passage.contentId === hits[0]!.passage.contentId);
    // `Menores de 18 precisam de um responsável` does not say that any age is taken.
    return found.some((match) => refuses(asked, match)) ? ofBest.filter(({ record }) => !isDemand(record)) : ofBest;
  }
  if (asked.kind === 'count' && asked.subject.length === 0)
    return found.filter(({ passage }) => passage === hits[0]!.passage);
  if (isStepped(asked)) {
    // A list that has the thing's own name goes before what only resembles it.
    const isWithName = ({ passage }: Hit) => found.some((match) => match.isNamed && match.passage === passage);
    /** `Até 3 km: R$ 9` below `FRETES`: each price is named by its step only. */
    const isListOfSteps = ({ passage }: Hit) =>
      found.filter((match) => match.passage === passage && match.covered >= ABOUT && isPureStep(asked, match)).length >
      1;
    const hasSteps = asked.kind === 'which' ? isWithName : isListOfSteps;
    const best = hits.slice(0, PASSAGES_MAX).find(hasSteps) ?? hits[0]!;
    const ofBest = found.filter(({ passage }) => passage === best.passage);
    if (asked.isWish) return ofBest.filter(({ isNamed }) => isNamed);
    const isNear = outcome === 'answered' || outcome === 'shown';
    return isNear && !ofBest.some(({ isNamed }) => isNamed) ? ofBest : ofBest.filter(({ covered }) => covered > 0);
  }
  const fitting = found.filter(
    (match) =>
      (match.covered >= COVERED_MIN ||
        (match.isNamed && asked.quantities.length === 0 && (NAMED.has(asked.kind) || asked.days.length > 0))) &&
      match.missing <= MISSING_MAX &&
      (match.own >= OWN_MIN || isBelow(asked, match) || (asked.asksWhom && isMeasured(asked, match))) &&
      (match.isLiteral ||
        isBelow(asked, match) ||
        asked.subject.length === 0 ||
        (match.own >= SYNONYM && isOfTimetable(match)) ||
        isMeasured(asked, match)) &&
      (asked.quantities.length > 0 || asked.hour !== null || hasNumbers(match, counted)),
  );
  // `Microfone sem fio` and not `Microfone com fio`.
  const without = asked.isWithout ? fitting.filter((match) => /\bsem\b/i.test(lineOf(match))) : [];
  return without.length > 0 ? without : fitting;
}

const isOfTimetable = ({ record }: RecordMatch) =>
  record.kind === 'hours' && record.days.length > 0 && !record.hours.some((hour) => hour.includes('-'));

/** The line needs no name: its label has it, or the heading of a list whose prices are compared. */
const isBelow = ({ kind }: Asked, { isBelowName, isHeaded, isInHeading }: RecordMatch) =>
  kind in EXTREME ? isInHeading || (isBelowName && !isHeaded) : isBelowName && BELOW.has(kind);

/** The price of `cat b` is not that of `cat c`, and `5 camisas` are not `5 dias`. */
function hasNumbers({ passage, record: { quote } }: RecordMatch, words: RerankQuestion['words']): boolean {
  // `3x` for `3 vezes`.
  const numberIn = (word: string) => word.replace(/^(\d+)x$/, '$1');
  // `R$ 2,20` is no 20, and `1.000 un` are 1000.
  const line = passage.text.slice(quote.start, quote.end).replace(/(?<=\d),\d+/g, '');
  const held = wordsOf(`${line} ${line.replace(/(?<=\d)\.(?=\d{3})/g, '')}`).map(({ word }) => numberIn(word));
  const countsOther = (next: string, root: string) => /^\w{3,}s$/.test(next) && rootOf(next) !== root;
  const isCounted = (at: number) => /^\d+$/.test(words[at]!.word) && /^\w{3,}s$/.test(words[at + 1]?.word ?? '');
  return words.every(
    ({ word, isStopword }, at) =>
      isStopword ||
      !/^(?:\d+x?|[a-z])$/.test(word) ||
      held.some(
        (one, index) =>
          one === numberIn(word) && !(isCounted(at) && countsOther(held[index + 1] ?? '', words[at + 1]!.root)),
      ),
  );
}

function asserting(result: SearchResult, { text, lines }: Composed): SearchResult {
  const { passage } = lines[0]!;
  const quotes = lines.map(({ record: { quote } }) => passage.text.slice(quote.start, quote.end));
  return assertText(result, text, [{ ...result.hits.find((hit) => hit.passage === passage)!, quotes }]);
}
