import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { zstdDecompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { migrateDatabase } from '../../src/server/db/migrate.ts';
import { startServer, type TestServer, textOf } from '../support/server.ts';

const MIGRATIONS = join(import.meta.dirname, '../../src/server/db/migrations');
const DIRECTORIES = join(import.meta.dirname, '../fixtures/data-directories');

/**
 * SHA-256 of the migrations that existing databases have run. Each release adds its own lines and no line ever
 * changes: a database that ran another text would have a different schema under the same name.
 */
const RELEASED: Record<string, string> = {
  '0000_roles': '87aded2abf61f0094ba97354550d58dfb618617d2a9ce750a1aee51bd44f11eb',
  '0001_tables': 'da0e647bfc538368db761b675ca90e40efca674b083a9c33b85a7d39d962489f',
  '0002_answers': 'bf2373ac4d77bac901319d9d696bacfc67bd8421b97eb7ad8a8eeeb3fe73e58e',
  '0003_people': '74903df133d8d669af8b52b05413bf57dc1c30c9d2582f09245a13c448230128',
  '0004_business': '5d9517c97ab1b27a05b1a2cf70dd9e870f7faf032ce7a7cf63f4aa0cb6ac0d56',
  '0005_insight': '652b85719d7ba681f747a1e22da7224de6621e6d2eda1cab7c78be6442e33e51',
  '0006_talks': 'd3cf0d750f2320e7c241641ada4f85d9da8ea557f4a2b16ea391fc1d852c9645',
  '0007_sites': 'e5a88c0e2e91b3e2060c1974dfc4da74db51895a0096c871f10042a9c6c005dd',
  '0008_sign_ups': 'e7ad6a9f433a6ae29aa9a4ad40fb1f3c3896877ec568218f905b556f0b9ed04d',
  '0009_load': 'e08b5644db781fb032de2bc2e73cf9a3ccd8428ee609a9eaa615c7ac5fd22963',
  '0010_three_outcomes': '1d74995909184c34c8ef9dbd196fad10373dd7bc6d2be39f142b6740935d5eb9',
  '0011_phrasings': '2e0c2456ff139bc12704f0282492da1816c62734a122190aa18e0852ff5ddeea',
  '0012_file_slices': 'cb43e71b6a3521502025205b36e297a56ef3ac89ec8c621005af5fb55259949e',
  '0013_content_notices': 'fdb86797e34341b99e3df5fb374f9b8d1bffee848efb93b7a452cb96c3ddfdb9',
  '0014_outcomes_of_tests': '618144dcdd480091a26bc5dc9f07282742b54a789e593e444957ea7772a64088',
  '0015_boilerplate': '003edc665976e216f6baf22b3ff7cca3e10f46b0490fb3bf729d3c05aa97af89',
  '0016_api_keys': '28d418350c9e7e9ed70b297160ef35be58ac46945590cf5f514befc382698724',
  '0017_outgoing_webhooks': '91c131846096afc8e47c9a9a01d136c4a31c1b584c9ec974cb6a4c236b32fb87',
  '0018_visitor_messages': 'c40f416f5c1b609fb3b0247c03bd6b6089be4ba4b024d873473cbc91ba4c6bc4',
};

describe('released migrations', () => {
  it('are never edited', () => {
    const found = Object.keys(RELEASED).map((tag) => [
      tag,
      createHash('sha256')
        .update(readFileSync(join(MIGRATIONS, `${tag}.sql`)))
        .digest('hex'),
    ]);
    expect(Object.fromEntries(found)).toEqual(RELEASED);
  });

  it('come first, in release order', () => {
    const journal = JSON.parse(readFileSync(join(MIGRATIONS, 'meta/_journal.json'), 'utf8'));
    const entries = journal.entries as { tag: string; when: number }[];
    expect(entries.slice(0, Object.keys(RELEASED).length).map(({ tag }) => tag)).toEqual(Object.keys(RELEASED));
    // Drizzle runs only the migrations dated after the last one that ran, and silently skips the others.
    expect(entries.map(({ when }) => when)).toEqual(entries.map(({ when }) => when).sort((a, b) => a - b));
  });
});

/**
 * Unpacks the data directory of a released version. It contains an account, a content with its answer, a hyperlink and
 * a conversation.
 */
function unpack(name: string, dataDir: string): void {
  mkdirSync(dataDir);
  const archive = zstdDecompressSync(readFileSync(join(DIRECTORIES, name)));
  execFileSync('tar', ['-x', '-C', dataDir], { input: archive });
}

describe.skipIf(process.env.TEST_DATABASE === 'postgres').each(readdirSync(DIRECTORIES))(
  'data of release %s',
  (name) => {
    let server: TestServer;
    beforeAll(async () => {
      server = await startServer({ prepare: (dataDir) => unpack(name, dataDir) });
    });
    afterAll(() => server.close());

    it('is opened and served by the current version', async () => {
      const person = { email: 'helena@empresa.com.br', password: 'Bicicleta-azul-42' };
      const login = await server.call<{ accessToken: string }>({
        method: 'POST',
        url: '/api/auth/login',
        payload: person,
      });
      expect(login.status, login.text).toBe(200);
      const get = async (path: string) =>
        (await server.call<any>({ url: `/api${path}`, headers: { authorization: `Bearer ${login.body.accessToken}` } }))
          .body;
      const [context] = await get('/sessions/me/contexts');
      const { data: contents } = await get(`/contents?contextId=${context.id}`);
      expect(contents).toMatchObject([{ question: 'Qual é o prazo de entrega?', status: 'done' }]);
      const { data: links } = await get(`/hyperlinks?contextId=${context.id}`);
      expect(links).toMatchObject([{ word: 'entrega', link: 'https://www.empresa.com.br/entrega' }]);
      expect((await get(`/conversations?contextId=${context.id}`)).total).toBe(1);
      const answer = await server.call({
        method: 'POST',
        url: `/api/widgets/${context.id}/messages`,
        payload: { question: 'qual o prazo de entrega?', visitorToken: 'visitante-de-hoje' },
      });
      expect(textOf(answer)).toContain('sete dias úteis');
    });
  },
);

describe('a database that a newer version has opened', () => {
  it('is rejected with a clear message and left unchanged', async () => {
    const server = await startServer({ worker: false });
    const { pool } = server.services.db;
    const runs = async () => (await pool.query('select hash from drizzle.__drizzle_migrations order by id')).rows;
    await pool.query('insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)', [
      ...['f'.repeat(64), Date.now() + 86_400_000],
    ]);
    const before = await runs();
    await expect(migrateDatabase(pool)).rejects.toMatchObject({
      name: 'StartupError',
      code: 'database_newer',
      exitCode: 78,
      message: expect.stringMatching(/^O banco de dados foi aberto por uma versão mais nova da Prosa/),
    });
    expect(await runs()).toEqual(before);
    await server.close();
  });
});
