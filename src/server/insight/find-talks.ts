import { sql } from 'drizzle-orm';
import { type Db, readTenant, type Tenant } from '../db/tenant.ts';
import { slipsBetween } from '../knowledge/search/spelling.ts';
import { fold } from '../knowledge/search/words.ts';
import { visible } from './scope.ts';

/** Words of a search that count; the others are left out. */
const WORDS_MAX = 8;
/** Words that one mistyped may stand for. */
const NEAREST = 12;
/** From so many letters on a word is looked for in its misspellings too, its visitors' as much as the searcher's. */
const SLIPPERY = 5;
/** From so many letters on two slips are forgiven, else one. */
const LONG = 8;
const WORD_LENGTH = { min: 2, max: 40 };

const slipsIn = (word: string) => (word.length >= LONG ? 2 : 1);
const canBeMistyped = (word: string) => word.length >= SLIPPERY && /^[a-z]+$/.test(word);

/** The words of a search, folded as the index folds them: runs of letters or digits. */
function typedWords(search: string): string[] {
  const words = fold(search).split(/[^a-z0-9]+/);
  const { min, max } = WORD_LENGTH;
  return [...new Set(words.filter(({ length }) => length >= min && length <= max))].slice(0, WORDS_MAX);
}

/** The first text behind all that begin with these letters. */
const behind = (start: string) => start.slice(0, -1) + String.fromCharCode(start.charCodeAt(start.length - 1) + 1);

/** The words of the contexts' conversations that may be meant, of those whose length and first letter do not forbid it. */
async function readVocabulary(db: Db, tenant: Tenant, typed: readonly string[]): Promise<string[]> {
  const like = typed.flatMap((word) =>
    [word.slice(0, 1), word.charAt(1) + word.charAt(0)].map(
      (start) => sql`select w.word from conversation_words w
        where w.account_id = x.account_id and w.context_id = x.id and w.word >= ${start} and w.word < ${behind(start)}
          and length(w.word) between ${word.length - slipsIn(word)} and ${word.length + slipsIn(word)}`,
    ),
  );
  const rows = await readTenant<{ word: string }>(
    db,
    tenant,
    sql`select distinct w.word from contexts x cross join lateral (${sql.join(like, sql` union all `)}) w
        where ${visible('x', tenant, [], 'id')}`,
  );
  return rows.map(({ word }) => word);
}

function nearestTo(typed: string, vocabulary: readonly string[]): string[] {
  const most = slipsIn(typed);
  const near = vocabulary.flatMap((word) => {
    const slips = word === typed ? 0 : slipsBetween(typed, word, most);
    return slips > 0 && slips <= most ? [{ word, slips }] : [];
  });
  near.sort((a, b) => a.slips - b.slips || (a.word < b.word ? -1 : 1));
  return near.slice(0, NEAREST).map(({ word }) => word);
}

/**
 * What `find_talks` and `find_talks_since` look for: exchanges that hold every word of a search, or one that begins with it, whatever its accents
 * and with a slip or two in it. Null for a search without a word, which nothing is found by.
 */
export async function readSearch(db: Db, tenant: Tenant, search: string): Promise<string | null> {
  const typed = typedWords(search);
  if (typed.length === 0) return null;
  const slippery = typed.filter(canBeMistyped);
  const vocabulary = slippery.length > 0 ? await readVocabulary(db, tenant, slippery) : [];
  // The index holds words behind the end of their account's id: no other account's are looked at.
  const own = tenant.accountId.slice(-6);
  const alternatives = (word: string) => [
    `'${own}${word}':*`,
    ...(canBeMistyped(word) ? nearestTo(word, vocabulary).map((near) => `'${own}${near}'`) : []),
  ];
  return typed.map((word) => `(${alternatives(word).join(' | ')})`).join(' & ');
}
