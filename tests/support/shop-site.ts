import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';

const FOLDER = join(import.meta.dirname, '../fixtures/site');
const TYPES: Record<string, string> = { html: 'text/html; charset=utf-8', txt: 'text/plain', xml: 'application/xml' };

/** A site on a loopback address; `pages` can be extended. */
export interface Site {
  origin: string;
  host: string;
  pages: Map<string, string>;
  close(): void;
}

/** Serves the shop fixture, each page with and without `.html`. */
export async function serveShop(): Promise<Site> {
  const pages = new Map<string, string>();
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://x').pathname;
    const own = pages.get(path);
    const name = path === '/' ? 'inicio.html' : path.slice(1);
    const file = [name, `${name}.html`].find((one) => /^[\w-]+\.\w+$/.test(one) && existsSync(join(FOLDER, one)));
    if (own === undefined && !file) return void response.writeHead(404).end();
    const body = own ?? readFileSync(join(FOLDER, String(file)), 'utf8').replaceAll('{{ORIGIN}}', origin);
    const ending = own === undefined ? String(file).split('.').at(-1) : 'html';
    response.writeHead(200, { 'content-type': TYPES[String(ending)] }).end(body);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const host = `127.0.0.1:${(server.address() as { port: number }).port}`;
  const origin = `http://${host}`;
  return { origin, host, pages, close: () => server.close() };
}
