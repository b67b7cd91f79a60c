const EMAIL = /[^\s@<>(),;:]+@[^\s@<>(),;:]+/g;
const ADDRESS = /\b(https?:\/\/|www\.)\S+/gi;
/** Telephone, CPF, CNPJ, CEP and the like: four digits or more, whatever stands between them. */
const NUMBER = /\+?\(?\d(?:[\s()./-]*\d){3,}/g;
const CUT = '…';
/** Shorter parts of a name (de, da, dos) name nobody. */
const SHORTEST_PART = 4;

interface Holder {
  name: string;
  companyName: string | null;
  website: string | null;
}

const escape = (text: string) => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');

/** What a person is known by: the names as they are, and each part of the people's. */
function namesOf({ name, companyName, website }: Holder, people: readonly { name: string }[]): string[] {
  const host = website && URL.canParse(website) ? new URL(website).hostname.replace(/^www\./, '') : '';
  const persons = people.flatMap((person) => [person.name, ...person.name.split(/\s+/)]);
  return [name, companyName ?? '', host, host.split('.')[0] ?? '', ...persons]
    .filter((known) => known.length >= SHORTEST_PART)
    .sort((a, b) => b.length - a.length);
}

/** A free text without e-mails, addresses, numbers that could be somebody's, and the names of an account and its people. */
export function withoutPersonalData(text: string, holder: Holder, people: readonly { name: string }[]): string {
  const cut = text.replace(EMAIL, CUT).replace(ADDRESS, CUT).replace(NUMBER, CUT);
  const names = namesOf(holder, people).map(escape);
  return names.length === 0 ? cut : cut.replace(new RegExp(names.join('|'), 'giu'), CUT);
}
