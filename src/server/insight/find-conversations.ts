import { sql } from 'drizzle-orm';
import { editDistance } from '../../search/spelling.ts';
import { fold } from '../../search/words.ts';
import { type Db, readTenant, type Tenant } from '../db/tenant.ts';
import { rowsIn } from '../resource/scope.ts';

/** Further words are ignored. */
const MAX_WORDS = 8;
const MAX_VARIANTS = 12;
/** Also searched with typos, in the search or in the messages. */
const MIN_TYPO_LENGTH = 5;
/** May have two typos instead of one. */
const TWO_TYPOS_LENGTH = 8;
const WORD_LENGTH = { min: 2, max: 40 };

const maxTyposIn = (word: string) => (word.length >= TWO_TYPOS_LENGTH ? 2 : 1);
const canBeMistyped = (word: string) => word.length >= MIN_TYPO_LENGTH && /^[a-z]+$/.test(word);

/** Normalized like the index: runs of letters or digits, lower case, without accents. */
function searchWords(search: string): string[] {
  const words = fold(search).split(/[^a-z0-9]+/);
  const { min, max } = WORD_LENGTH;
  return [...new Set(words.filter(({ length }) => length >= min && length <= max))].slice(0, MAX_WORDS);
}

const prefixEnd = (start: string) => start.slice(0, -1) + String.fromCharCode(start.charCodeAt(start.length - 1) + 1);

/** Of visible conversations, by length and first letter. */
async function readVocabulary(db: Db, tenant: Tenant, typed: readonly string[]): Promise<string[]> {
  const like = typed.flatMap((word) =>
    [word.slice(0, 1), word.charAt(1) + word.charAt(0)].map(
      (start) => sql`select w.word from conversation_words w
        where w.account_id = x.account_id and w.context_id = x.id and w.word >= ${start} and w.word < ${prefixEnd(start)}
          and length(w.word) between ${word.length - maxTyposIn(word)} and ${word.length + maxTyposIn(word)}`,
    ),
  );
  const rows = await readTenant<{ word: string }>(
    db,
    tenant,
    sql`select distinct w.word from contexts x cross join lateral (${sql.join(like, sql` union all `)}) w
        where ${rowsIn('x', tenant, [], 'id')}`,
  );
  return rows.map(({ word }) => word);
}

function findVariants(typed: string, vocabulary: readonly string[]): string[] {
  const maxTypos = maxTyposIn(typed);
  const variants = vocabulary.flatMap((word) => {
    const typos = word === typed ? 0 : editDistance(typed, word, maxTypos);
    return typos > 0 && typos <= maxTypos ? [{ word, typos }] : [];
  });
  variants.sort((a, b) => a.typos - b.typos || (a.word < b.word ? -1 : 1));
  return variants.slice(0, MAX_VARIANTS).map(({ word }) => word);
}

/** For `find_talks` and `find_talks_since`. Null for a search without words, which matches nothing. */
export async function readSearch(db: Db, tenant: Tenant, search: string): Promise<string | null> {
  const typed = searchWords(search);
  if (typed.length === 0) return null;
  const mistypable = typed.filter(canBeMistyped);
  const vocabulary = mistypable.length > 0 ? await readVocabulary(db, tenant, mistypable) : [];
  // Indexed words start with the last characters of the account id, so a search reads only its own account's part of
  // the index.
  const own = tenant.accountId.slice(-6);
  const alternatives = (word: string) => [
    `'${own}${word}':*`,
    ...(canBeMistyped(word) ? findVariants(word, vocabulary).map((near) => `'${own}${near}'`) : []),
  ];
  return typed.map((word) => `(${alternatives(word).join(' | ')})`).join(' & ');
}
