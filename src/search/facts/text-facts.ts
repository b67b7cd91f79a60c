import { FACT_KINDS, type FactKind } from '../../shared/constants.ts';
import { ownLabel } from '../quotable.ts';
import { sentencesOf, type Span } from '../sentences.ts';
import { companyNumbersIn } from './company-numbers.ts';
import { mailboxesIn } from './emails.ts';
import type { FoundFact } from './fact.ts';
import { daysIn, openingHoursIn } from './opening-hours.ts';
import { phonesIn } from './phone-numbers.ts';
import { pixKeysIn } from './pix-keys.ts';
import { MAY_HOLD_ADDRESS, streetAddressesIn } from './street-addresses.ts';

export interface TextFact extends Span {
  kind: FactKind;
  value: string;
  /** The sentence or row that states it, with the previous line if that is its label. */
  quote: Span;
  /** The quote has no word that says what the value is. */
  isBare: boolean;
  /** The nearest line above that looks like one: `Horário`. */
  label: string;
  /** Only for opening hours: see `DayHours`. */
  days: readonly number[];
}

const LABEL_MAX = 40;
const LINES_BELOW_LABEL = 7;
/** Cheap filters: a text that does not match has no such fact. */
const MAY_HOLD: Readonly<Record<FactKind, RegExp>> = {
  phone: /\d{3}[\s.\-–]?\d{4}/,
  whatsapp: /\d{3}[\s.\-–]?\d{4}/,
  email: /@/,
  cnpj: /\d{4}-?\d\d(?!\d)/,
  pix: /\bpix\b/i,
  address: MAY_HOLD_ADDRESS,
  hours:
    /\d\s?h|\d:\d\d|[aà]s \d|24\/7|mei[oa].(?:dia|noite)|fecha[dm]|folga|descanso|sem (?:atend|exped)|n[ãa]o (?:abr|func|aten|trab|h[áa]|temos)/i,
};
const FIND: Readonly<Record<Exclude<FactKind, 'hours'>, (text: string, label: string) => FoundFact[]>> = {
  phone: (text, label) => phonesIn(text, label).filter(({ kind }) => kind === 'phone'),
  whatsapp: (text, label) => phonesIn(text, label).filter(({ kind }) => kind === 'whatsapp'),
  email: mailboxesIn,
  cnpj: companyNumbersIn,
  pix: pixKeysIn,
  address: streetAddressesIn,
};
const joinParts = (text: string): Span[] => {
  const units: Span[] = [];
  for (const { start, end, goesOn } of sentencesOf(text)) {
    if (goesOn) units.at(-1)!.end = end;
    else units.push({ start, end });
  }
  return units;
};

function quoteOf(text: string, units: readonly Span[], fact: Span): Pick<TextFact, 'quote' | 'isBare'> {
  const own = units.filter(({ start, end }) => start < fact.end && fact.start < end);
  const [first, last] = [own[0] ?? fact, own.at(-1) ?? fact];
  const rest = text.slice(first.start, fact.start) + text.slice(fact.end, last.end);
  const isBare = (rest.match(/\p{L}/gu)?.length ?? 0) < 3;
  const before = units[units.indexOf(first as Span) - 1];
  const isLabelled = isBare && before !== undefined && isLabel(text.slice(before.start, before.end));
  const start = isLabelled ? before.start : first.start;
  return { quote: { start, end: last.end }, isBare: isBare && !isLabelled };
}

/** The lines of a profile, each with its symbol, announce nothing: `🎁 aula experimental grátis`. */
const isLabel = (line: string) =>
  line.length <= LABEL_MAX && !/\d/.test(line) && !/[.!?]$/.test(line) && !/^\p{Extended_Pictographic}/u.test(line);

function labelAbove(text: string, units: readonly Span[], { start }: Span): string {
  const own = units.findIndex((unit) => unit.start >= start);
  const above = units.slice(Math.max(0, own - LINES_BELOW_LABEL), Math.max(0, own));
  return above.map((unit) => text.slice(unit.start, unit.end)).findLast(isLabel) ?? '';
}

/** `Horário: …` is not about the `Entrega` above it, but `Sábado: …` is about the `Horário`. */
function hasOwnLabel(sentence: string): boolean {
  const label = ownLabel(sentence);
  return label !== null && daysIn(label).length === 0;
}

/** Joins a line that names the days with the next that names the hours. */
function hoursIn(text: string, units: readonly Span[]): TextFact[] {
  const facts: TextFact[] = [];
  units.forEach((unit, at) => {
    const before = units[at - 1];
    const sentence = text.slice(unit.start, unit.end);
    if (!MAY_HOLD.hours.test(sentence)) return;
    const ownHours = openingHoursIn(sentence);
    const isWithout = ownHours.some(({ days }) => days.length === 0);
    const label = isWithout && before && isLabel(text.slice(before.start, before.end)) ? before : null;
    const allHours = label ? openingHoursIn(text.slice(label.start, unit.end).replace('\n', ' ')) : ownHours;
    const quote = { start: (label ?? unit).start, end: unit.end };
    for (const { days, hours, isClosed } of allHours) {
      const value = `${days.join('')} ${isClosed ? 'x' : hours.join('+')}`;
      const label = hasOwnLabel(sentence) ? '' : labelAbove(text, units, quote);
      facts.push({ kind: 'hours', value, ...quote, quote, isBare: false, label, days });
    }
  });
  return facts;
}

export function factsIn(kind: FactKind, text: string, label: string): TextFact[] {
  if (!MAY_HOLD[kind].test(text)) return [];
  if (kind === 'hours') return hoursIn(text, joinParts(text));
  const found = FIND[kind](text, label);
  const units = found.length > 0 ? joinParts(text) : [];
  return found.map(({ value, start, end }): TextFact => {
    const quoted = quoteOf(text, units, { start, end });
    return { kind, value, start, end, days: [], label: labelAbove(text, units, quoted.quote), ...quoted };
  });
}

/** The second line of an address: postal code, or city and state. */
const ADDRESS_GOES_ON = /(?<!\d)\d{5}-\d{3}(?!\d)|\p{L}\s*[-–/,]\s*[A-Z]{2}\b/u;
/** Who made the site, which is not the business. */
const CREDITS = /\b(?:desenvolvid[oa]|criad[oa] por|feito por|site por|by|powered|ag[êe]ncia)\b/i;

export function linesWithFacts(lines: readonly string[]): string[] {
  const own = lines.filter((line) => !CREDITS.test(line));
  const text = own.join('\n');
  const headings = new Set<string>();
  for (const kind of FACT_KINDS)
    for (const { quote, label } of factsIn(kind, text, '')) {
      if (label) headings.add(label);
      for (const line of text.slice(quote.start, quote.end).split('\n')) headings.add(line);
    }
  return own.filter((line, at) => headings.has(line) || (ADDRESS_GOES_ON.test(line) && isAddress(own[at - 1] ?? '')));
}

const isAddress = (line: string) => streetAddressesIn(line).length > 0;
