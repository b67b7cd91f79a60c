import { findAddresses } from './find-addresses.ts';
import { findEmails } from './find-emails.ts';
import { findNames } from './find-names.ts';
import { findNumbers } from './find-numbers.ts';
import type { FoundValue } from './found-value.ts';

/** Without overlaps, by position. `names`: of people who may be named. */
export function findPersonalData(text: string, names: readonly string[]): FoundValue[] {
  const kept: FoundValue[] = [];
  const taken = new Uint8Array(text.length);
  for (const one of [...findEmails(text), ...findAddresses(text), ...findNumbers(text), ...findNames(text, names)]) {
    if (taken.subarray(one.start, one.end).includes(1)) continue;
    taken.fill(1, one.start, one.end);
    kept.push(one);
  }
  return kept.sort((a, b) => a.start - b.start);
}
