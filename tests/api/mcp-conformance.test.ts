import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startServer, type TestServer } from '../support/server.ts';

const ROOT = join(import.meta.dirname, '../..');
const SUITE = join(ROOT, 'node_modules/@modelcontextprotocol/conformance/dist/index.js');
const EXPECTED_FAILURES = join(ROOT, 'tests/support/mcp-conformance.yml');

let server: TestServer;
let proxy: Server;

const portOf = (one: Server) => (one.address() as AddressInfo).port;

/** Adds the key, which the suite cannot send. */
async function startProxy(port: number, key: string): Promise<Server> {
  const started = createServer((incoming, outgoing) => {
    const { method, url: path } = incoming;
    const headers = { ...incoming.headers, authorization: `Bearer ${key}` };
    const forwarded = request({ host: '127.0.0.1', port, method, path, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode!, answer.headers);
      answer.pipe(outgoing);
    });
    incoming.pipe(forwarded);
  });
  await once(started.listen(0, 'localhost'), 'listening');
  return started;
}

beforeAll(async () => {
  server = await startServer();
  await server.app.listen({ host: '127.0.0.1', port: 0 });
  const owner = await server.signUp();
  const { contextId } = owner;
  await owner.post('/contents/faq', {
    contextId,
    question: 'Vocês abrem aos domingos?',
    answer: 'Sim, das 9h às 13h.',
  });
  const { body } = await owner.post('/api-keys', { name: 'Agente', role: 'WRITER', contextIds: [], expiresAt: null });
  proxy = await startProxy(portOf(server.app.server), body.secret);
});
afterAll(async () => {
  proxy.close();
  await server.close();
});

it('passes every scenario of the official suite that needs none of its example tools', async () => {
  const url = `http://localhost:${portOf(proxy)}/api/mcp`;
  const options = ['--url', url, '--suite', 'all', '--expected-failures', EXPECTED_FAILURES];
  const { exitCode, output } = await new Promise<{ exitCode: number | null; output: string }>((resolve) => {
    const child = execFile(process.execPath, [SUITE, 'server', ...options], (_failure, stdout, stderr) =>
      resolve({ exitCode: child.exitCode, output: stdout + stderr }),
    );
  });
  expect(exitCode, output).toBe(0);
  const passed = [...output.matchAll(/✓ ([\w-]+): (\d+) passed, 0 failed/g)].map(([, name, n]) => [name, Number(n)]);
  expect(Object.fromEntries(passed)).toMatchObject({
    'server-initialize': 1,
    ping: 1,
    'tools-list': 1,
    'tools-call-error': 1,
    'resources-list': 1,
    'dns-rebinding-protection': 2,
  });
});
