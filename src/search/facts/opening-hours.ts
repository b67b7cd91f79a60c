import { fold } from '../words.ts';

/** Days are numbered from 0 (Sunday) to 6 (Saturday); 7 means holidays. */
export const HOLIDAY = 7;

/** The opening hours of some days, or that the business is closed then. */
interface DayHours {
  days: readonly number[];
  /** `09:00-18:00`; `-13:00` if only the end is given. Empty when closed. */
  hours: readonly string[];
  isClosed: boolean;
}

type HoursToken = { kind: 'hours'; hours: string } | { kind: 'closed' };
type Token = { kind: 'days'; days: number[] } | HoursToken | { kind: 'end' };
interface Placed {
  start: number;
  end: number;
  token: Token;
}

const NAMES: readonly string[] = ['domingo', 'segunda', 'terca', 'quarta', 'quinta', 'sexta', 'sabado'];
const FULL = '(?:domingo|segunda|terca|quarta|quinta|sexta|sabado)s?(?:[ -]feiras?)?';
const SHORT = '(?:dom|seg|ter|qua|qui|sex|sab|[2-6](?:a|ª)s?(?:[ -]?feiras?)?)';
const DAY = `(?:${FULL}|${SHORT}\\b\\.?)`;
const TO = '\\s*(?:-|–|—|\\ba\\b|\\bate\\b(?:\\s+(?:a|o)\\b)?|\\bas?\\b)\\s*(?:a\\s+)?';
const AND = '\\s*(?:,|/|\\be\\b|&|\\bou\\b)\\s*(?:(?:a|o|as|os|aos?|nas?|nos?)\\s+)?';
/** A single short name counts only next to hours or "fechado". */
const DAYS = new RegExp(
  `\\b(?:${DAY}(?:(?:${TO}|${AND})${DAY})+|${FULL}(?! (?:via|vez|parcela|edicao|fase|etapa|dose|opcao|mao|aula|turma|pessoa|unidade))|` +
    `${SHORT}\\.?(?=[:|]?\\s*(?:[|:-]\\s*)?(?:das?\\s+|de\\s+|as\\s+)?\\d{1,2}\\s?(?:h|:\\d|as|-|–)|[.:|\\s-]+fechad))`,
  'g',
);
const SETS: readonly (readonly [RegExp, readonly number[]])[] = [
  [
    /\b(?:todos os dias|todo dia|diariamente|(?:a|toda a) semana (?:toda|inteira)|7 dias (?:por|na|da) semana)\b/g,
    range(0, 6),
  ],
  [/\b(?:dias? (?:uteis|util)|durante a semana)\b/g, range(1, 5)],
  [/\b(?:fi(?:m|ns)|final|finais) de semana\b/g, [6, 0]],
  [/\bferiados?\b/g, [HOLIDAY]],
];
const CLOCK =
  '(?:\\d{1,2}\\s?(?:h(?:oras?|rs?|s)?(?:\\s?\\d{2}(?!\\d))?(?:min)?|:\\d{2}(?:\\s?h(?:oras?|rs?|s)?\\b)?)|meio[ -]dia|meia[ -]noite)';
const BARE_HOUR = '\\d{1,2}';
const UNTIL =
  '\\s*(?:-|–|—|\\bas?\\b|\\bate\\b(?:\\s+as?\\b)?|\\bao?\\b|\\be\\b(?=\\s+as\\b|\\s*\\d))\\s*(?:as?\\s+|o\\s+)?';
const HOURS = new RegExp(
  [
    '\\b24\\s?(?:h|horas)(?:\\b|(?=\\s))|\\b24/7\\b',
    `(?:\\bdas?\\s+|\\bde\\s+|\\bentre\\s+)?(?:as\\s+)?\\b(?:(${CLOCK})${UNTIL}(${CLOCK})|(${BARE_HOUR})${UNTIL}(${CLOCK}))`,
    `\\b(?:(?:das|entre as)\\s+|(?=\\d{1,2}\\s+as\\s))(${BARE_HOUR})\\s+(?:as|a|ate as|e as)\\s+(${BARE_HOUR})\\b(?!\\s*(?:anos|reais|dias|pessoas|%))`,
    `\\bate\\s+(?:as?\\s+|o\\s+)?(${CLOCK})`,
    `\\b(?:a partir d(?:as?|e|o)|desde as?)\\s+(${CLOCK})`,
  ].join('|'),
  'g',
);
const CLOSED =
  /\b(?:fechad[oa]s?|fechamos|(?:nao|nunca)\s+(?:abrimos|abre|abrem|funciona(?:mos|m)?|atende(?:mos|m)?|trabalhamos|ha (?:atendimento|expediente)|temos (?:atendimento|expediente))|(?:nossa |e )?folga|sem (?:atendimento|expediente)|descanso)\b/g;
const EXCEPT = /\b(?:exceto|menos|salvo|fora)\b/;
const INCLUDING = /\binclu/;
/** Maximum number of characters between the days of one group: `, e aos `. */
const JOINT_MAX = 12;
const END = /;|\.(?=\s|$)|\n/g;

function range(from: number, to: number): number[] {
  const days = [from];
  for (let day = from; day !== to;) days.push((day = (day + 1) % 7));
  return days;
}

const plain = (text: string) => fold(text).replace(/[\t\r ]+/g, ' ');

const dayOf = (name: string): number =>
  /^[2-6]/.test(name) ? Number(name[0]) - 1 : NAMES.findIndex((one) => one.startsWith(name.slice(0, 3)));

const EACH_DAY = new RegExp(DAY, 'g');

/** Returns the days of a list or range: `segunda a sexta`, `seg, qua e sex`. */
function daysOf(matched: string): number[] {
  const names = [...matched.matchAll(EACH_DAY)];
  const days: number[] = [];
  names.forEach(({ 0: name, index }, at) => {
    const day = dayOf(name);
    const before = names[at - 1];
    const joint = before ? matched.slice(before.index + before[0].length, index) : '';
    const isRange = before !== undefined && /-|–|—|\ba\b|\bas\b|\bate\b/.test(joint) && !/,|\be\b|\//.test(joint);
    days.push(...(isRange ? range(dayOf(before[0]), day).slice(1) : [day]));
  });
  return days;
}

function clockOf(matched: string): string | null {
  if (/meio/.test(matched)) return '12:00';
  if (/meia/.test(matched)) return '24:00';
  const [hour = '', minute = '00'] = matched.match(/\d+/g) ?? [];
  if (Number(hour) > 24 || Number(minute) > 59) return null;
  return `${hour.padStart(2, '0')}:${minute.padStart(2, '0')}`;
}

function hoursOf(match: RegExpExecArray): string | null {
  const [matched, opens, closes, plainOpens, closesAfter, firstHour, secondHour, until, since] = match;
  const one = opens ?? plainOpens ?? firstHour ?? since;
  const other = closes ?? closesAfter ?? secondHour ?? until;
  if (one === undefined && other === undefined) return /^24/.test(matched) ? '00:00-24:00' : null;
  const [from, to] = [one === undefined ? '' : clockOf(one), other === undefined ? '' : clockOf(other)];
  return from === null || to === null ? null : `${from}-${to}`;
}

function tokensOf(text: string): Token[] {
  const found: Placed[] = [];
  const put = ({ 0: { length }, index }: RegExpExecArray, token: Token) => {
    const isFree = found.every(({ start, end }) => index >= end || index + length <= start);
    if (isFree) found.push({ start: index, end: index + length, token });
  };
  for (const match of text.matchAll(HOURS)) {
    const hours = hoursOf(match);
    if (hours !== null) put(match, { kind: 'hours', hours });
  }
  for (const [sign, days] of SETS)
    for (const match of text.matchAll(sign)) put(match, { kind: 'days', days: [...days] });
  for (const match of text.matchAll(DAYS)) put(match, { kind: 'days', days: daysOf(match[0]) });
  for (const match of text.matchAll(CLOSED)) put(match, { kind: 'closed' });
  for (const match of text.matchAll(END)) put(match, { kind: 'end' });
  return joinDays(
    found.sort((a, b) => a.start - b.start),
    text,
  );
}

/** `sábados, domingos e feriados`; `todos os dias, exceto domingo`; `das 9h às 18h, inclusive feriados`. */
function joinDays(found: readonly Placed[], text: string): Token[] {
  const tokens: Token[] = [];
  let group: number[] | null = null;
  found.forEach(({ start, token }, at) => {
    const between = at === 0 ? '' : text.slice(found[at - 1]!.end, start);
    if (token.kind === 'end') group = null;
    if (token.kind !== 'days') {
      tokens.push(token);
      return;
    }
    if (group && EXCEPT.test(between)) group.splice(0, Infinity, ...group.filter((day) => !token.days.includes(day)));
    else if (group && (INCLUDING.test(between) || (tokens.at(-1)?.kind === 'days' && between.length <= JOINT_MAX)))
      group.push(...token.days);
    else tokens.push({ kind: 'days', days: (group = [...token.days]) });
  });
  return tokens;
}

type DayGroup = { days: number[]; hours: string[]; isClosed: boolean };

/**
 * In a clause that starts with days, hours follow their days, and hours after a group that has some belong to the next;
 * else they precede them. Leaves out days both open and closed, and end times without days, because `em até 2h` is a
 * duration.
 */
export function openingHoursIn(text: string): DayHours[] {
  const all: DayGroup[] = [];
  let clause: Token[] = [];
  for (const token of [...tokensOf(plain(text)), { kind: 'end' as const }]) {
    if (token.kind !== 'end') clause.push(token);
    else {
      all.push(...groupsOf(clause));
      clause = [];
    }
  }
  return all
    .map(({ days, ...rest }) => ({ days: [...new Set(days)].sort(), ...rest }))
    .filter(({ days, hours, isClosed }) => {
      if (isClosed) return hours.length === 0 && days.length > 0;
      return hours.length > 0 && (days.length > 0 || hours.every((one) => /^\d.*\d$/.test(one)));
    });
}

function groupsOf(clause: readonly Token[]): DayGroup[] {
  const groups: DayGroup[] = [];
  const isBefore = clause[0]?.kind !== 'days' && clause[1]?.kind === 'days';
  let waiting: HoursToken[] = [];
  const open = (days: number[]): DayGroup => {
    const group: DayGroup = { days, hours: [], isClosed: false };
    groups.push(group);
    return group;
  };
  const give = (group: DayGroup, token: HoursToken) => {
    if (token.kind === 'closed') group.isClosed = true;
    else group.hours.push(token.hours);
  };
  clause.forEach((token, at) => {
    if (token.kind === 'end') return;
    if (token.kind === 'days') {
      const group = open(token.days);
      for (const hours of waiting) give(group, hours);
      waiting = [];
      return;
    }
    const group = groups.at(-1);
    const [next, then] = [clause[at + 1], clause[at + 2]];
    const isFull = group === undefined || group.hours.length > 0 || group.isClosed;
    const isForNext = next?.kind === 'days' && isFull && (isBefore || then === undefined || then.kind === 'days');
    if (isForNext) waiting.push(token);
    else give(group ?? open([]), token);
  });
  return groups;
}

export function daysIn(question: string): number[] {
  const text = plain(question)
    .replace(/\b(dom|seg|qua|qui|sex|sab)\b/g, (name) => NAMES[dayOf(name)]!)
    // Elsewhere, it is the verb.
    .replace(/(^|\n)([^a-z\d\n]*)ter(?=\s*[.:|])/g, '$1$2terca');
  return [...new Set(tokensOf(text).flatMap((token) => (token.kind === 'days' ? token.days : [])))];
}
