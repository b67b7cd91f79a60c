import { inArray, type SQL, sql } from 'drizzle-orm';
import type { LinkRule } from '../../shared/chat-protocol.ts';
import { derivedTables } from '../db/derived-tables.ts';
import { type Db, readTenant } from '../db/tenant.ts';
import type { SearchScope } from '../knowledge/base.ts';

const letterOrDigit = /[\p{L}\p{N}]/u;

function hasWord(text: string, { word, caseSensitive }: Pick<LinkRule, 'word' | 'caseSensitive'>): boolean {
  const [haystack, needle] = caseSensitive ? [text, word] : [text.toLowerCase(), word.toLowerCase()];
  for (let at = haystack.indexOf(needle); at !== -1; at = haystack.indexOf(needle, at + 1)) {
    const before = haystack.at(at - 1) ?? '';
    const after = haystack.at(at + needle.length) ?? '';
    const isFree = (at === 0 || !letterOrDigit.test(before)) && !letterOrDigit.test(after);
    if (isFree) return true;
  }
  return false;
}

/** Of the context and its ancestors, the longest words first. */
export function linkRulesQuery({ tenant, inheritance }: SearchScope): SQL {
  const table = derivedTables.hyperlinks as unknown as Record<'accountId' | 'contextId' | 'word', SQL>;
  return sql`select word, link, case_sensitive as "caseSensitive" from ${table}
    where ${table.accountId} = ${tenant.accountId} and ${inArray(table.contextId, inheritance.split('.'))}
    order by length(word) desc, word`;
}

export const rulesIn = (rules: readonly LinkRule[], answer: string): LinkRule[] =>
  rules.filter((rule) => hasWord(answer, rule));

export const matchLinkRules = async (db: Db, scope: SearchScope, answer: string): Promise<LinkRule[]> =>
  rulesIn(await readTenant<LinkRule>(db, scope.tenant, linkRulesQuery(scope)), answer);
