import type { accounts } from '../../db/schema/identity.ts';

const EMAIL = /[^\s@<>(),;:]+@[^\s@<>(),;:]+/g;
const ADDRESS = /\b(https?:\/\/|www\.)\S+/gi;
/** Phone number, CPF, CNPJ, CEP and similar, with any separators. */
const NUMBER = /\+?\(?\d(?:[\s()./-]*\d){3,}/g;
const REDACTED = '…';
/** Shorter parts, such as "de" or "dos", identify nobody. */
const NAME_PART_MIN = 4;

type AccountNames = Pick<typeof accounts.$inferSelect, 'name' | 'companyName' | 'website'>;

const escape = (text: string) => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');

/** Longest first. */
function namesOf({ name, companyName, website }: AccountNames, people: readonly { name: string }[]): string[] {
  const host = website && URL.canParse(website) ? new URL(website).hostname.replace(/^www\./, '') : '';
  const persons = people.flatMap((person) => [person.name, ...person.name.split(/\s+/)]);
  return [name, companyName ?? '', host, host.split('.')[0] ?? '', ...persons]
    .filter((known) => known.length >= NAME_PART_MIN)
    .sort((a, b) => b.length - a.length);
}

/** Without emails, URLs, numbers that may be personal, and names of the account and its users. */
export function withoutPersonalData(text: string, account: AccountNames, people: readonly { name: string }[]): string {
  const cut = text.replace(EMAIL, REDACTED).replace(ADDRESS, REDACTED).replace(NUMBER, REDACTED);
  const names = namesOf(account, people).map(escape);
  return names.length === 0 ? cut : cut.replace(new RegExp(names.join('|'), 'giu'), REDACTED);
}
