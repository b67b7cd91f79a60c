import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { type Dialect, dialectOf, type Usage } from './model-dialects.ts';
import { type Synonyms, vectorOf } from './model-vectors.ts';

/** A call that was received. */
interface ModelRequest {
  path: string;
  headers: IncomingHttpHeaders;

  body: any;
  /** The system instructions and the last user message. */
  instructions: string;
  prompt: string;
  /** When the client disconnected before the answer was complete, as `performance.now()`; null if it did not. */
  closedAt: number | null;
}

/**
 * How to respond to a call. `cut`: drops the connection after this many parts of the default answer. `hang`: never
 * responds. `raw`: sends any bytes.
 */
export type Script =
  | { kind: 'text'; deltas: string[]; delayMs?: number; usage?: Usage | null; finish?: string | null }
  | { kind: 'status'; status: number; body?: unknown; headers?: Record<string, string> }
  | { kind: 'raw'; body: string; type?: string }
  | { kind: 'hang' }
  | { kind: 'cut'; after: number }
  | { kind: 'empty' }
  | { kind: 'slow'; perDeltaMs: number }
  | { kind: 'answer'; make: (request: ModelRequest) => string };

export interface ModelProvider {
  /** For `openai-compatible` and `openai`; the other providers' paths are below it, too. */
  baseUrl: string;
  /** `127.0.0.1:port`, for the list of allowed hosts. */
  host: string;
  requests: ModelRequest[];
  /**
   * Sets the responses to the next calls, in order. Later calls get the default answer: the first words of the first
   * passage.
   */
  next(...scripts: Script[]): void;
  /** Forgets the received calls and pending responses. */
  reset(): void;
  close(): Promise<void>;
}

const FENCED = /<<<(?:TRECHOS|CONVERSA) (\w+)>>>\n([\s\S]*?)\n<<<FIM \1>>>/;

/** Returns the fenced part of a prompt: the passages or the conversation. */
export const fencedIn = (prompt: string): string => FENCED.exec(prompt)?.[2] ?? '';

/** Returns the first passage as the answer. For the classification of a conversation, returns neutral labels. */
function quoteFirstPassage({ instructions, prompt }: Pick<ModelRequest, 'instructions' | 'prompt'>): string {
  if (/JSON/.test(instructions)) {
    return '{"sentiment":"neutral","goal":"information","wantedHuman":false,"satisfied":null}';
  }
  const [, ...lines] = (fencedIn(prompt).split(/\n\n(?=\[\d+\] )/)[0] ?? '').split('\n');
  const text = lines.map((line) => line.replace(/^Resposta: /, '')).filter((line) => !line.startsWith('Pergunta: '));
  return text.join(' ').slice(0, 400).trim() || '[[SEM_RESPOSTA]]';
}

const piecesOf = (text: string) => text.match(/\S+\s*|\s+/g) ?? [];
const countOf = (text: string) => Math.max(1, Math.round(text.length / 4));

async function readBody(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return JSON.parse(Buffer.concat(chunks).toString() || '{}');
}

function sendJson(response: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
}

/** Returns the parts to send for a script, with usage and finish reason. */
function planOf(script: Exclude<Script, { kind: 'status' | 'hang' | 'raw' }>, request: ModelRequest) {
  const usage = { inputTokens: countOf(request.instructions + request.prompt), outputTokens: 0 };
  const pieces =
    script.kind === 'text'
      ? script.deltas
      : script.kind === 'empty'
        ? []
        : piecesOf(script.kind === 'answer' ? script.make(request) : quoteFirstPassage(request));
  usage.outputTokens = countOf(pieces.join(''));
  return {
    pieces: script.kind === 'cut' ? pieces.slice(0, script.after) : pieces,
    delayMs: script.kind === 'slow' ? script.perDeltaMs : script.kind === 'text' ? (script.delayMs ?? 0) : 0,
    usage: script.kind === 'text' && script.usage !== undefined ? script.usage : usage,
    finish: script.kind === 'text' && script.finish !== undefined ? script.finish : 'stop',
  };
}

async function respond(
  response: ServerResponse,
  dialect: Dialect,
  script: Script,
  request: ModelRequest,
): Promise<void> {
  if (script.kind === 'hang') return;
  if (script.kind === 'status') {
    const body = script.body ?? { error: { message: `status ${script.status}`, type: 'error', code: null } };
    return sendJson(response, script.status, body, script.headers);
  }
  if (script.kind === 'raw')
    return void response.writeHead(200, { 'content-type': script.type ?? 'text/event-stream' }).end(script.body);
  const { pieces, delayMs, usage, finish } = planOf(script, request);
  if (!dialect.isStream) {
    if (delayMs) await wait(delayMs * pieces.length);
    return sendJson(response, 200, dialect.complete(pieces.join(''), usage, finish));
  }
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.flushHeaders();
  const send = (events: string[]) => events.forEach((event) => response.write(event));
  send(dialect.begin(usage));
  for (const piece of pieces) {
    if (delayMs) await wait(delayMs);
    if (response.destroyed) return;
    send(dialect.piece(piece));
  }
  if (script.kind === 'cut') {
    // Lets the written data leave before the connection is dropped.
    await wait(30);
    response.destroy();
    return;
  }
  send(dialect.end(usage, finish));
  response.end();
}

function embed(response: ServerResponse, script: Script | undefined, body: unknown, synonyms: Synonyms): void {
  if (script?.kind === 'hang') return;
  if (script?.kind === 'status') return sendJson(response, script.status, script.body ?? {}, script.headers);
  const { input } = body as { input: string | string[] };
  const texts = [input].flat();
  const data = texts.map((text, index) => ({ object: 'embedding', index, embedding: vectorOf(text, synonyms) }));
  const tokens = texts.reduce((sum, text) => sum + countOf(text), 0);
  sendJson(response, 200, { object: 'list', data, usage: { prompt_tokens: tokens, total_tokens: tokens } });
}

/**
 * Starts a model provider on 127.0.0.1 with the APIs of OpenAI (`/v1/chat/completions`, `/v1/embeddings`), Anthropic
 * (`/v1/messages`) and Google (`/v1/models/NAME:streamGenerateContent`). `synonyms` get similar embeddings.
 */
export async function startModelProvider({ synonyms = {} }: { synonyms?: Synonyms } = {}): Promise<ModelProvider> {
  const requests: ModelRequest[] = [];
  const scripts: Script[] = [];
  const server = createServer((incoming, response) => void receive(incoming, response));

  async function receive(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = incoming.url ?? '';
    const body = await readBody(incoming);
    const dialect = dialectOf(path.split('?')[0]!, body);
    const prompt = dialect?.read() ?? { instructions: '', prompt: '' };
    const request: ModelRequest = { path, headers: incoming.headers, body, ...prompt, closedAt: null };
    requests.push(request);
    response.on('close', () => {
      if (!response.writableFinished) request.closedAt = performance.now();
    });
    const script = scripts.shift();
    if (path.endsWith('/embeddings')) return embed(response, script, body, synonyms);
    if (!dialect) return sendJson(response, 404, { error: { message: `nothing at ${path}` } });
    await respond(response, dialect, script ?? { kind: 'answer', make: quoteFirstPassage }, request);
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    baseUrl: `http://${host}/v1`,
    host,
    requests,
    next: (...more) => void scripts.push(...more),
    reset() {
      requests.length = 0;
      scripts.length = 0;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
