import { once } from 'node:events';
import { createServer } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { checkedLookup, type ResolvedAddress } from '../../src/server/outbound/connect.ts';
import { createOutbound, type Outbound } from '../../src/server/outbound/outbound.ts';
import { type LocalSite, serve } from './serve.ts';

const LINE = Buffer.alloc(1024 * 1024, 'x');
const limits = { maxBytes: 10_000, timeoutMs: 3_000 };
let canaries: LocalSite[];
let open: LocalSite;
let outbound: Outbound;
let names: Record<string, ResolvedAddress[][]>;
let resolved: string[];

beforeAll(async () => {
  canaries = [await serve({ '*': 'canary' }, '127.0.0.2'), await serve({ '*': 'canary' }, '::1')];
  open = await serve({
    '/hello': 'hello',
    '/to': (request, response) =>
      response.writeHead(302, { location: decodeURIComponent(request.url!.slice(4)) }).end(),
    '/endless': (_request, response) => {
      const more = () => {
        while (!response.destroyed && response.write(LINE));
      };
      response.writeHead(200).on('drain', more);
      more();
    },
  });
  outbound = createOutbound({
    // The ports of the canaries are allowed under another name, so that only their addresses can be refused.
    allow: [open.host, ...canaries.map(({ port }) => `open.test:${port}`)],
    userAgent: 'ProsaBot/1.0 (+http://prosa.test)',
    resolve: async (name) => {
      resolved.push(name);
      const answers = names[name];
      if (!answers?.length) throw Object.assign(new Error('ENOTFOUND'), { code: 'ENOTFOUND' });
      return answers.length > 1 ? answers.shift()! : answers[0]!;
    },
  });
});
beforeEach(() => {
  names = {};
  resolved = [];
});
afterAll(async () => {
  await outbound.close();
  for (const site of [...canaries, open]) await site.close();
});

const refusal = (url: string) =>
  outbound.fetch(url, limits).then(
    () => 'answered',
    (error: { code: string }) => error.code,
  );
const untouched = () => expect(canaries.map((canary) => canary.connections())).toEqual([0, 0]);

describe('private addresses are never connected to', () => {
  test('as a literal in any notation', async () => {
    const [v4, v6] = canaries as [LocalSite, LocalSite];
    for (const host of [
      '127.0.0.2',
      '2130706434',
      '0x7f000002',
      '0177.0.0.2',
      '127.2',
      '[::ffff:127.0.0.2]',
      '127.0.0.2.',
    ])
      expect(await refusal(`http://${host}:${v4.port}/`), host).toBe('address_refused');
    expect(await refusal(`http://[::1]:${v6.port}/`)).toBe('address_refused');
    expect(resolved).toEqual([]);
    untouched();
  });

  test('at the socket, if a literal passed the URL check', async () => {
    const { guardedConnector } = await import('../../src/server/outbound/connect.ts');
    const connect = guardedConnector(new Set(), () => Promise.reject(new Error('not a name')));
    for (const [hostname, port] of [
      ['127.0.0.2', canaries[0]!.port],
      ['::1', canaries[1]!.port],
    ] as const) {
      const target = { hostname, host: hostname, protocol: 'http:', port: String(port) };
      const error = await new Promise((resolve) => connect(target, (...[refused]) => resolve(refused)));
      expect(error).toMatchObject({ code: 'address_refused' });
    }
    untouched();
  });

  test('through a name', async () => {
    names['evil.example'] = [[{ address: '127.0.0.2', family: 4 }]];
    names['evil6.example'] = [[{ address: '::1', family: 6 }]];
    names['half.example'] = [
      [
        { address: '93.184.216.34', family: 4 },
        { address: '127.0.0.2', family: 4 },
      ],
    ];
    names['mapped.example'] = [[{ address: '::ffff:127.0.0.2', family: 6 }]];
    for (const name of Object.keys(names)) expect(await refusal(`http://${name}/`), name).toBe('address_refused');
    expect(resolved).toEqual(Object.keys(names));
    untouched();
  });

  test('through a redirect at any step', async () => {
    names['evil.example'] = [[{ address: '127.0.0.2', family: 4 }]];
    const to = (url: string) => `${open.origin}/to?${encodeURIComponent(url)}`;
    const targets = [
      canaries[0]!.origin,
      canaries[1]!.origin,
      `http://127.2:${canaries[0]!.port}/`,
      'http://evil.example/',
      'http://169.254.169.254/',
      'http://localhost/',
    ];
    for (const target of targets) {
      expect(await refusal(to(target)), target).toBe('address_refused');
      expect(await refusal(to(to(to(target)))), target).toBe('address_refused');
    }
    expect(await refusal(to('file:///etc/passwd'))).toBe('bad_redirect');
    expect(await refusal(to('http://user:pw@example.com/'))).toBe('bad_redirect');
    untouched();
  });

  test('through a name that changes its address between check and connection', async () => {
    // The name is allowed, which shows the address used: a second lookup would lead to the canary.
    const [canary] = canaries as [LocalSite, LocalSite];
    const decoy = createServer((socket) => void socket.end('HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\ndecoy'));
    decoy.listen(canary.port, '127.0.0.3');
    await once(decoy, 'listening');
    names['open.test'] = [[{ address: '127.0.0.3', family: 4 }], [{ address: '127.0.0.2', family: 4 }]];
    const answer = await outbound.fetch(`http://open.test:${canary.port}/`, limits);
    expect(answer.body.toString()).toBe('decoy');
    expect(resolved).toEqual(['open.test']);
    decoy.close();
    untouched();
  });

  test('resolves once and connects to the checked addresses', async () => {
    const answers = [[{ address: '93.184.216.34', family: 4 }], [{ address: '127.0.0.2', family: 4 }]];
    const checked: string[] = [];
    const lookup = checkedLookup(
      async () => answers.shift()!,
      (ip) => checked.push(ip) > 0,
    );
    const given = await new Promise((resolve) =>
      lookup('x.example', { all: true }, (_error, addresses) => resolve(addresses)),
    );
    expect(given).toEqual([{ address: '93.184.216.34', family: 4 }]);
    expect(checked).toEqual(['93.184.216.34']);
  });

  test('through the streaming fetch', async () => {
    const [canary] = canaries as [LocalSite, LocalSite];
    names['evil.example'] = [[{ address: '127.0.0.2', family: 4 }]];
    await expect(outbound.webFetch(`${canary.origin}/`)).rejects.toMatchObject({ code: 'address_refused' });
    await expect(outbound.webFetch('http://evil.example/')).rejects.toMatchObject({
      cause: { code: 'address_refused' },
    });
    await expect(outbound.webFetch(`${open.origin}/to?${encodeURIComponent(canary.origin)}`)).rejects.toThrow();
    expect(await (await outbound.webFetch(`${open.origin}/hello`)).text()).toBe('hello');
    await expect((await outbound.webFetch(`${open.origin}/endless`)).text()).rejects.toMatchObject({
      code: 'too_large',
    });
    untouched();
  });

  test('detects connections to the canaries', async () => {
    const lenient = createOutbound({ allow: canaries.map(({ host }) => host), userAgent: 'x' });
    for (const canary of canaries) {
      expect((await lenient.fetch(canary.origin, limits)).body.toString()).toBe('canary');
      expect(canary.connections()).toBe(1);
    }
    await lenient.close();
  });
});

test('reports a name without an address as unreachable', async () => {
  names['empty.example'] = [[]];
  expect(await refusal('http://nowhere.example/')).toBe('unreachable');
  expect(await refusal('http://empty.example/')).toBe('unreachable');
});
