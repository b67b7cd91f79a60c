import { afterAll, beforeAll, expect, it } from 'vitest';
import { findPages, type SitePage } from '../../src/server/knowledge/capture/find-pages.ts';
import { shareHosts } from '../../src/server/knowledge/capture/host-leases.ts';
import { readPage } from '../../src/server/knowledge/capture/read-page.ts';
import { createOutbound, type Outbound } from '../../src/server/outbound/outbound.ts';
import { type LocalSite, serve } from '../outbound/serve.ts';
import { startServer, type TestServer } from '../support/server.ts';

const PAGES = 120;
let server: TestServer;
let site: LocalSite;
const outbounds: Outbound[] = [];
beforeAll(async () => {
  site = await serve({ '/robots.txt': '', '/sitemap.xml': '', '*': pageOf });
  server = await startServer({ worker: false });
});
afterAll(async () => {
  await Promise.all(outbounds.map((outbound) => outbound.close()));
  await server.close();
  await site.close();
});

const pageOf: Parameters<typeof serve>[0][string] = ({ url }, response) => {
  const links = Array.from({ length: PAGES }, (_, n) => `<a href="/p/${n}">${n}</a>`).join(' ');
  const text = `<main><h1>Página ${url}</h1><p>O que há para saber sobre ${url}.</p>${links}</main>`;
  setTimeout(() => response.setHeader('content-type', 'text/html').end(text), 30);
};

/** Creates what each process has: its own outbound HTTP client and its own share of the hosts. */
function process() {
  const outbound = createOutbound({ allow: [site.host], userAgent: 'ProsaBot/1.0 (tests)' });
  outbounds.push(outbound);
  shareHosts(outbound, { ...server.services.db, kind: 'postgres' }, 200);
  return outbound;
}

const turns = async () => (await server.services.db.pool.query('select * from host_turns')).rows;

it('two processes send at most two concurrent requests to a host and take turns', async () => {
  const reports: string[] = [];
  const find = (name: string) =>
    findPages(process(), `${site.origin}/`, {
      maxPages: PAGES,
      maxDepth: 1,
      pauseMs: 0,
      onPage: ({ status }: SitePage) => void reports.push(`${name} ${status}`),
    });
  const both = await Promise.all([find('one'), find('other')]);
  expect(both).toEqual([
    expect.objectContaining({ read: PAGES, failed: 0 }),
    expect.objectContaining({ read: PAGES, failed: 0 }),
  ]);
  expect(site.busiest()).toBeLessThanOrEqual(2);
  // With leases held until the end, the processes would alternate only two or three times.
  const changes = reports.filter((line, at) => at > 0 && line[1] !== reports[at - 1]![1]).length;
  expect(changes).toBeGreaterThan(6);
});

it('releases the host of a dead process after its lease, and a host that is no longer used', async () => {
  const pool = server.services.db.pool;
  await pool.query('delete from host_turns');
  await pool.query(`insert into host_turns values ($1, gen_random_uuid(), now() + interval '2 seconds')`, [site.host]);
  const requestsBefore = site.requests.length;
  const reading = readPage(process(), `${site.origin}/p/1`);
  await expect.poll(async () => (await turns())[0]?.wanted_until, { timeout: 10_000 }).toBeTruthy();
  expect(site.requests).toHaveLength(requestsBefore);
  expect(await reading).toMatchObject({ title: 'Página /p/1' });
  expect(site.requests.length).toBeGreaterThan(requestsBefore);
  await expect.poll(turns, { timeout: 10_000 }).toEqual([]);
});
