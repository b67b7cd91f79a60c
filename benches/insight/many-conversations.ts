import { sql } from 'drizzle-orm';
import { addConversationsStatement, addExchangesStatement, addLabelsStatement } from '../../src/server/chat/roll-up.ts';
import type { openBench } from '../bench-server.ts';

/*
 * Conversations of one account for benches that need many: two exchanges each, with word frequencies similar to those
 * of a language, in twelve contexts over 400 days. Every run creates the same ones.
 */

const BATCH = 5_000;
/** Conversations of the most frequent visitor; the others have `USUAL` each. */
export const LOYAL = 1_000;
export const USUAL = 5;

/** Syllables for made-up words, so that the vocabulary is about as large as a real one. */
const SYLLABLES =
  'ba ca da fa ga la ma na pa ra sa ta va bo co do fo go lo mo no po ro so to vo ção men tei ri li'.split(' ');
const REAL = [
  ...'qual prazo entrega pedido troca produto boleto cartão frete grátis loja horário feriado garantia conserto'.split(
    ' ',
  ),
  ...'devolução pagamento bicicleta aro capacete tamanho estoque cidade florianópolis correio nota fiscal'.split(' '),
];

let seed = 7;
function random(below: number): number {
  seed = (seed * 1_103_515 + 12_345) % 2_147_483_648;
  return Math.floor((seed / 2_147_483_648) * below);
}
export const VOCABULARY = [
  ...REAL,
  ...Array.from({ length: 20_000 }, () =>
    Array.from({ length: 2 + random(3) }, () => SYLLABLES[random(SYLLABLES.length)]).join(''),
  ),
];
/** Few words are frequent and many are rare. */
const word = () => VOCABULARY[Math.floor((random(1_000_000) / 1_000_000) ** 4 * VOCABULARY.length)]!;
const words = (count: number) => Array.from({ length: count }, word).join(' ');

/** Returns the ids of the account's first context and eleven more. */
export const contextsOf = (contextId: string): string[] => [
  contextId,
  ...Array.from({ length: 11 }, (_, n) => `00000000-0000-7000-a000-${String(n + 1).padStart(12, '0')}`),
];

type Bench = Awaited<ReturnType<typeof openBench>>;

/** Inserts one exchange into each of the conversations. */
async function fillTurn({ database, account }: Bench, turn: 1 | 2, id: string, from: string, json: string) {
  await database.pool.query(
    `insert into messages (account_id, conversation_id, id, question, answer, grounded, outcome, rating, model, cost, created_at)
     select $1, ${id}, ('00000000-0000-7000-900${turn}-' || lpad(to_hex(n), 12, '0'))::uuid, q${turn}, a${turn}, true,
       case when r % 9 = 0 then 'unknown' else 'answered' end,
       case when r % 31 = 0 then 'down' when r % 29 = 0 then 'up' end, 'embedded', 200, now() - make_interval(mins => minutes) ${from}`,
    [account.accountId, json],
  );
}

async function fillBatch(bench: Bench, contexts: readonly string[], at: number, count: number): Promise<void> {
  const rows = Array.from({ length: count }, (_, n) => ({
    n: at + n,
    visitor: at + n < LOYAL ? 0 : Math.floor((at + n) / USUAL),
    context: contexts[random(contexts.length)],
    minutes: random(400 * 24 * 60),
    q1: words(9),
    a1: words(28),
    q2: words(6),
    a2: words(24),
    r: random(1_000),
  }));
  const json = JSON.stringify(rows);
  const from = `from json_to_recordset($2)
    r(n int, visitor int, context uuid, minutes int, q1 text, a1 text, q2 text, a2 text, r int)`;
  const id = `('00000000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid`;
  await bench.database.pool.query(
    `insert into conversations (account_id, id, context_id, type, visitor_hash, first_question, interactions, sentiment,
       goal, wanted_human, satisfied, labelled_by, started_at, last_at)
     select $1, ${id}, context, case when r % 20 = 0 then 'preview' else 'widget' end, 'visitor ' || visitor, q1, 2,
       (array['positive', 'neutral', 'negative'])[1 + r % 3], (array['praise', 'information', 'complaint', 'other'])[1 + r % 4],
       r % 17 = 0, case when r % 5 = 0 then r % 2 = 0 end, 'classifier', now() - make_interval(mins => minutes),
       now() - make_interval(mins => minutes) ${from}`,
    [bench.account.accountId, json],
  );
  await fillTurn(bench, 1, id, from, json);
  await fillTurn(bench, 2, id, from, json);
}

/** Creates the given number of conversations in the bench's account, with all dependent rows. */
export async function fillConversations(bench: Bench, total: number): Promise<void> {
  const { pool } = bench.database;
  const { accountId, contextId } = bench.account;
  const contexts = contextsOf(contextId);
  await pool.query(
    `insert into contexts (account_id, id, name, inheritance, appearance)
     select account_id, other, 'Contexto ' || n, other, appearance from contexts, unnest($2::uuid[]) with ordinality o(other, n)
     where account_id = $1 and id = $3`,
    [accountId, contexts.slice(1), contextId],
  );
  // Recreates the index after the insertion, which is faster than updating it row by row.
  const [index] = (await pool.query("select indexdef from pg_indexes where indexname = 'messages_words'")).rows;
  await pool.query('drop index messages_words');
  for (let at = 0; at < total; at += BATCH) await fillBatch(bench, contexts, at, Math.min(BATCH, total - at));
  await pool.query(index.indexdef);
  const all = sql`c.account_id = ${accountId}`;
  const { orm } = bench.services.db;
  await orm.execute(addConversationsStatement(sql`conversations c where ${all}`, 1));
  await orm.execute(addExchangesStatement(all, 1));
  await orm.execute(addLabelsStatement(all, 1));
  await pool.query(
    `insert into conversation_words (account_id, context_id, word)
     select distinct c.account_id, c.context_id, word
     from conversations c join messages m on m.account_id = c.account_id and m.conversation_id = c.id
       cross join lateral regexp_split_to_table(fold_text(m.question || ' ' || m.answer), '[^a-z0-9]+') word
     where word ~ '^[a-z]{3,24}$'`,
  );
  await pool.query('vacuum analyze');
}
