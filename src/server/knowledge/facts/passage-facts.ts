import { HEADING_JOINT, type Passage } from '../search/passage.ts';
import { sentencesOf, type Span } from '../search/sentences.ts';
import type { Segment } from '../search/segment.ts';
import { fold } from '../search/words.ts';
import { type AskedFacts, readAskedFacts } from './asked-facts.ts';
import { companyNumbersIn } from './company-numbers.ts';
import { emailsIn } from './emails.ts';
import type { FactKind, FoundFact } from './fact.ts';
import { openingHoursIn } from './opening-hours.ts';
import { phonesIn } from './phone-numbers.ts';
import { streetAddressesIn } from './street-addresses.ts';

/** A fact of a passage with what may be quoted for it. */
export interface PassageFact {
  kind: FactKind;
  value: string;
  /** The sentence or row that states it; with the line before where that is its label. */
  quote: Span;
  /** The quote is the bare value: nothing there says what it is. */
  isBare: boolean;
  /** The nearest line above that is a label: `Horário`. */
  label: string;
  /** Of opening hours. */
  days: readonly number[];
}

export interface PassageWithFacts {
  passage: Passage;
  facts: readonly PassageFact[];
  /** What its question or heading announces. */
  named: AskedFacts | null;
  /** A page about how to reach the business. */
  isContactPage: boolean;
}

/** A line as long as this at most is taken for the label of the next. */
const LABEL_MAX = 40;
/** Lines that stand below one label at most: a week. */
const LINES_BELOW_LABEL = 7;
/** Passages without any of these hold no fact. */
const MAY_HOLD = /\d|@|s\/n|meio.dia|fechad|folga|n[ãa]o (?:abr|func|aten)/i;
const CONTACT_PAGE =
  /\b(contatos?|contact|fale[- ]conosco|onde[- ](?:estamos|ficamos)|localizacao|como[- ]chegar|nossos?[- ]enderecos?)\b/;

const joinParts = (text: string): Span[] => {
  const units: Span[] = [];
  for (const { start, end, goesOn } of sentencesOf(text)) {
    if (goesOn) units.at(-1)!.end = end;
    else units.push({ start, end });
  }
  return units;
};

function quoteOf(text: string, units: readonly Span[], fact: Span): Pick<PassageFact, 'quote' | 'isBare'> {
  const own = units.filter(({ start, end }) => start < fact.end && fact.start < end);
  const [first, last] = [own[0] ?? fact, own.at(-1) ?? fact];
  const rest = text.slice(first.start, fact.start) + text.slice(fact.end, last.end);
  const isBare = (rest.match(/\p{L}/gu)?.length ?? 0) < 3;
  const before = units[units.indexOf(first as Span) - 1];
  const isLabelled = isBare && before !== undefined && isLabel(text.slice(before.start, before.end));
  const start = isLabelled ? before.start : first.start;
  return { quote: { start, end: last.end }, isBare: isBare && !isLabelled };
}

const isLabel = (line: string) => line.length <= LABEL_MAX && !/\d/.test(line) && !/[.!?]$/.test(line);

function labelAbove(text: string, units: readonly Span[], { start }: Span): string {
  const above = units.filter((unit) => unit.end <= start).slice(-LINES_BELOW_LABEL);
  return above.map((unit) => text.slice(unit.start, unit.end)).findLast(isLabel) ?? '';
}

/** Opening hours by sentence or row; where one line names the days and the next the hours, by both. */
function hoursIn(text: string, units: readonly Span[]): PassageFact[] {
  const facts: PassageFact[] = [];
  units.forEach((unit, at) => {
    const before = units[at - 1];
    const said = openingHoursIn(text.slice(unit.start, unit.end));
    const isWithout = said.some(({ days }) => days.length === 0);
    const label = isWithout && before && isLabel(text.slice(before.start, before.end)) ? before : null;
    const whole = label ? openingHoursIn(text.slice(label.start, unit.end).replace('\n', ' ')) : said;
    const quote = { start: (label ?? unit).start, end: unit.end };
    for (const { days, hours, isClosed } of whole) {
      const value = `${days.join('')} ${isClosed ? 'x' : hours.join('+')}`;
      facts.push({ kind: 'hours', value, quote, isBare: false, label: labelAbove(text, units, quote), days });
    }
  });
  return facts;
}

function factsIn(text: string, label: string): PassageFact[] {
  if (!MAY_HOLD.test(text)) return [];
  const units = joinParts(text);
  const found: FoundFact[] = [
    ...phonesIn(text, label),
    ...emailsIn(text),
    ...companyNumbersIn(text),
    ...streetAddressesIn(text),
  ];
  const simple = found.map((fact): PassageFact => {
    const quoted = quoteOf(text, units, fact);
    return { kind: fact.kind, value: fact.value, days: [], label: labelAbove(text, units, quoted.quote), ...quoted };
  });
  return [...simple, ...hoursIn(text, units)];
}

function readPassage(passage: Passage, holds: (word: string) => boolean): PassageWithFacts | null {
  const { question, heading, title, url, text } = passage;
  const last = heading?.slice(heading.lastIndexOf(HEADING_JOINT) + 1) ?? '';
  const name = question ?? last;
  const facts = factsIn(text, `${title} ${name}`);
  if (facts.length === 0) return null;
  const page = fold(`${title} ${heading ?? ''} ${url?.replace(/^https?:\/\/[^/]+/, '') ?? ''}`);
  const isContactPage = question === null && CONTACT_PAGE.test(page.replace(/[/_.]+/g, ' '));
  return { passage, facts, named: readAskedFacts(name, holds) ?? readAskedFacts(title, holds), isContactPage };
}

const known = new WeakMap<Segment, readonly PassageWithFacts[]>();

/** The passages of a segment that hold facts, read at the first question for one. */
export function factsOf(segment: Segment): readonly PassageWithFacts[] {
  let found = known.get(segment);
  if (!found) {
    const holds = (word: string) => segment.wordIds.has(word);
    found = segment.passages.flatMap((passage) => readPassage(passage, holds) ?? []);
    known.set(segment, found);
  }
  return found;
}
