import { type Common, type Kind, lineSchemas, make } from '../kind.ts';

/** Several lines of text; 1 to `max` characters (default 5,000). */
export function longText<RO extends boolean = false, OPT extends boolean = false>(
  options: Common<RO, OPT, string> & { max?: number; isSecret?: boolean } = {},
) {
  return make<string, RO, OPT>('longText', options, { max: options.max ?? 5_000, isSecret: options.isSecret });
}

export const kind: Kind = { isText: true, schemas: lineSchemas };
