import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

export interface LocalSite {
  /** http://address:port */
  origin: string;
  /** address:port, as an allow list takes it. */
  host: string;
  port: number;
  /** Paths asked for, in order. */
  asked: string[];
  /** TCP connections seen. */
  connections: () => number;
  /** Most requests under way at once. */
  busiest: () => number;
  close(): Promise<void>;
}

export type Page = string | ((request: IncomingMessage, response: ServerResponse, site: LocalSite) => void);

/** Serves pages by path on a loopback address; a string is HTML in which {{ORIGIN}} is filled in; «*» takes the rest. */
export async function serve(pages: Record<string, Page>, address = '127.0.0.1'): Promise<LocalSite> {
  const open = new Set<Socket>();
  let connections = 0;
  let busy = 0;
  let busiest = 0;
  const answer: RequestListener = (request, response) => {
    site.asked.push(request.url!);
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
    ...{ origin: `http://${host}`, host, port, asked: [], connections: () => connections, busiest: () => busiest },
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
