import { FACT_KINDS, type FactKind } from '../../../shared/limits.ts';
import { runAtOnce, type Steps } from '../../runtime/slices.ts';
import { HEADING_JOINT, type Passage } from '../search/passage.ts';
import type { Segment } from '../search/segment.ts';
import { sentencesOf, type Span } from '../search/sentences.ts';
import { fold } from '../search/words.ts';
import { type AskedFacts, readAskedFacts } from './asked-facts.ts';
import { companyNumbersIn } from './company-numbers.ts';
import { emailsIn } from './emails.ts';
import type { FoundFact } from './fact.ts';
import { openingHoursIn } from './opening-hours.ts';
import { phonesIn } from './phone-numbers.ts';
import { streetAddressesIn } from './street-addresses.ts';

/** A fact of a passage, and the text to quote for it. */
export interface PassageFact extends Span {
  kind: FactKind;
  value: string;
  /** Range of the sentence or row that states it, with the previous line if that is its label. */
  quote: Span;
  /** Whether the quote is only the value, without a word that says what it is. */
  isBare: boolean;
  /** The nearest line above that looks like a label: `Horário`. */
  label: string;
  /** Only for opening hours: see `DayHours`. */
  days: readonly number[];
}

export interface PassageWithFacts {
  passage: Passage;
  facts: readonly PassageFact[];
  /** The facts that its question, heading or title announces. */
  named: AskedFacts | null;
  /** Whether it belongs to a contact page. */
  isContactPage: boolean;
}

/** Maximum length of a label line, in characters. */
const LABEL_MAX = 40;
/** Maximum number of lines below one label: a week. */
const LINES_BELOW_LABEL = 7;
/** Cheap filters: a text that does not match contains no fact of that kind. */
const MAY_HOLD: Readonly<Record<FactKind, RegExp>> = {
  phone: /\d{3}[\s.\-–]?\d{4}/,
  whatsapp: /\d{3}[\s.\-–]?\d{4}/,
  email: /@/,
  cnpj: /\d{4}-?\d\d(?!\d)/,
  address: /\d|s\s?\/\s?n/i,
  hours:
    /\d\s?h|\d:\d\d|\bd?as \d|24\/7|meio.dia|meia.noite|fechad|fechamos|folga|descanso|sem (?:atend|exped)|n[ãa]o (?:abr|func|aten|trab|h[áa]|temos)/i,
};
const FIND: Readonly<Record<Exclude<FactKind, 'hours'>, (text: string, label: string) => FoundFact[]>> = {
  phone: (text, label) => phonesIn(text, label).filter(({ kind }) => kind === 'phone'),
  whatsapp: (text, label) => phonesIn(text, label).filter(({ kind }) => kind === 'whatsapp'),
  email: emailsIn,
  cnpj: companyNumbersIn,
  address: streetAddressesIn,
};
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
  const own = units.findIndex((unit) => unit.start >= start);
  const above = units.slice(Math.max(0, own - LINES_BELOW_LABEL), Math.max(0, own));
  return above.map((unit) => text.slice(unit.start, unit.end)).findLast(isLabel) ?? '';
}

/**
 * Returns the opening hours by sentence or row. If one line names the days and the next the hours, reads both together.
 */
function hoursIn(text: string, units: readonly Span[]): PassageFact[] {
  const facts: PassageFact[] = [];
  units.forEach((unit, at) => {
    const before = units[at - 1];
    const sentence = text.slice(unit.start, unit.end);
    if (!MAY_HOLD.hours.test(sentence)) return;
    const said = openingHoursIn(sentence);
    const isWithout = said.some(({ days }) => days.length === 0);
    const label = isWithout && before && isLabel(text.slice(before.start, before.end)) ? before : null;
    const whole = label ? openingHoursIn(text.slice(label.start, unit.end).replace('\n', ' ')) : said;
    const quote = { start: (label ?? unit).start, end: unit.end };
    for (const { days, hours, isClosed } of whole) {
      const value = `${days.join('')} ${isClosed ? 'x' : hours.join('+')}`;
      const label = labelAbove(text, units, quote);
      facts.push({ kind: 'hours', value, ...quote, quote, isBare: false, label, days });
    }
  });
  return facts;
}

function factsIn(kind: FactKind, text: string, label: string): PassageFact[] {
  if (kind === 'hours') return hoursIn(text, joinParts(text));
  const found = FIND[kind](text, label);
  const units = found.length > 0 ? joinParts(text) : [];
  return found.map(({ value, start, end }): PassageFact => {
    const quoted = quoteOf(text, units, { start, end });
    return { kind, value, start, end, days: [], label: labelAbove(text, units, quoted.quote), ...quoted };
  });
}

function readPassage(kind: FactKind, passage: Passage, holds: (word: string) => boolean): PassageWithFacts | null {
  const { question, heading, title, url, text } = passage;
  if (!MAY_HOLD[kind].test(text)) return null;
  const name = question ?? heading?.slice(heading.lastIndexOf(HEADING_JOINT) + 1) ?? '';
  const facts = factsIn(kind, text, `${title} ${name}`);
  if (facts.length === 0) return null;
  const page = fold(`${title} ${heading ?? ''} ${url?.replace(/^https?:\/\/[^/]+/, '') ?? ''}`);
  const isContactPage = question === null && CONTACT_PAGE.test(page.replace(/[/_.]+/g, ' '));
  return { passage, facts, named: readAskedFacts(name, holds) ?? readAskedFacts(title, holds), isContactPage };
}

type FactsByKind = Readonly<Record<FactKind, readonly PassageWithFacts[]>>;

const known = new WeakMap<Segment, FactsByKind>();
const PASSAGES_PER_STEP = 10;

/** Reads the facts of a segment in steps and caches them, so that `factsOf` does not have to. */
export function* factsSteps(segment: Segment): Steps<FactsByKind> {
  const holds = (word: string) => segment.wordIds.has(word);
  const found: Record<FactKind, PassageWithFacts[]> = {
    phone: [],
    whatsapp: [],
    email: [],
    address: [],
    cnpj: [],
    hours: [],
  };
  for (const [at, passage] of segment.passages.entries()) {
    for (const kind of FACT_KINDS) {
      const stated = readPassage(kind, passage, holds);
      if (stated) found[kind].push(stated);
    }
    if (at % PASSAGES_PER_STEP === 0) yield;
  }
  known.set(segment, found);
  return found;
}

/** Returns the passages of a segment with facts of a kind. */
export const factsOf = (segment: Segment, kind: FactKind): readonly PassageWithFacts[] =>
  (known.get(segment) ?? runAtOnce(factsSteps(segment)))[kind];
