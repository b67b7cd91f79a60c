import { type Common, type Kind, lineSchemas, make } from '../kind.ts';

/** A single line of text, trimmed; 1 to `max` characters (default 255). */
export function text<RO extends boolean = false, OPT extends boolean = false>(
  options: Common<RO, OPT, string> & { max?: number; caseToggle?: string } = {},
) {
  return make<string, RO, OPT>('text', options, { max: options.max ?? 255, caseToggle: options.caseToggle });
}

export const kind: Kind = { isText: true, order: 'text', schemas: lineSchemas };
