import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ReceivedRequest {
  headers: IncomingHttpHeaders;
  text: string;
  body: any;
}

export interface Receiver {
  /** `host:port`, for CRAWL_ALLOW. */
  host: string;
  url: string;
  requests: ReceivedRequest[];
  /** Sets the response to later requests; the default is 200. */
  answer: (response: ServerResponse) => void;
  close(): void;
}

/** Starts a server on the loopback that records the requests to it. */
export async function startReceiver(): Promise<Receiver> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const text = Buffer.concat(chunks).toString('utf8');
      receiver.requests.push({ headers: request.headers, text, body: JSON.parse(text || 'null') });
      receiver.answer(response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const receiver: Receiver = {
    host,
    url: `http://${host}/eventos`,
    requests: [],
    answer: (response) => response.end('ok'),
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
  return receiver;
}

/** Returns a function that answers with a status and a body. */
export const answering =
  (status: number, body = '', headers: Record<string, string> = {}): Receiver['answer'] =>
  (response) => {
    response.writeHead(status, headers);
    response.end(body);
  };
