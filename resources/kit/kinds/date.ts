import { type Common, type Kind, make, type Zod } from '../kind.ts';

/** A day of the calendar without a time, transmitted as YYYY-MM-DD. */
export function date<RO extends boolean = false, OPT extends boolean = false>(options: Common<RO, OPT, string> = {}) {
  return make<string, RO, OPT>('date', options);
}

/** Returns whether the year is 0001 to 9999, which PostgreSQL and ISO 8601 write in the same way. */
export const hasPlainYear = (text: string) => /^(?!0000)\d{4}-/.test(text);
export const invalidDate = { params: { code: 'invalid_date' } };

/** Returns the schema of a day (YYYY-MM-DD) as input. */
export const daySchema = (z: Zod) => z.iso.date().refine(hasPlainYear, invalidDate);

export const kind: Kind = {
  filter: 'days',
  order: 'time',
  fromText: (text) => text.replace(/^(\d\d)\/(\d\d)\/(\d{4})$/, '$3-$2-$1'),
  schemas: (z) => ({ record: z.iso.date(), input: daySchema(z) }),
};
