import { findAddresses } from './find-addresses.ts';
import { findEmails } from './find-emails.ts';
import { findNames } from './find-names.ts';
import { findNumbers } from './find-numbers.ts';
import type { FoundValue } from './found-value.ts';

/** Without overlaps, by position. `names`: of people who may be named. */
export function findPersonalData(text: string, names: readonly string[]): FoundValue[] {
  const kept: FoundValue[] = [];
  for (const one of [...findEmails(text), ...findAddresses(text), ...findNumbers(text), ...findNames(text, names)]) {
    if (!kept.some(({ start, end }) => start < one.end && one.start < end)) kept.push(one);
  }
  return kept.sort((a, b) => a.start - b.start);
}
