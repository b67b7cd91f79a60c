import { type Common, type Kind, make } from '../kind.ts';

/** A colour, as # with six hex digits in upper case. */
export function color<RO extends boolean = false, OPT extends boolean = false>(options: Common<RO, OPT, string> = {}) {
  return make<string, RO, OPT>('color', options);
}

const HEX = /^#[0-9A-F]{6}$/;

export const kind: Kind = {
  schemas: (z) => ({
    record: z.string(),
    input: z.string().trim().toUpperCase().regex(HEX, { message: 'invalid_color' }),
  }),
};
