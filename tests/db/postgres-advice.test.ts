import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { watchEmbeddedLoad } from '../../src/server/db/watch-embedded-load.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { createStaff } from '../support/staff.ts';

const TOKEN = 'um-token-de-metricas';
let server: TestServer;
beforeAll(async () => {
  server = await startServer({ env: { METRICS_TOKEN: TOKEN } });
});
afterAll(() => server.close());

const NONE = { bytes: Infinity, passages: Infinity, slowShare: 1 };

async function warningsWith(limits: typeof NONE, kind = server.services.db.kind) {
  const warnings: { fields: object; message: string }[] = [];
  const log = { warn: (fields: object, message: string) => void warnings.push({ fields, message }) };
  const stop = await watchEmbeddedLoad({ ...server.services.db, kind }, log, limits);
  stop();
  return warnings;
}

describe('the warning that it is time for PostgreSQL', () => {
  it('is given at the start for a large embedded database, and names what is exceeded', async () => {
    const [warning, ...others] = await warningsWith({ ...NONE, bytes: 1024 }, 'embedded');
    expect(warning).toMatchObject({
      fields: { exceeded: ['bytes'] },
      message: expect.stringContaining('npm run move-to-postgres'),
    });
    expect(others).toEqual([]);
  });

  it('is given for many passages', async () => {
    await server.services.db.pool.query(`update pg_class set reltuples = 200000 where relname = 'chunks'`);
    const [warning] = await warningsWith({ ...NONE, passages: 100_000 }, 'embedded');
    expect(warning?.fields).toMatchObject({ exceeded: ['passages'], passages: 200_000 });
  });

  it('is not given below the limits, nor on PostgreSQL', async () => {
    expect(await warningsWith(NONE, 'embedded')).toEqual([]);
    expect(await warningsWith({ bytes: 0, passages: 0, slowShare: 0 }, 'postgres')).toEqual([]);
  });
});

describe('the check of the embedded database', () => {
  const silent = { warn: () => undefined };
  const readMetrics = async () => {
    const headers = { authorization: `Bearer ${TOKEN}` };
    return (await server.call({ method: 'GET', url: '/metrics', headers })).text;
  };

  it('is shown to staff with the queue and as a metric while the server runs', async () => {
    const ana = await createStaff(server);
    const db = { ...server.services.db, kind: 'embedded' } as const;
    const stop = await watchEmbeddedLoad(db, silent, { bytes: 1024, passages: 1e9, slowShare: 1 });
    const { embedded } = (await ana.get('/admin/jobs')).body;
    expect(embedded).toMatchObject({ exceeded: ['bytes'], limits: { bytes: 1024 } });
    expect(embedded.load.bytes).toBeGreaterThan(1024);
    const text = await readMetrics();
    expect(Number(/^prosa_embedded_database_load\{limit="bytes"\} (\S+)$/m.exec(text)?.[1])).toBeGreaterThan(1);
    expect(text).toMatch(/^prosa_embedded_database_load\{limit="slow_statements"\} 0$/m);
    stop();
  });

  it('is not shown on PostgreSQL', async () => {
    const ana = await createStaff(server);
    const stop = await watchEmbeddedLoad({ ...server.services.db, kind: 'postgres' }, silent);
    expect((await ana.get('/admin/jobs')).body.embedded).toBeNull();
    stop();
  });
});
