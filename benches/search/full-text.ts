import { PGlite } from '@electric-sql/pglite';
import pg from 'pg';
import type { Passage } from '../../src/search/passage.ts';
import { startCluster } from '../../tests/support/cluster.ts';
import type { Rival } from './rivals.ts';

/** The part of a database client that is used here. */
interface Database {
  query(text: string, values: unknown[]): Promise<{ rows: { id: number }[] }>;
  close(): Promise<void>;
}

/*
 * Matches any word of the question, ranked with the logarithm of the document's length, which is the best normalization
 * here. Title and text form one vector, because a higher weight for the title made the results worse.
 */
const SEARCH = `select id from passages,
    (select replace(plainto_tsquery('portuguese', $1)::text, '&', '|')::tsquery as asked) question
  where words @@ asked order by ts_rank(words, asked, 1) desc, id limit 10`;

/**
 * Opens PostgreSQL's Portuguese full-text search on a temporary cluster. If PostgreSQL is not installed, uses the
 * embedded database and prints this to stderr.
 */
export async function openFullText(passages: readonly Passage[]): Promise<Rival> {
  const database = await openDatabase();
  try {
    await database.query(`create table passages (id int primary key, words tsvector)`, []);
    await database.query(
      `insert into passages select id, to_tsvector('portuguese', title || ' ' || body)
       from unnest($1::int[], $2::text[], $3::text[]) as given (id, title, body)`,
      [
        passages.map((_, id) => id),
        passages.map(({ question, title, heading }) => question ?? `${title} ${heading ?? ''}`),
        passages.map(({ text }) => text),
      ],
    );
    await database.query('create index on passages using gin (words)', []);
    await database.query('analyze passages', []);
  } catch (error) {
    await database.close();
    throw error;
  }
  return {
    ask: async (question) => {
      const { rows } = await database.query(SEARCH, [question]);
      return rows.map(({ id }) => passages[id]!.contentId);
    },
    idsOf: (ids) => ids,
    close: () => database.close(),
  };
}

async function openDatabase(): Promise<Database> {
  try {
    return await openCluster();
  } catch (error) {
    console.error(
      `PostgreSQL is not available (${(error as Error).message}); its full-text search is measured on the embedded database`,
    );
    const embedded = await PGlite.create();
    return {
      query: (text, values) => embedded.query<{ id: number }>(text, values),
      close: () => embedded.close(),
    };
  }
}

async function openCluster(): Promise<Database> {
  const cluster = startCluster();
  try {
    const client = new pg.Client({ connectionString: cluster.url('postgres') });
    await client.connect();
    client.on('error', () => undefined);
    await client.query('set jit = off');
    return {
      // A named statement is planned only once.
      query: (text, values) => client.query(text === SEARCH ? { name: 'search', text, values } : { text, values }),
      close: async () => {
        await client.end();
        cluster.stop();
      },
    };
  } catch (error) {
    cluster.stop();
    throw error;
  }
}
