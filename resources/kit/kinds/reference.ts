import { type Common, type Kind, make, type OnDelete } from '../kind.ts';

/**
 * The id of a row of another resource. In resources that the engine stores, the row exists, in the same account (and in
 * the same context, if both belong to one), and `onDelete` (default `restrict`) says what its deletion does.
 */
export function reference<RO extends boolean = false, OPT extends boolean = false>(
  to: string,
  options: Common<RO, OPT, string> & { onDelete?: OPT extends true ? OnDelete : Exclude<OnDelete, 'clear'> } = {},
) {
  return make<string, RO, OPT>('reference', options, { to, onDelete: options.onDelete });
}

export const kind: Kind = { filter: 'values', schemas: (z) => ({ record: z.uuid() }) };
