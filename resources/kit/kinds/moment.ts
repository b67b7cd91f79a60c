import { type Common, type Kind, make, type Zod } from '../kind.ts';
import { hasPlainYear, invalidDate } from './date.ts';

/** A timestamp, transmitted as ISO 8601 in UTC. */
export function moment<RO extends boolean = false, OPT extends boolean = false>(
  options: Common<RO, OPT, string> & { isExact?: boolean } = {},
) {
  return make<string, RO, OPT>('moment', options, { isExact: options.isExact });
}

function inUtc(moment: string): string {
  const at = new Date(moment);
  return Number.isNaN(at.getTime()) ? moment : at.toISOString();
}

/** Returns the schema of an instant as input. Converts it to UTC, because PostgreSQL refuses some valid ISO 8601 offsets. */
export const momentSchema = (z: Zod) =>
  z.iso.datetime({ offset: true }).overwrite(inUtc).refine(hasPlainYear, invalidDate);

/** Brazil had a summer time until 2019. */
const OFFSETS = ['-03:00', '-02:00'];
const inBrazil = (moment: Date) =>
  moment.toLocaleString('pt-BR', { timeZone: 'America/Sao_Paulo', dateStyle: 'short', timeStyle: 'short' });

/** `21/11/2026 14:05:09` is a time of day in Brazil. */
function readMoment(text: string): string {
  const [, day, month, year, time = '00:00'] =
    /^(\d\d)\/(\d\d)\/(\d{4})(?:,? (\d\d:\d\d(?::\d\d)?))?$/.exec(text) ?? [];
  const moments = OFFSETS.map((offset) => new Date(`${year}-${month}-${day}T${time}${offset}`)).filter(
    // A day that a month does not have is one of the next month.
    (moment) => !Number.isNaN(moment.getTime()) && inBrazil(moment).startsWith(`${day}/${month}/${year}`),
  );
  const moment = moments.find((one) => inBrazil(one).endsWith(time.slice(0, 5))) ?? moments[0];
  return moment?.toISOString() ?? text;
}

export const kind: Kind = {
  filter: 'moments',
  order: 'time',
  fromText: readMoment,
  schemas: (z) => ({ record: z.iso.datetime({ offset: true }), input: momentSchema(z) }),
};
