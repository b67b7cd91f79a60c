import { type Common, type Kind, lineSchemas, make } from '../kind.ts';

/** A single line of text, trimmed; 1 to `max` characters (default 255). A secret is read masked. */
export function text<RO extends boolean = false, OPT extends boolean = false>(
  options: Common<RO, OPT, string> & { max?: number; caseToggle?: string; isSecret?: boolean } = {},
) {
  const { max = 255, caseToggle, isSecret } = options;
  return make<string, RO, OPT>('text', options, { max, caseToggle, isSecret });
}

export const kind: Kind = { isText: true, order: 'text', schemas: lineSchemas };
