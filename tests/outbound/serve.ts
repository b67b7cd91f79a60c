import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

export interface LocalSite {
  /** For example `http://127.0.0.1:3000`. */
  origin: string;
  /** `address:port`, as the allow list expects it. */
  host: string;
  port: number;
  /** The requested paths, in order. */
  requests: string[];
  /** The number of TCP connections so far. */
  connections: () => number;
  /** The highest number of concurrent requests so far. */
  busiest: () => number;
  close(): Promise<void>;
}

export type Page = string | ((request: IncomingMessage, response: ServerResponse, site: LocalSite) => void);

/**
 * Serves pages by path on a loopback address. A string is HTML, in which {{ORIGIN}} is replaced; `*` handles all other
 * paths.
 */
export async function serve(pages: Record<string, Page>, address = '127.0.0.1'): Promise<LocalSite> {
  const open = new Set<Socket>();
  let connections = 0;
  let busy = 0;
  let busiest = 0;
  const answer: RequestListener = (request, response) => {
    site.requests.push(request.url!);
    busiest = Math.max(busiest, ++busy);
    response.on('close', () => busy--);
    const page = pages[request.url!] ?? pages[request.url!.split('?')[0]!] ?? pages['*'];
    if (page === undefined)
      return void response.writeHead(404, { 'content-type': 'text/html' }).end('<h1>Nada aqui</h1>');
    if (typeof page === 'function') return page(request, response, site);
    response.setHeader('content-type', 'text/html; charset=utf-8').end(page.replaceAll('{{ORIGIN}}', site.origin));
  };
  const server: Server = createServer(answer).on('connection', (socket) => {
    connections++;
    open.add(socket.on('close', () => open.delete(socket)));
  });
  await new Promise<void>((resolve) => server.listen(0, address, resolve));
  const { port } = server.address() as AddressInfo;
  const host = `${address.includes(':') ? `[${address}]` : address}:${port}`;
  const site: LocalSite = {
    origin: `http://${host}`,
    host,
    port,
    requests: [],
    connections: () => connections,
    busiest: () => busiest,
    close: async () => {
      for (const socket of open) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return site;
}

export const send =
  (status: number, headers: Record<string, string | number>, body: string | Uint8Array = ''): Page =>
  (_request, response) =>
    void response.writeHead(status, headers).end(body);
