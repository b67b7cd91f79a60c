import { factsIn } from '../../../search/facts/text-facts.ts';
import { recordsInText } from '../../../search/records/read-records.ts';
import type { BusinessRecord, HoursRecord } from '../../../search/records/record.ts';
import { UNDERSTOOD_KINDS, type UnderstoodKind } from '../../../shared/constants.ts';
import { t } from '../../runtime/translate.ts';

/** `words` is null if the line says it best. */
interface Understood {
  kind: UnderstoodKind;
  words: string | null;
}

const CONTACTS = ['phone', 'whatsapp', 'email', 'cnpj'] as const;

/** Three or more in a row as a range: `seg a sex, feriados`. */
function daysInWords(days: readonly number[]): string {
  const nameOf = (day: number) => t(`dates.shortDays.${day}`);
  const runs: number[][] = [];
  for (const day of days) {
    const last = runs.at(-1);
    if (last && last.at(-1) === day - 1 && day < 7) last.push(day);
    else runs.push([day]);
  }
  return runs
    .flatMap((run) =>
      run.length > 2
        ? [t('contents.records.range', { from: nameOf(run[0]!), to: nameOf(run.at(-1)!) })]
        : run.map(nameOf),
    )
    .join(', ');
}

function hoursInWords({ days, hours, isClosed }: HoursRecord): string {
  const when = isClosed ? t('contents.records.closed') : hours.map((one) => one.replace('-', '–')).join(', ');
  return days.length > 0 ? `${daysInWords(days)}: ${when}` : when;
}

/** A name or amount may end with the punctuation of its sentence. */
const trimmed = (text: string) => text.replace(/[\s,;:.]+$/, '');

function inWords(record: BusinessRecord): string | null {
  switch (record.kind) {
    case 'price':
      return [trimmed(record.name), trimmed(record.amount)].filter(Boolean).join(': ');
    case 'hours':
      return hoursInWords(record);
    default:
      return null;
  }
}

const factsOf = (line: string, kind: UnderstoodKind, facts: readonly (typeof CONTACTS)[number][] | ['address']) =>
  facts.flatMap((fact) =>
    factsIn(fact, line, '').map(({ start, end }): Understood => ({ kind, words: line.slice(start, end) })),
  );

const understoodIn = (line: string): Understood[] => [
  ...recordsInText(line).map((record) => ({ kind: record.kind, words: inWords(record) })),
  ...factsOf(line, 'contact', CONTACTS),
  ...factsOf(line, 'place', ['address']),
];

export function describeLine(line: string): { kind: UnderstoodKind; understood: string[] } | null {
  const found = understoodIn(line);
  const kind = UNDERSTOOD_KINDS.find((one) => found.some((record) => record.kind === one));
  if (!kind) return null;
  const words = found.flatMap((record) => record.words ?? []);
  return { kind, understood: [...new Set(words)] };
}
