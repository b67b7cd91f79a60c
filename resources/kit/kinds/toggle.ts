import { type Common, type Kind, make, type Tone } from '../kind.ts';

/** A boolean. With `tones`, it is shown as a status. */
export function toggle<RO extends boolean = false, OPT extends boolean = false>(
  options: Common<RO, OPT, boolean> & { tones?: Readonly<Record<'true' | 'false', Tone>> } = {},
) {
  return make<boolean, RO, OPT>('toggle', options, { tones: options.tones });
}

export const kind: Kind = {
  filter: 'values',
  order: 'text',
  fromText: (text, optionOf) => {
    const value = optionOf(text);
    return value === 'true' ? true : value === 'false' ? false : text;
  },
  schemas: (z) => ({ record: z.boolean() }),
};
