import { fold } from '../words.ts';
import type { FoundFact } from './fact.ts';

export const AREAS: ReadonlySet<string> = new Set(
  (
    '11 12 13 14 15 16 17 18 19 21 22 24 27 28 31 32 33 34 35 37 38 41 42 43 44 45 46 47 48 49 51 53 54 55 61 62 63 64 ' +
    '65 66 67 68 69 71 73 74 75 77 79 81 82 83 84 85 86 87 88 89 91 92 93 94 95 96 97 98 99'
  ).split(' '),
);

const GAP = '[\\s.\\-–]{0,3}';
/** Groups: area code (in parentheses or not), first half, separator, second half. */
const LOCAL = new RegExp(
  `(?<![\\d\\p{L}/.,-])(?:\\+?55${GAP})?(?:\\(\\s?0?(\\d{2})\\s?\\)|0?(\\d{2}))?${GAP}` +
    `(9\\s?\\d{4}|[2-5]\\d{3})([\\s.\\-–]?)(\\d{4})(?![\\d/]|[.,-]\\d)`,
  'gu',
);
const NATIONAL = /(?<![\d/.,-])0[3589]00[\s.-]?\d{3}[\s.-]?\d{4}(?![\d/]|[.,-]\d)/g;
const WHATSAPP_LINK = /(?:wa\.me\/|whatsapp\.com\/send\/?\?phone=)\+?(\d{10,13})(?!\d)/gi;

const WHATSAPP = /\b(?:whats\s?app?|whats|zap(?:zap)?|wpp|wa\.me)\b|📲|💬/u;
const PHONE = /\b(?:telefone|tel|fone|fixo|ligue|ligar|ligacao|celular|cel|central|sac|contato|disque|plantao)/;
/** A label after its number: `(11) 3333-4444 (WhatsApp)`. */
const LABEL_AFTER =
  /^\s*(?:[(\-–/]|e |tambem |que e )\s*(?:e |so |so para |tambem )*(?:whats|zap|wpp|fixo)[^,;\n]{0,12}/;

const LABEL_BEFORE = 80;

interface Written {
  start: number;
  end: number;
  digits: string;
  /** A plain row of digits needs a label. */
  isCertain: boolean;
}

/** WhatsApp if the nearest label or `label` (heading, question) says so. An uncertain form counts only with a label. */
export function phonesIn(text: string, label: string): FoundFact[] {
  const links = [...text.matchAll(WHATSAPP_LINK)].map((match): FoundFact => {
    return { kind: 'whatsapp', value: plainDigits(match[1]!), start: match.index, end: match.index + match[0].length };
  });
  const numbers = [...localsIn(text), ...nationalsIn(text)]
    .filter(({ start, end }) => !links.some((link) => start < link.end && link.start < end))
    .sort((a, b) => a.start - b.start);
  const outer = labelsOf(fold(label));
  let before: ReadonlySet<'phone' | 'whatsapp'> = new Set();
  const found = numbers.flatMap((number, at) => {
    const from = Math.max(numbers[at - 1]?.end ?? 0, lineStart(text, number.start));
    const isNewLine = at === 0 || from > numbers[at - 1]!.end;
    const zone = text.slice(from, number.start);
    let labels = labelsOf(fold(zone.slice(-LABEL_BEFORE)));
    if (labels.size === 0) labels = labelsAfter(text.slice(number.end, number.end + 40));
    // `(11) 3333-4444 ou 3333-5555`: adjacent numbers are of the same kind.
    if (labels.size === 0 && !isNewLine && zone.length <= 6) labels = new Set(before);
    if (labels.size === 0 && isNewLine) labels = labelsOf(fold(lineBefore(text, from)));
    if (labels.size === 0) labels = outer;
    before = labels;
    if (!number.isCertain && labels.size === 0) return [];
    const kinds = labels.size === 0 ? (['phone'] as const) : [...labels];
    const { start, end, digits: value } = number;
    return kinds.map((kind): FoundFact => ({ kind, value, start, end }));
  });
  return [...links, ...found].sort((a, b) => a.start - b.start);
}

const plainDigits = (digits: string) => (digits.length > 11 && digits.startsWith('55') ? digits.slice(2) : digits);

function localsIn(text: string): Written[] {
  return [...text.matchAll(LOCAL)].flatMap((match) => {
    const [matched, bracketed, bare, first, gap, second] = match;
    const area = bracketed ?? bare;
    const number = `${first}${second}`.replace(/\s/g, '');
    if (area !== undefined && !AREAS.has(area)) return [];
    // `2019-2024` is a range of years.
    if (area === undefined && /^(19|20)\d\d(19|20)\d\d$/.test(number)) return [];
    const start = match.index + matched.search(/[+(\d]/);
    const isCertain = bracketed !== undefined || (bare !== undefined && (gap !== '' || number.length === 9));
    return [{ start, end: match.index + matched.length, digits: `${area ?? ''}${number}`, isCertain }];
  });
}

const nationalsIn = (text: string): Written[] =>
  [...text.matchAll(NATIONAL)].map(({ 0: match, index }) => ({
    start: index,
    end: index + match.length,
    digits: match.replace(/\D/g, ''),
    isCertain: true,
  }));

function labelsOf(folded: string): Set<'phone' | 'whatsapp'> {
  const labels = new Set<'phone' | 'whatsapp'>();
  const [whatsapp, phone] = [folded.search(lastOf(WHATSAPP)), folded.search(lastOf(PHONE))];
  // Of two separate labels the nearer one counts. `Telefone e WhatsApp:` counts as both.
  const between = whatsapp < 0 || phone < 0 ? '' : folded.slice(Math.min(whatsapp, phone), Math.max(whatsapp, phone));
  const areTogether = /^\S+\s*(?:e|ou|\/|&|\+|,|\()?\s*(?:o |pelo |por |no )?$/.test(between);
  if (whatsapp >= 0 && (whatsapp > phone || areTogether)) labels.add('whatsapp');
  if (phone >= 0 && (phone > whatsapp || areTogether)) labels.add('phone');
  return labels;
}

/** Returns a pattern that matches only the last occurrence. */
const lastOf = (pattern: RegExp) => new RegExp(`(?:${pattern.source})(?![\\s\\S]*(?:${pattern.source}))`);

const labelsAfter = (rest: string) => labelsOf(LABEL_AFTER.exec(fold(rest))?.[0] ?? '');

const lineStart = (text: string, at: number) => text.lastIndexOf('\n', at - 1) + 1;

/** Empty if the line is too long to be a label. */
function lineBefore(text: string, start: number): string {
  const end = start - 1;
  if (end <= 0) return '';
  const line = text.slice(lineStart(text, end), end).trim();
  return line.length <= 40 ? line : '';
}
