import { daysIn } from '../facts/opening-hours.ts';
import { nearestHeading } from '../passage.ts';
import { headingOf, isInFirstParagraph, labelAbove } from '../quotable.ts';
import { sentencesOf } from '../sentences.ts';
import { fold, wordsOf } from '../words.ts';
import { amountsIn } from './amounts.ts';
import type { Asked } from './asked.ts';
import { withVerdict } from './compose.ts';
import { judging } from './judge-policies.ts';
import { isNarrower, isWithin, limitsIn } from './limits.ts';
import type { RecordMatch } from './match-records.ts';
import type { DeadlineRecord, HoursRecord, PriceRecord } from './record.ts';
import { bestOf, type Composed, isOf, lineOf, quoting, scoreOf } from './record-lines.ts';

const DAYS_MAX = 7;
/** Words more than the shortest name that the name of an alternative may have. */
const NAME_GAP = 3;
/** `Borda recheada (broto)` says more of a `borda na broto` than `Massa só na broto`. */
const COVERED_GAP = 0.2;
const NEARLY_ALL = 0.8;
/** Of a list below its name. */
const ENTRIES_MAX = 5;

export function composeFrom(asked: Asked, matches: readonly RecordMatch[]): Composed | null {
  if (asked.asksTimetable && asked.subject.length === 0) return quoting(timesOn(asked.days, matches), DAYS_MAX);
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
      const prices = onDays(asked.days, matches.filter(isOf('price')));
      if (asked.quantities.length > 0)
        return (
          forQuantity(asked, prices) ?? forQuantity(asked, matches.filter(isCharge)) ?? tellingLimit(asked, prices)
        );
      return (
        quoting(listBelowName(prices), ENTRIES_MAX) ??
        quoting(withRestOfLines(ofParagraph(bestOf(toldApart(literal(prices)))))) ??
        quoting(bestOf(matches.filter(isPercentage)))
      );
    }
    case 'cheapest':
    case 'dearest':
      return extreme(asked.kind, matches.filter(isOf('price')));
    case 'deadline': {
      const deadlines = matches.filter(isOf('deadline')).filter(isAskedFor);
      const told = asked.isReady ? deadlines.filter((match) => !isKeeping(match)) : deadlines;
      return quoting(ofParagraph(bestOf(withNouns(belowName(unpriced(asked, ofSameName(told)))))));
    }
    case 'hours': {
      const hours = matches.filter(isOf('hours'));
      const step = forQuantity(asked, hours);
      if (step) return step;
      // Without a step that suits, only lines about the subject count.
      const ofSubject = hours.filter(
        ({ covered, isNamed }) => asked.quantities.length === 0 || isNamed || covered >= NEARLY_ALL,
      );
      const ofDays = ofSubject.filter(({ record: { days } }) => asked.days.some((day) => days.includes(day)));
      if (asked.days.length === 0) return timetable(ofSubject) ?? quoting(bestOf(ofSubject));
      return quoting(asked.subject.length > 0 ? bestOf(ofDays) : ofFirstPassage(ofDays));
    }
    case 'instalments':
      return refusingBelow(
        asked,
        bestOf(matches.filter(isOf('payment')).filter(({ record }) => record.instalments !== null)),
      );
    case 'payment': {
      const payments = matches
        .filter(isOf('payment'))
        .filter(({ record: { ways } }) => asked.ways.every((way) => ways.includes(way)));
      // `Não acumula com o desconto do Pix.` says less than `Aceitamos Pix e cartão.`
      const plain = payments.filter((match) => !(match.record.isAccepted && /\bnao\b/.test(fold(lineOf(match)))));
      return quoting(bestOf(plain.length > 0 ? plain : payments));
    }
    default:
      return judging(asked, asked.kind, matches);
  }
}

/** Of a business as a whole, also if they differ: one branch opens on Sundays, another one does not. */
const ofFirstPassage = <Match extends RecordMatch>(matches: readonly Match[]) =>
  matches.filter(({ passage }) => passage === matches[0]!.passage);

/** `Domingo a quinta: R$ 380` and not `Sexta e sábado: R$ 520` for a Wednesday. */
function onDays<Match extends RecordMatch>(asked: readonly number[], matches: readonly Match[]): readonly Match[] {
  const days = matches.map((match) => daysIn(lineOf(match)));
  const isAsked = (stated: readonly number[]) => stated.some((day) => asked.includes(day));
  return days.some(isAsked) ? matches.filter((_, at) => isAsked(days[at]!)) : matches;
}

/** `De 8 a 12 anos paga meia.` */
const isCharge = ({ passage, record: { quote, kind } }: RecordMatch) =>
  kind === 'policy' &&
  /\bpagam?\b|\bgr[aá]tis\b|\bisent|\bdev(?:olu[cç]|olve)|\breembols|\bestorn/i.test(
    passage.text.slice(quote.start, quote.end),
  );

const isShareOf = (line: string, isAbout: RecordMatch['isAbout']) =>
  [...line.matchAll(/\d ?% d[aoe]s? ([^.,;]+)/gi)].some(([, whole]) => isAbout(whole!));

/** `Taxa de administração: 10% do aluguel`, which does not say what the rent is. */
const isPercentage = ({ passage, record: { quote, kind }, hasNouns, isAbout }: RecordMatch) =>
  kind === 'policy' &&
  !isShareOf(passage.text.slice(quote.start, quote.end), isAbout) &&
  /(?::|\bé)\s*\d+ ?%|\d ?% (?:d[aoe]s?|sobre|ao)\b/i.test(passage.text.slice(quote.start, quote.end)) &&
  (!/\bdesconto\b|% off\b/i.test(passage.text.slice(quote.start, quote.end)) || hasNouns('desconto'));

function counts({ counted }: Asked, { passage, record }: RecordMatch): boolean {
  const { word, unit } = counted!;
  if (unit !== null && record.kind === 'policy' && record.limits.some((limit) => limit.unit === unit)) return true;
  const line = fold(passage.text.slice(record.quote.start, record.quote.end));
  return new RegExp(`\\b(?:\\d+|dois|duas|tres|quatro|cinco|seis|sete|oito|nove|dez) (?:\\w+ )?${word}\\b`).test(line);
}

/** All prices of a passage whose heading is the subject, if no price names it itself. */
function listBelowName(prices: readonly RecordMatch<PriceRecord>[]): readonly RecordMatch[] {
  const [first, ...others] = prices.filter(({ isHeaded }) => isHeaded);
  if (!first || prices.some(({ isNamed, isLiteral }) => isNamed || isLiteral)) return [];
  const isAlone = (one: RecordMatch, at: number, all: readonly RecordMatch[]) =>
    all.findIndex(({ record: { quote } }) => quote.start === one.record.quote.start) === at;
  const list = [first, ...others.filter(({ passage }) => passage === first.passage)].filter(isAlone);
  const direct = list.filter(({ passage, record: { quote } }) => isInFirstParagraph(passage, quote.start));
  return direct.length > 0 ? direct : list;
}

/** `Em até 3x acima de R$ 150` refuses R$ 100. */
function refusingBelow({ quantities, isOpen }: Asked, lines: readonly RecordMatch[]): Composed | null {
  const composed = quoting(lines);
  const [amount] = quantities.filter(({ unit }) => unit === 'real');
  if (!composed || !amount || isOpen) return composed;
  const [limit, ...others] = limitsIn(fold(composed.text)).filter(({ unit }) => unit === 'real');
  const isRefused = limit !== undefined && others.length === 0 && !isWithin(amount.value, limit);
  return isRefused ? { ...composed, text: withVerdict('no', composed.text) } : composed;
}

/** `Simples, sem funcionários: R$ 320` is not what a `funcionário` costs. */
function isOfWithout({ record: { name }, isAbout }: RecordMatch<PriceRecord>): boolean {
  const [before = '', ...without] = name.split(/\bsem\b/iu);
  return without.some(isAbout) && !isAbout(before);
}

/** In words; of a row only the cell with the subject: `Creche` in `Creche | das 7h às 19h`. */
const lengthOfName = ({ record: { name }, hasNouns }: RecordMatch<PriceRecord>) =>
  wordsOf(name.split(' | ').find(hasNouns) ?? name).length;

/**
 * Those that have all nouns of the subject themselves, if there are any: a `quarto standard` is no `quarto família`. Best, those whose
 * price is the subject's: `Mesa fixa: R$ 890` and not `Inclui mesa fixa: R$ 49`.
 */
function literal(prices: readonly RecordMatch<PriceRecord>[]): readonly RecordMatch<PriceRecord>[] {
  const most = Math.max(...prices.map(({ covered }) => covered));
  const named = prices.filter(
    (price) => (price.isNamed || price.isBelowName) && price.covered >= most - COVERED_GAP && !isOfWithout(price),
  );
  const [shortest] = named
    .filter(({ record: { name }, hasNouns }) => hasNouns(name))
    .map(lengthOfName)
    .toSorted((a, b) => a - b);
  if (shortest !== undefined)
    return named.filter((price) => price.hasNouns(price.record.name) && lengthOfName(price) <= shortest + NAME_GAP);
  return named.length > 0 ? named : prices;
}

/** What a FAQ answers about something else only mentions the subject. */
const isAskedFor = ({ passage: { question }, isAbout }: RecordMatch) => question === null || isAbout(question);

/** `Guardamos óculos prontos por 90 dias` and `Se a mancha voltar em 7 dias` do not say when something is ready. */
const isKeeping = (match: RecordMatch<DeadlineRecord>) => {
  const line = fold(lineOf(match));
  const conditions = line.match(/\bse [^,.]+/g)?.join(' ') ?? '';
  return match.record.durations.every((one) => line.includes(`por ${one}`) || conditions.includes(one));
};

/** `Até 30 dias` below `Troca`, and not `Peças com defeito podem ser trocadas em até 90 dias` below `Defeito`. */
function belowName<Match extends RecordMatch>(matches: readonly Match[]): readonly Match[] {
  const below = matches.filter(({ isAbout, passage, record: { quote } }) =>
    isAbout(labelAbove(passage, quote.start) ?? nearestHeading(passage)),
  );
  return below.length > 0 ? below : matches;
}

/** `Instalação: 2 anos.` below `Garantia` does not say how long it takes, if a line below no such label does. */
function ofSameName<Match extends RecordMatch>(matches: readonly Match[]): readonly Match[] {
  const own = matches.filter(({ passage, record: { quote }, isAbout }) => {
    const label = headingOf(passage, [passage.text.slice(quote.start, quote.end)]);
    return label === null || isAbout(label) || !/\bgarantia\b|\bvalidade\b/.test(fold(label));
  });
  return own.length > 0 ? own : matches;
}

/** `Pacote completo: 10h, 600 fotos - R$ 5.900` does not say when the photos are ready, if another line does. */
function unpriced<Match extends RecordMatch>({ isDuration }: Asked, matches: readonly Match[]): readonly Match[] {
  const others = isDuration ? [] : matches.filter((match) => amountsIn(lineOf(match)).length === 0);
  return others.length > 0 ? others : matches;
}

/** `Prazo de entrega` above the line says more than `até 7 dias após a entrega`. */
function withNouns<Match extends RecordMatch>(matches: readonly Match[]): readonly Match[] {
  const below = matches.filter(({ isLabelled }) => isLabelled);
  const named = below.length > 0 ? below : matches.filter(({ isNamed }) => isNamed);
  return named.length > 0 ? named : matches;
}

function withRestOfLines(matches: readonly RecordMatch<PriceRecord>[]): RecordMatch[] {
  const longer = matches.map(withRestOfLine);
  const isWithin = ({ record: { quote } }: RecordMatch, at: number) =>
    longer.some(
      ({ record }, other) => other !== at && record.quote.start < quote.start && record.quote.end >= quote.end,
    );
  return longer.filter((match, at) => !isWithin(match, at));
}

const CONDITION = /^\s*(?:pagando|à vista|no (?:pix|cartão|boleto|dinheiro)|at[ée] o dia|depois do dia)\b/iu;

/**
 * `Baixa temporada: R$ 240.` with `Alta temporada: R$ 390.` behind it, if only the label above names what they are for, and
 * `Mensalidade: R$ 380.` with `Pagando até o dia 5: R$ 350.`
 */
function withRestOfLine(match: RecordMatch<PriceRecord>): RecordMatch {
  const { passage, record, label, isAbout } = match;
  const { start, end } = record.quote;
  const [rest = ''] = passage.text.slice(end).split('\n', 1);
  if (!CONDITION.test(rest) && (label === null || isAbout(record.name))) return match;
  const isPriced = sentencesOf(rest).every((one) => amountsIn(rest.slice(one.start, one.end)).length > 0);
  return isPriced ? { ...match, record: { ...record, quote: { start, end: end + rest.trimEnd().length } } } : match;
}

/** Alternatives stand together: what another section says is of other things. */
function ofParagraph<Match extends RecordMatch>(matches: readonly Match[]): readonly Match[] {
  const [best] = matches;
  return matches.filter(({ passage, record: { quote } }) => {
    const [from, to] = [quote.start, best!.record.quote.start].toSorted((a, b) => a - b);
    return !/\n[^\S\n]*\n/.test(passage.text.slice(from, to));
  });
}

/** Without lines with several prices of which it is not clear which one is asked for. */
function toldApart(prices: readonly RecordMatch<PriceRecord>[]): RecordMatch<PriceRecord>[] {
  return prices.filter(({ passage, record: { quote } }) => {
    const line = prices.filter((one) => one.passage === passage && one.record.quote.start === quote.start);
    const about = line.filter(({ record: { name }, entry, isAbout }) => isAbout(`${entry} ${name}`));
    if (line.length > 1 && line.every(({ record: { name }, isNamed }) => isNamed && name !== '')) return true;
    const amounts = line.reduce((sum, { record: { cents } }) => sum + cents.length, 0);
    // The header says what each of them is for.
    if (line.every(({ record: { name }, hasNouns }) => hasNouns(name))) return true;
    if (about.length === 0) return amounts === 1 || line.every(({ isBelowName, isNamed }) => isBelowName && !isNamed);
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
  const told = bestOf(narrowest.map(({ match }) => match));
  const others = steps.flatMap((step) => (narrowest.includes(step) ? [] : [step.match]));
  // Of one list: limits of other things are no steps.
  return told[0] && ofParagraph([told[0], ...others]).length > 1 ? quoting(told) : null;
}

/** The only price, whose line tells for whom it is: `custa R$ 1.400 para até 14 pessoas` also for 16. */
function tellingLimit({ quantities }: Asked, prices: readonly RecordMatch<PriceRecord>[]): Composed | null {
  const named = bestOf(prices.filter(({ isNamed }) => isNamed));
  const isLimited = (match: RecordMatch) =>
    limitsIn(fold(lineOf(match))).some(({ unit }) => quantities.some((one) => one.unit === unit));
  return named.length === 1 && isLimited(named[0]!) ? quoting(named) : null;
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

/** Lines of a timetable, which have single times: `Sapateado: sáb 10h`. */
const timesOn = (asked: readonly number[], matches: readonly RecordMatch[]): RecordMatch[] =>
  matches.filter(isOf('hours')).filter(({ record: { days, hours } }) => {
    const areTimes = hours.length > 0 && hours.every((hour) => !hour.includes('-'));
    return areTimes && days.some((day) => asked.includes(day));
  });

/** Of a list, or of the things in it that the question names. A passage with one price has nothing to compare. */
function extreme(kind: 'cheapest' | 'dearest', prices: readonly RecordMatch<PriceRecord>[]): Composed | null {
  const sorted = prices.toSorted((a, b) => scoreOf(b) - scoreOf(a));
  const lists = [...new Set(sorted.map(({ passage }) => passage))].flatMap((passage) => {
    const all = prices.filter((price) => price.passage === passage);
    return [
      all.filter(({ record: { name }, hasNouns }) => hasNouns(name)),
      all.filter(({ isInHeading }) => isInHeading),
      all.filter(({ record: { name }, isAbout }) => isAbout(name)),
      all.filter(({ isNamed }) => isNamed),
      all,
    ];
  });
  // Two amounts of one line are no list, unless there is no other.
  const areLines = (list: readonly RecordMatch[]) => new Set(list.map(({ record }) => record.quote.start)).size > 1;
  const list = lists.find(areLines) ?? lists.find(({ length }) => length > 1);
  if (!list) return null;
  const sign = kind === 'cheapest' ? 1 : -1;
  const valueOf = ({ record: { cents } }: RecordMatch<PriceRecord>) => sign * Math.min(...cents);
  const found = list.reduce((one, other) => (valueOf(other) < valueOf(one) ? other : one));
  return { text: lineOf(found), lines: [found] };
}
