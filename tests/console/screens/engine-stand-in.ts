import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Principal } from '../../../access-control/policy.ts';
import { resources as declared } from '../../../resources/index.ts';
import type { Resource } from '../../../resources/kit/resource.ts';
import { inputSchema } from '../../../resources/kit/schema.ts';
import { permissionsAmong } from '../../support/permissions.ts';

export type Row = Record<string, unknown> & { id: string };
interface Seen {
  method: string;
  path: string;
  query: URLSearchParams;
  /** The parsed JSON, or text for any other content type. */
  body: unknown;
  headers: IncomingMessage['headers'];
}
interface Answer {
  status?: number;
  body?: unknown;
  /** The response is sent after this promise. */
  until?: Promise<unknown>;
}
export type Handler = (call: Seen) => Answer | undefined | Promise<Answer | undefined>;

/** A response with a role and flags is a user, so it also gets the user's permissions. */
const isPerson = (body: unknown): body is Principal =>
  typeof body === 'object' && body !== null && 'role' in body && 'flags' in body;

const CONTEXT = '018f0000-0000-7000-8000-000000000001';
export const CONTEXTS = [
  { id: CONTEXT, name: 'Loja', parentId: null, inheritance: CONTEXT },
  {
    id: '018f0000-0000-7000-8000-000000000002',
    name: 'Loja de Curitiba',
    parentId: CONTEXT,
    inheritance: `${CONTEXT}.018f0000-0000-7000-8000-000000000002`,
  },
];
export const USER = {
  id: '018f0000-0000-7000-8000-00000000aaaa',
  accountId: '018f0000-0000-7000-8000-00000000bbbb',
  avatar: null,
  name: 'Helena Prado',
  email: 'helena@loja.com.br',
  website: null,
  tutorial: 5,
  tutorialFolded: false,
  websiteCrawled: true,
  flags: ['self'],
};

/**
 * A server on the loopback interface that implements the API of the resource engine over rows in memory. It lists
 * (search, filters, sort, pages), shows and writes by the declarations, validates input with their schemas and records
 * every request. Handlers added with `on` run first.
 */
export class EngineStandIn {
  readonly seen: Seen[] = [];
  role = 'OWNER';
  flags = USER.flags;
  contexts: unknown = CONTEXTS;
  private readonly handlers: Handler[] = [];
  private readonly known: readonly Resource[];
  private readonly permissionsOf: ReturnType<typeof permissionsAmong>;
  private readonly rows = new Map<string, Row[]>();
  private readonly streams = new Set<ServerResponse>();
  private readonly server = createServer((request, response) => {
    if (request.url === '/api/changes') return this.stream(response);
    this.underWay++;
    response.on('close', () => this.underWay--);
    void this.answer(request, response);
  });
  private serial = 0;
  private underWay = 0;

  constructor(more: readonly Resource[] = []) {
    this.known = [...declared, ...more];
    this.permissionsOf = permissionsAmong(more);
  }

  async listen(): Promise<string> {
    await new Promise<void>((done) => this.server.listen(0, '127.0.0.1', done));
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }
  async close(): Promise<unknown> {
    for (const one of this.streams) one.end();
    // A removed screen may still wait for its last responses.
    for (let attempts = 0; this.underWay > 0 && attempts < 50; attempts++)
      await new Promise((done) => setTimeout(done, 20));
    this.server.closeAllConnections();
    return new Promise((done) => this.server.close(done));
  }
  /** Adds rows to a resource; missing ids and contexts are filled in. */
  fill(name: string, rows: readonly Record<string, unknown>[]): Row[] {
    const made = rows.map((row) => ({ id: this.newId(), contextId: CONTEXT, ...row }) as Row);
    this.rows.set(name, [...(this.rows.get(name) ?? []), ...made]);
    return made;
  }
  table(name: string): Row[] {
    return this.rows.get(name) ?? [];
  }
  on(handler: Handler): void {
    this.handlers.unshift(handler);
  }
  /** Tells open consoles of changed rows. */
  tell(resource: string, type: string, ids: readonly string[]): void {
    for (const one of this.streams) one.write(`event: changed\ndata: ${JSON.stringify({ resource, type, ids })}\n\n`);
  }
  /** How many consoles listen to changes. */
  get listeners(): number {
    return this.streams.size;
  }
  reset(): void {
    this.seen.length = 0;
    this.handlers.length = 0;
    this.rows.clear();
    this.role = 'OWNER';
    this.flags = USER.flags;
    this.contexts = CONTEXTS;
  }
  /** The recorded requests with this method and path. */
  calls(method: string, path: string | RegExp): Seen[] {
    return this.seen.filter(
      (call) => call.method === method && (typeof path === 'string' ? call.path === path : path.test(call.path)),
    );
  }

  private newId = () => `018f0000-0000-7000-8000-${String(++this.serial).padStart(12, '0')}`;

  private stream(response: ServerResponse): void {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write('event: ready\ndata: {}\n\n');
    this.streams.add(response);
    response.on('close', () => this.streams.delete(response));
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://stand.in');
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const text = Buffer.concat(chunks).toString('utf8');
    const isJson = request.headers['content-type']?.includes('json') ?? false;
    const call: Seen = {
      method: request.method ?? 'GET',
      path: url.pathname.replace(/^\/api/, ''),
      query: url.searchParams,
      body: isJson ? JSON.parse(text) : text,
      headers: request.headers,
    };
    this.seen.push(call);
    let answer: Answer | undefined;
    for (const handler of this.handlers) if ((answer = await handler(call))) break;
    answer ??= this.ownAnswer(call) ?? problem(404, 'not_found', 'Não encontramos o que você pediu.');
    if (isPerson(answer.body)) answer.body = { permissions: this.permissionsOf(answer.body), ...answer.body };
    await answer.until;
    response.writeHead(answer.status ?? 200, { 'content-type': 'application/json' });
    response.end(answer.body === undefined ? '' : JSON.stringify(answer.body));
  }

  private ownAnswer(call: Seen): Answer | undefined {
    if (call.path === '/users/me') return { body: { ...USER, role: this.role, flags: this.flags } };
    if (call.path === '/sessions/me/contexts') return { body: this.contexts };
    const resource = this.known.find(({ api }) => call.path === api || call.path.startsWith(`${api}/`));
    if (!resource) return undefined;
    const id = call.path.slice(resource.api.length + 1);
    if (!id) return call.method === 'POST' ? this.create(resource, call) : { body: this.list(resource, call.query) };
    const row = this.table(resource.name).find((one) => one.id === id);
    if (!row) return undefined;
    if (call.method === 'GET') return { body: row };
    if (call.method === 'PUT') return { body: Object.assign(row, call.body) };
    this.rows.set(
      resource.name,
      this.table(resource.name).filter((one) => one !== row),
    );
    return { status: 204 };
  }

  private create(resource: Resource, { body }: Seen): Answer {
    const parsed = inputSchema(resource).safeParse(body);
    if (!parsed.success) return problem(422, 'invalid_input', 'Confira os campos destacados.');
    const [row] = this.fill(resource.name, [
      { updatedAt: new Date().toISOString(), ...(body as object), ...(parsed.data as object) },
    ]);
    return { status: 201, body: row };
  }

  private list(resource: Resource, query: URLSearchParams) {
    const search = (query.get('search') ?? '').toLowerCase();
    const ids = query.getAll('id');
    const fits = (row: Row) =>
      (ids.length > 0
        ? ids.includes(row.id)
        : resource.scope !== 'context' || query.getAll('contextId').includes(String(row.contextId))) &&
      (search === '' ||
        (resource.list.search ?? []).some((name) => String(row[name]).toLowerCase().includes(search))) &&
      (resource.list.filters ?? []).every((name) => {
        const values = query.getAll(name);
        const [from, to] = [query.get(`${name}_gte`), query.get(`${name}_lte`)];
        const value = String(row[name]);
        return (values.length === 0 || values.includes(value)) && (!from || value >= from) && (!to || value <= to);
      });
    const sort = query.get('sort') ?? resource.list.sort;
    const name = sort.replace(/^-/, '');
    const order = (a: Row, b: Row) => String(a[name]).localeCompare(String(b[name]), 'pt-BR', { numeric: true });
    const all = this.table(resource.name).filter(fits).toSorted(order);
    if (sort.startsWith('-')) all.reverse();
    const [page, limit] = [Number(query.get('page') ?? 1), Number(query.get('limit') ?? 20)];
    return { data: all.slice((page - 1) * limit, page * limit), total: all.length, page, limit };
  }
}

/** An error response in the format of the API. */
export const problem = (status: number, code: string, message: string, more: object = {}): Answer => ({
  status,
  body: { type: 'about:blank', title: code, status, code, message, requestId: 'r', ...more },
});

/** Returns a promise and the function that resolves it. */
export function gate() {
  let open: () => void = () => undefined;
  const until = new Promise<void>((done) => (open = done));
  return { until, open };
}
