import type { Case } from './cases.ts';
import type { Policy } from './policy.ts';
import type { PolicyTexts } from './policy-files.ts';
import type { Grant, ResourceWithActions } from './policy-rows.ts';
import type { Records } from './records.ts';

export const YES = 0;
export const NO = 1;
export const MISUSE = 2;
export type ExitCode = typeof YES | typeof NO | typeof MISUSE;

export class Misuse extends Error {}
export class UnusableFile extends Error {}

export interface Desk {
  policy: Policy;
  texts: PolicyTexts;
  cases: Case[];
  grants: Grant[];
  catalogue: ResourceWithActions[];
  print: (text: string) => void;
  records?: Records;
}

export function mustBeOneOf(kind: string, value: string | undefined, known: readonly string[]): string {
  if (value === undefined) throw new Misuse(`falta dizer: ${kind}`);
  if (!known.includes(value)) throw new Misuse(`${kind}: não conheço "${value}"; conheço ${known.join(', ')}`);
  return value;
}

/** Throws `Misuse` if one does not exist: a typo must not look like a refusal. */
export function pairOf(desk: Desk, words: readonly (string | undefined)[]): [resource: string, action: string] {
  const [first, second] = words;
  const resource = mustBeOneOf(
    'recurso',
    first,
    desk.catalogue.map((one) => one.resource),
  );
  const actions = desk.catalogue.find((one) => one.resource === resource)?.actions ?? [];
  return [resource, mustBeOneOf(`ação de ${resource}`, second, actions)];
}
