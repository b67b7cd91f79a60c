import { fold } from '../search/words.ts';

/** Days from Sunday, 0, to Saturday, 6; holidays are 7. */
export const HOLIDAY = 7;

/** What a text says of some days: from when to when it is open, or that it is closed. */
export interface DayHours {
  /** Empty: it names none. */
  days: readonly number[];
  /** `09:00-18:00`; `-13:00` where only the end is said. Empty when closed. */
  hours: readonly string[];
  isClosed: boolean;
}

type Said = { kind: 'hours'; hours: string } | { kind: 'closed' };
type Token = { kind: 'days'; days: number[] } | Said | { kind: 'end' };
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
/** A range or list of days; a short name alone counts only where hours or another day stand beside it. */
const DAYS = new RegExp(
  `\\b(?:${DAY}(?:(?:${TO}|${AND})${DAY})+|${FULL}(?! (?:via|vez|parcela|edicao|fase|etapa|dose|opcao|mao|aula|turma|pessoa|unidade))|` +
    `${SHORT}(?=[.:|]?\\s*(?:[|:-]\\s*)?(?:das?\\s+|de\\s+|as\\s+)?\\d{1,2}\\s?(?:h|:\\d|as|-|–)|[.:|\\s-]+fechad))`,
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
const BARE = '\\d{1,2}';
const UNTIL =
  '\\s*(?:-|–|—|\\bas?\\b|\\bate\\b(?:\\s+as?\\b)?|\\bao?\\b|\\be\\b(?=\\s+as\\b|\\s*\\d))\\s*(?:as?\\s+|o\\s+)?';
const HOURS = new RegExp(
  [
    '\\b24\\s?(?:h|horas)(?:\\b|(?=\\s))|\\b24/7\\b',
    `(?:\\bdas?\\s+|\\bde\\s+|\\bentre\\s+)?(?:as\\s+)?\\b(?:(${CLOCK})${UNTIL}(${CLOCK})|(${BARE})${UNTIL}(${CLOCK}))`,
    `\\b(?:das|entre as)\\s+(${BARE})\\s+(?:as|a|ate as|e as)\\s+(${BARE})\\b(?!\\s*(?:anos|reais|dias|pessoas|%))`,
    `\\bate\\s+(?:as?\\s+|o\\s+)?(${CLOCK})`,
    `\\b(?:a partir d(?:as?|e|o)|desde as?)\\s+(${CLOCK})`,
  ].join('|'),
  'g',
);
const CLOSED =
  /\b(?:fechad[oa]s?|fechamos|(?:nao|nunca)\s+(?:abrimos|abre|abrem|funciona(?:mos|m)?|atende(?:mos|m)?|trabalhamos|ha (?:atendimento|expediente)|temos (?:atendimento|expediente))|(?:nossa |e )?folga|sem (?:atendimento|expediente)|descanso)\b/g;
const EXCEPT = /\b(?:exceto|menos|salvo|fora)\b/;
const INCLUDING = /\binclu/;
/** Letters that stand between the days of one group at most: `, e aos `. */
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

/** `segunda a sexta`, `seg, qua e sex`: the days of a list or range. */
function daysOf(written: string): number[] {
  const names = [...written.matchAll(new RegExp(DAY, 'g'))];
  const days: number[] = [];
  names.forEach(({ 0: name, index }, at) => {
    const day = dayOf(name);
    const before = names[at - 1];
    const joint = before ? written.slice(before.index + before[0].length, index) : '';
    const isRange = before !== undefined && /-|–|—|\ba\b|\bas\b|\bate\b/.test(joint) && !/,|\be\b|\//.test(joint);
    days.push(...(isRange ? range(dayOf(before[0]), day).slice(1) : [day]));
  });
  return days;
}

function clockOf(written: string): string | null {
  if (/meio/.test(written)) return '12:00';
  if (/meia/.test(written)) return '24:00';
  const [hour = '', minute = '00'] = written.match(/\d+/g) ?? [];
  if (Number(hour) > 24 || Number(minute) > 59) return null;
  return `${hour.padStart(2, '0')}:${minute.padStart(2, '0')}`;
}

function hoursOf(match: RegExpExecArray): string | null {
  const [whole, opens, closes, bareOpens, closesAfter, firstBare, secondBare, until, since] = match;
  const one = opens ?? bareOpens ?? firstBare ?? since;
  const other = closes ?? closesAfter ?? secondBare ?? until;
  if (one === undefined && other === undefined) return /^24/.test(whole) ? '00:00-24:00' : null;
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

/** Days in one group: `sábados, domingos e feriados`; `todos os dias, exceto domingo`; `das 9h às 18h, inclusive feriados`. */
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
 * What a text says of opening hours, day by day. Where a clause begins with days, hours stand behind theirs, and what
 * follows a group that has its hours belongs to the next one that has none; where it begins with hours, they stand before.
 * What is said to be closed and open at once is left out, and so are ends without days: `em até 2h` is a duration.
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
  let waiting: Said[] = [];
  const open = (days: number[]): DayGroup => {
    const group: DayGroup = { days, hours: [], isClosed: false };
    groups.push(group);
    return group;
  };
  const give = (group: DayGroup, said: Said) => {
    if (said.kind === 'closed') group.isClosed = true;
    else group.hours.push(said.hours);
  };
  clause.forEach((token, at) => {
    if (token.kind === 'end') return;
    if (token.kind === 'days') {
      const group = open(token.days);
      for (const said of waiting) give(group, said);
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

/** The days that a question names; short names (`sáb`) stand alone there. */
export function daysAsked(question: string): number[] {
  const text = plain(question).replace(/\b(dom|seg|qua|qui|sex|sab)\b/g, (name) => NAMES[dayOf(name)]!);
  return [...new Set(tokensOf(text).flatMap((token) => (token.kind === 'days' ? token.days : [])))];
}
