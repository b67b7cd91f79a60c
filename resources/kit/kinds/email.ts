import { type Common, type Kind, make, type Zod } from '../kind.ts';

export function email<RO extends boolean = false, OPT extends boolean = false>(options: Common<RO, OPT, string> = {}) {
  return make<string, RO, OPT>('email', options, { max: 254 });
}

/** Returns the schema of an email address as input: trims and lowercases it. */
export const emailSchema = (z: Zod) => z.string().trim().toLowerCase().max(254).pipe(z.email());

export const kind: Kind = {
  isText: true,
  order: 'text',
  schemas: (z) => ({ record: z.string(), input: emailSchema(z) }),
};
