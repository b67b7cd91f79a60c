import { sql } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { addConversationsStatement, addExchangesStatement, addLabelsStatement } from '../../src/server/chat/roll-up.ts';
import { withPlatform } from '../../src/server/db/tenant.ts';
import { createAccount } from '../../src/server/identity/accounts.ts';
import type { openBench } from '../bench-server.ts';

/*
 * Rows of many accounts, made by PostgreSQL itself: two exchanges per conversation, a ledger entry each, audit entries
 * for a fifth of them, and webhook deliveries of the last 30 days. The bench's own account has a quarter of them.
 */
const ACCOUNTS = 20;
const TEXTS = 20_000;
const DELIVERY_DAYS = 30;

type Bench = Awaited<ReturnType<typeof openBench>>;

/** The shape of a stored answer's sources and reasons. */
const SOURCES = JSON.stringify([{ contentId: uuidv7(), title: 'Prazos e entregas da loja', ordinal: 2, page: null }]);
const REASONS = JSON.stringify({
  confidence: 0.83,
  passages: Array.from({ length: 5 }, (_, at) => ({ contentId: uuidv7(), ordinal: at, score: 7.25 - at, words: 4 })),
});

/** Creates the accounts, each with a context and a webhook, and the texts. */
export async function prepareFill(bench: Bench): Promise<void> {
  const { services, database, account } = bench;
  const { pool } = database;
  await pool.query(
    'create table bench_contexts (number int primary key, account_id uuid, context_id uuid, webhook_id uuid)',
  );
  for (let n = 0; n < ACCOUNTS; n++) {
    const person = { name: 'Bench', email: `${uuidv7()}@bench.com.br`, passwordHash: 'x' } as const;
    const owner =
      n === 0
        ? account
        : await withPlatform(services.db, (tx) => createAccount(tx, { ...person, role: 'OWNER', planId: 'free' }));
    const webhookId = uuidv7();
    await pool.query('insert into bench_contexts values ($1, $2, $3, $4)', [
      n,
      owner.accountId,
      owner.contextId,
      webhookId,
    ]);
    await pool.query(
      `insert into outgoing_webhooks (account_id, id, name, url, format, events, all_contexts, is_active, sealed_secret)
       values ($1, $2, 'Bench', 'https://bench.com.br', 'json', '{}', true, false, '')`,
      [owner.accountId, webhookId],
    );
  }
  // Few words are frequent and many are rare, as in a language.
  await pool.query(`
    create function bench_word(n int) returns text language sql immutable as $$
      select (array['ba','ca','da','fa','ga','la','ma','na','pa','ra','sa','ta','va','bo','co','do','fo'])[1 + n % 17]
        || (array['ler','lio','mar','nho','pão','que','res','são','ter','ves'])[1 + n / 17 % 10] || chr(97 + n / 170 % 26)
        || case when n > 4420 then chr(97 + n / 4420 % 26) else '' end $$`);
  await pool.query(
    `create table bench_texts as select n as text,
       (select string_agg(bench_word((power(random(), 4) * 20000)::int), ' ') from generate_series(1, 8 + n * 0)) as question,
       (select string_agg(bench_word((power(random(), 4) * 20000)::int), ' ') from generate_series(1, 28 + n * 0)) as answer
     from generate_series(0, ${TEXTS - 1}) n`,
  );
  await pool.query('create unique index on bench_texts (text)');
  await pool.query('analyze bench_texts');
  await pool.query(
    `insert into conversation_words (account_id, context_id, word)
     select p.account_id, p.context_id, w.word from bench_contexts p cross join (
       select distinct word from bench_texts, regexp_split_to_table(fold_text(question || ' ' || answer), '[^a-z0-9]+') word
       where word ~ '^[a-z]{3,24}$') w`,
  );
}

/** Adds conversations that began between two numbers of days ago. */
export async function fillDays(
  { database, services }: Bench,
  { from, to, perDay }: { from: number; to: number; perDay: number },
): Promise<void> {
  const { pool } = database;
  // Recreates the index after the insertion, which is faster than updating it row by row.
  const [index] = (await pool.query("select indexdef from pg_indexes where indexname = 'messages_words'")).rows;
  await pool.query('drop index messages_words');
  const count = Math.round((to - from) * perDay);
  await pool.query(
    `with begun as (
         select n, case when n % 4 = 0 then 0 else 1 + n % ${ACCOUNTS - 1} end as of,
           now() - make_interval(mins => 1 + ($1::float * 1440 + ($2::float - $1) * 1440 * n / $3)::int) as at
         from generate_series(1, $3::int) n),
       added as (
         insert into conversations (account_id, id, context_id, type, visitor_hash, first_question, interactions,
           sentiment, goal, wanted_human, satisfied, labelled_by, started_at, last_at)
         select p.account_id, gen_random_uuid(), p.context_id, case when n % 20 = 0 then 'preview' else 'widget' end,
           'visitor ' || n / 5 || ' ' || $1::text, t.question, 2, (array['positive', 'neutral', 'negative'])[1 + n % 3],
           (array['praise', 'information', 'complaint', 'other'])[1 + n / 3 % 4], n % 17 = 0, n % 2 = 0, 'classifier', at, at
         from begun b join bench_contexts p on p.number = b.of join bench_texts t on t.text = n % ${TEXTS}
         returning account_id, id, started_at),
       numbered as (select *, row_number() over () as r from added),
       exchanged as (
         insert into messages (account_id, conversation_id, id, question, answer, grounded, outcome, rating, model, cost,
           sources, reasons, created_at)
         select c.account_id, c.id, gen_random_uuid(), t.question, t.answer, true,
           case when (r + turn) % 9 = 0 then 'unknown' else 'answered' end,
           case when r % 31 = 0 then 'down' when r % 29 = 0 then 'up' end, 'embedded', 200, $4::jsonb, $5::jsonb,
           c.started_at + make_interval(secs => turn)
         from numbered c cross join generate_series(0, 1) turn join bench_texts t on t.text = (r * 7 + turn) % ${TEXTS}
         returning account_id, id, created_at)
     insert into credit_entries (account_id, cause, amount, created_at)
     select account_id, 'answer ' || id, -200, created_at from exchanged`,
    [from, to, count, SOURCES, REASONS],
  );
  await pool.query(index.indexdef);
  await pool.query('analyze');
  const own = sql`c.started_at <= now() - make_interval(days => ${from}::int) and c.started_at > now() - make_interval(days => ${to + 1}::int)`;
  const { orm } = services.db;
  await orm.execute(addConversationsStatement(sql`conversations c where ${own}`, 1));
  await orm.execute(addExchangesStatement(own, 1));
  await orm.execute(addLabelsStatement(own, 1));
  await fillLogs(pool, { from, to, count });
  await pool.query('vacuum analyze');
}

async function fillLogs(
  pool: Bench['database']['pool'],
  { from, to, count }: { from: number; to: number; count: number },
): Promise<void> {
  const moment = 'now() - make_interval(mins => 1 + ($1::float * 1440 + ($2::float - $1) * 1440 * n / $3)::int)';
  await pool.query(
    `insert into audit_entries (account_id, id, at, action, user_name, user_role, detail, ip)
     select p.account_id, gen_random_uuid(), ${moment}, (array['contents_create', 'contents_edit', 'sign_in'])[1 + n % 3],
       'Bench', 'OWNER', '{}', '203.0.113.7'
     from generate_series(1, $3::int) n join bench_contexts p on p.number = case when n % 4 = 0 then 0 else 1 + n % ${ACCOUNTS - 1} end`,
    [from, to, Math.round((count * 2) / 5)],
  );
  if (from >= DELIVERY_DAYS) return;
  await pool.query(
    `insert into webhook_deliveries (account_id, id, webhook_id, event_id, event, cause, context_id, data, state, created_at)
     select p.account_id, gen_random_uuid(), p.webhook_id, gen_random_uuid(), 'question.unknown', 'cause ' || n, p.context_id,
       '{"question": "prazo de entrega", "contextId": "x"}', 'delivered', ${moment}
     from generate_series(1, $3::int) n join bench_contexts p on p.number = case when n % 4 = 0 then 0 else 1 + n % ${ACCOUNTS - 1} end`,
    [from, Math.min(to, DELIVERY_DAYS), Math.round((count * 2 * (DELIVERY_DAYS - from)) / (to - from) / 10)],
  );
}
