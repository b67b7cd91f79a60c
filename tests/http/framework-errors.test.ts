import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { problemSchema } from '../../src/shared/problem.ts';
import { startServer, type TestServer } from '../support/server.ts';

let server: TestServer;
let port: number;
let ordinary: string[];
beforeAll(async () => {
  server = await startServer({ worker: false });
  port = Number(new URL(await server.app.listen({ port: 0, host: '127.0.0.1' })).port);
  const { headers } = await fetch(`http://127.0.0.1:${port}/api/health`);
  ordinary = [...headers.keys()].filter((name) =>
    /^(x-|content-security|cross-origin|origin-|referrer|strict)/.test(name),
  );
});
afterAll(() => server.close());

/** Sends raw bytes. `fetch` would normalize the address. */
function send(head: string, host = 'host: localhost\r\n'): Promise<{ status: number; headers: Headers; text: string }> {
  const socket = connect(port, '127.0.0.1');
  socket.write(`${head}\r\n${host}connection: close\r\n\r\n`);
  let got = '';
  socket.setEncoding('utf8').on('data', (piece: string) => (got += piece));
  return new Promise((resolve, reject) => {
    socket.once('error', reject);
    socket.once('close', () => {
      const [top = '', ...rest] = got.split('\r\n\r\n');
      const [status = '', ...lines] = top.split('\r\n');
      const headers = new Headers(lines.map((line) => line.split(/: (.*)/s).slice(0, 2) as [string, string]));
      resolve({ status: Number(status.split(' ')[1]), headers, text: rest.join('\r\n\r\n') });
    });
  });
}

const CASES: [what: string, head: string, status: number, code: string][] = [
  ['an address that cannot be decoded', 'GET /api/contents/%zz HTTP/1.1', 400, 'malformed_request'],
  ['such an address outside the API', 'GET /%c0%80 HTTP/1.1', 400, 'malformed_request'],
  ['an id that is too long', `GET /api/contents/${'a'.repeat(400)} HTTP/1.1`, 414, 'url_too_long'],
  ['an address that is too long', `GET /${'a'.repeat(40_000)} HTTP/1.1`, 414, 'url_too_long'],
  ['headers that are too large', `GET /api/health HTTP/1.1\r\nx-a: ${'a'.repeat(40_000)}`, 431, 'headers_too_large'],
  ['bytes that are not HTTP', 'OLÁ\r\n', 400, 'malformed_request'],
  ['an invalid length', 'POST /api/auth/login HTTP/1.1\r\ncontent-length: x', 400, 'malformed_request'],
];

describe('a request that fails before routing', () => {
  it.each(CASES)('gets the usual problem response: %s', async (_what, head, status, code) => {
    const answer = await send(head);
    expect(answer.status).toBe(status);
    expect(answer.headers.get('content-type')).toBe('application/problem+json');
    expect(problemSchema.parse(JSON.parse(answer.text))).toMatchObject({ status, code });
    expect(ordinary).toContain('content-security-policy');
    for (const name of ordinary) expect([...answer.headers.keys()]).toContain(name);
    expect(answer.headers.get('cache-control')).toBe('no-store');
  });

  it('gets the usual problem response without a host', async () => {
    for (const path of ['/api/health', '/', '/nada']) {
      const answer = await send(`GET ${path} HTTP/1.1`, '');
      expect(answer.status).toBe(400);
      expect(problemSchema.parse(JSON.parse(answer.text))).toMatchObject({ code: 'malformed_request' });
      for (const name of ordinary) expect([...answer.headers.keys()]).toContain(name);
    }
  });

  it('gets a response whatever its Expect header says', async () => {
    const answer = await send('GET /api/health HTTP/1.1\r\nexpect: 200-ok');
    expect([answer.status, JSON.parse(answer.text)]).toMatchObject([200, { status: 'up' }]);
  });

  it('gets an HTML page with a link to the home page when it comes from a browser', async () => {
    const accept = 'accept: text/html,application/xhtml+xml,*/*;q=0.8';
    for (const head of [
      `GET /%zz HTTP/1.1\r\n${accept}`,
      `GET / HTTP/1.1\r\n${accept}\r\nx-a: ${'a'.repeat(40_000)}`,
    ]) {
      const answer = await send(head);
      expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
      expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'");
      expect(answer.text).toMatch(/<html lang="pt-BR">[\s\S]*<a href="\/">Voltar ao início<\/a>/);
    }
  });
});
