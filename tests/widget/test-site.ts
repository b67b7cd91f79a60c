import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { build } from 'vite';
import { readWidgetFiles } from '../../src/server/chat/widget-files.ts';
import { initialAppearance, type WidgetAppearance } from '../../src/shared/appearance.ts';
import type {
  AskBody,
  Exchange,
  LeftContact,
  LinkRule,
  PersonContact,
  Source,
  Suggestion,
} from '../../src/shared/chat-protocol.ts';
import type { MessageTerms } from '../../src/shared/visitor-messages.ts';

/** How the API responds to the next question. */
export type Scene =
  | {
      kind: 'answer';
      pieces: readonly string[];
      sources?: Source[];
      links?: LinkRule[];
      grounded?: boolean;
      person?: PersonContact;
      contact?: LeftContact;
      handover?: 'offered';
      suggestions?: Suggestion[];
      pauseMs?: number;
      /** The delay before the first event, in ms. */
      waitMs?: number;
    }
  | { kind: 'refuse'; status: number; code: string; message: string; person?: PersonContact }
  | { kind: 'error'; pieces: readonly string[]; code: string; message: string }
  | { kind: 'cut'; pieces: readonly string[] };

export interface TestSite {
  /** The origin of the widget and its API; `site` is the origin of the customer's page. */
  readonly home: string;
  readonly site: string;
  appearance: WidgetAppearance;
  /** Whether the plan collects feedback. */
  feedback: boolean;
  /** The text that visitors agree to before they leave a message; null if they cannot leave one. */
  message: MessageTerms | null;
  /** The bodies of the received messages, and the problem that refuses the next one. */
  readonly left: Record<string, unknown>[];
  refusal: object | null;
  /** The identities that the widget sent to be checked. The signature `good` is accepted. */
  readonly identified: Record<string, unknown>[];
  /** The received feedback on answers and conversations, in order. */
  readonly opinions: unknown[];
  /** The parts of each page's HTML by path, or its whole `html`. `csp: false` omits the content security policy. */
  readonly pages: Map<string, { head?: string; body?: string; csp?: false | string; scripts?: number; html?: string }>;
  /** Scripts and style sheets that the site serves, by path. */
  readonly files: Map<string, string>;
  /** The next responses, in order. After those, `fallback` is used. */
  readonly scenes: Scene[];
  fallback: Scene;
  readonly questions: AskBody[];
  /** The ids of the messages whose visitors left before the end of the answer. */
  readonly interrupted: string[];
  /** The Authorization header of each question. */
  readonly shown: (string | undefined)[];
  /** Every request as `GET /path`, in order. */
  readonly requests: string[];
  /** Whether the assistant answers on the site: otherwise its calls may not be read. */
  isListed: boolean;
  /** While true, the panel's module responds with 503. */
  panelIsDown: boolean;
  /** While true, the module of the form to leave a message responds with 503. */
  formIsDown: boolean;
  close(): Promise<void>;
}

const CONFIG = join(import.meta.dirname, '../../vite.config.ts');
export const CONTEXT_ID = '01890a5d-ac96-774b-bcce-b302099a8057';
interface StoredConversation {
  visitorToken: string;
  satisfied: boolean | null;
  exchanges: Exchange[];
}

/** A WebP image of one pixel. */
const PICTURE = Buffer.from('UklGRh4AAABXRUJQVlA4TBEAAAAvAAAAAAfQ//73v/+BiOh/AAA=', 'base64');
/** The path of the module with the widget's exports for the console. */
const WHOLE = '/w/whole.js';

/** Builds the loader and the panel of the widget into a directory. */
export async function buildWidget(outDir: string): Promise<{ loader: string; panel: string; form: string }> {
  for (const mode of ['loader', 'panel', 'message-form']) {
    await build({ configFile: CONFIG, mode, logLevel: 'error', build: { outDir } });
  }
  return {
    loader: await readFile(join(outDir, 'loader.js'), 'utf8'),
    panel: await readFile(join(outDir, 'panel.js'), 'utf8'),
    form: await readFile(join(outDir, 'message-form.js'), 'utf8'),
  };
}

async function buildSingleFile(outDir: string): Promise<string> {
  const input = join(import.meta.dirname, '../../src/widget/panel.ts');
  const output = { codeSplitting: false };
  const settings = { outDir: join(outDir, 'whole'), rolldownOptions: { input, output } };
  await build({ configFile: CONFIG, mode: 'panel', logLevel: 'error', build: settings });
  return readFile(join(outDir, 'whole/panel.js'), 'utf8');
}

async function buildAll() {
  const outDir = await mkdtemp(join(tmpdir(), 'prosa-widget-'));
  await buildWidget(outDir);
  const files = readWidgetFiles(outDir);
  const singleFile = await buildSingleFile(outDir);
  await rm(outDir, { recursive: true });
  return { files, singleFile };
}

/** The test files of a process share one build. */
let built: ReturnType<typeof buildAll> | undefined;

/** Starts two servers: the widget's origin with a simulated API, and a customer's site. */
export async function startTestSite(): Promise<TestSite> {
  const { files, singleFile } = await (built ??= buildAll());
  const conversations = new Map<string, StoredConversation>();
  const homeServer = createServer((request, response) => void serveHome(request, response));
  const siteServer = createServer((request, response) => serveSite(request, response));
  const home = await listen(homeServer);
  const site = await listen(siteServer);

  const testSite: TestSite = {
    home,
    site,
    appearance: { ...initialAppearance('Lia', 'Cafeteria Aurora') },
    feedback: false,
    message: null,
    left: [],
    refusal: null,
    identified: [],
    formIsDown: false,
    opinions: [],
    pages: new Map(),
    files: new Map(),
    scenes: [],
    fallback: { kind: 'answer', pieces: ['Olá', ', tudo', ' bem.'] },
    questions: [],
    interrupted: [],
    shown: [],
    requests: [],
    isListed: true,
    panelIsDown: false,
    async close() {
      for (const server of [homeServer, siteServer]) {
        server.closeAllConnections();
        await new Promise((resolve) => server.close(resolve));
      }
    },
  };

  function serveSite(request: IncomingMessage, response: ServerResponse): void {
    const { pathname } = new URL(request.url ?? '/', site);
    if (pathname === '/icon') return void response.writeHead(204).end();
    testSite.requests.push(`${request.method} ${pathname}`);
    const file = testSite.files.get(pathname);
    if (file !== undefined) {
      const type = pathname.endsWith('.css') ? 'text/css' : 'text/javascript';
      return void response.writeHead(200, { 'Content-Type': `${type}; charset=utf-8` }).end(file);
    }
    const page = testSite.pages.get(pathname);
    if (!page) return void response.writeHead(404).end();
    const csp = page.csp ?? `default-src 'self' ${home}; require-trusted-types-for 'script'`;
    const tag = `<script src="${home}/w/${CONTEXT_ID}.js"></script>`;
    response
      .writeHead(200, {
        'Content-Type': 'text/html; charset=utf-8',
        ...(csp && { 'Content-Security-Policy': csp }),
      })
      .end(
        page.html ??
          `<!doctype html><html lang="pt-BR"><head><meta charset="utf-8"><title>Loja</title>` +
            `<meta name="viewport" content="width=device-width, initial-scale=1"><link rel="icon" href="/icon">` +
            `${page.head ?? ''}</head><body>${page.body ?? '<main><h1>Loja</h1><p>Bem-vindo.</p></main>'}` +
            `${tag.repeat(page.scripts ?? 1)}</body></html>`,
      );
  }

  async function serveHome(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname } = new URL(request.url ?? '/', home);
    testSite.requests.push(`${request.method} ${pathname}`);
    if (testSite.isListed || pathname.startsWith('/w/')) response.setHeader('Access-Control-Allow-Origin', '*');
    if (request.method === 'OPTIONS') {
      response.setHeader('Access-Control-Allow-Headers', 'authorization, content-type, visitor-token');
      return void response.writeHead(204).end();
    }
    if (pathname.startsWith('/w/images/')) return serveImage(response);
    if (pathname.startsWith('/w/')) return serveProgram(pathname, response);
    const isQuestion = /^\/api\/widgets\/[^/]+\/messages$/.test(pathname);
    const conversationPath = /^\/api\/widgets\/[^/]+\/conversations\/([^/]+)(\/.+)?$/.exec(pathname);
    if (/^\/api\/widgets\/[^/]+\/visitor-messages$/.test(pathname)) return takeMessage(await bodyOf(request), response);
    if (/^\/api\/widgets\/[^/]+\/identify$/.test(pathname)) return checkIdentity(await bodyOf(request), response);
    if (isQuestion) testSite.shown.push(request.headers.authorization);
    if (isQuestion) return answer(JSON.parse(await bodyOf(request)) as AskBody, response);
    const visitorToken = String(request.headers['visitor-token']);
    if (conversationPath?.[2])
      return receiveOpinion(conversationPath[1]!, conversationPath[2], visitorToken, await bodyOf(request), response);
    if (conversationPath) return sendConversation(conversationPath[1]!, visitorToken, response);
    response.writeHead(404).end();
  }

  function serveImage(response: ServerResponse): void {
    response.writeHead(200, { 'Content-Type': 'image/webp', 'Cross-Origin-Resource-Policy': 'cross-origin' });
    response.end(PICTURE);
  }

  function serveProgram(pathname: string, response: ServerResponse): void {
    const file = files.moduleAt(pathname);
    const isDown = file === files.panel ? testSite.panelIsDown : file === files.form && testSite.formIsDown;
    if (isDown) return void response.writeHead(503).end();
    const { appearance, feedback, message } = testSite;
    response.setHeader('Content-Type', 'text/javascript; charset=utf-8');
    if (pathname === WHOLE) return void response.end(singleFile);
    response.end(
      file?.body ??
        files.loaderOf(
          { contextId: CONTEXT_ID, appearance },
          { feedback, message, talk: false, topics: '', hasContact: false },
          home,
        ).body,
    );
  }

  function takeMessage(body: string, response: ServerResponse): void {
    testSite.left.push(JSON.parse(body) as Record<string, unknown>);
    const problem = testSite.refusal;
    testSite.refusal = null;
    if (!problem) return void response.writeHead(204).end();
    response.writeHead(422, { 'Content-Type': 'application/problem+json' }).end(JSON.stringify(problem));
  }

  function checkIdentity(body: string, response: ServerResponse): void {
    const identity = JSON.parse(body) as Record<string, unknown>;
    testSite.identified.push(identity);
    if (identity.signature === 'good') return void response.writeHead(204).end();
    refuse(response, 403, 'identity_refused', 'A assinatura não confere.');
  }

  function receiveOpinion(
    id: string,
    path: string,
    visitorToken: string,
    body: string,
    response: ServerResponse,
  ): void {
    const conversation = conversations.get(id);
    if (conversation?.visitorToken !== visitorToken) return refuse(response, 404, 'not_found', 'Não encontrado.');
    const opinion = JSON.parse(body) as { rating?: 'up' | 'down'; satisfied?: boolean };
    testSite.opinions.push(opinion);
    for (const each of conversation.exchanges)
      if (path === `/messages/${each.id}/rating`) each.rating = opinion.rating ?? null;
    if (path === '/end') conversation.satisfied = opinion.satisfied ?? null;
    response.writeHead(204).end();
  }

  function sendConversation(id: string, visitorToken: string, response: ServerResponse): void {
    const conversation = conversations.get(id);
    if (conversation?.visitorToken !== visitorToken) return refuse(response, 404, 'not_found', 'Não encontrado.');
    response.writeHead(200, { 'Content-Type': 'application/json' });
    response.end(JSON.stringify({ id, satisfied: conversation.satisfied, exchanges: conversation.exchanges }));
  }

  function refuse(
    response: ServerResponse,
    status: number,
    code: string,
    message: string,
    person?: PersonContact,
  ): void {
    response.writeHead(status, { 'Content-Type': 'application/problem+json' });
    response.end(JSON.stringify({ type: 'about:blank', title: code, status, code, message, person, requestId: '1' }));
  }

  function storeInterrupted(conversationId: string, { messageId = '', question = '' }: AskBody, answer: string): void {
    const createdAt = new Date().toISOString();
    const asked = { id: messageId, question, answer, outcome: 'answered', interrupted: true, createdAt } as const;
    const nothing = { grounded: true, sources: [], links: [], suggestions: [], chosen: null, rating: null };
    conversations.get(conversationId)!.exchanges.push({ ...asked, ...nothing });
    testSite.interrupted.push(messageId);
  }

  async function answer(body: AskBody, response: ServerResponse): Promise<void> {
    testSite.questions.push(body);
    const scene = testSite.scenes.shift() ?? testSite.fallback;
    if (scene.kind === 'refuse') return refuse(response, scene.status, scene.code, scene.message, scene.person);
    const known = body.conversationId ? conversations.get(body.conversationId) : undefined;
    if (body.conversationId && known?.visitorToken !== body.visitorToken) {
      return refuse(response, 404, 'not_found', 'Não encontrado.');
    }
    const id = body.conversationId ?? `conversa-${conversations.size + 1}`;
    if (!known) conversations.set(id, { visitorToken: body.visitorToken ?? '', satisfied: null, exchanges: [] });
    const send = (event: string, data: unknown) => response.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
    response.writeHead(200, { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' });
    if (scene.kind === 'answer' && scene.waitMs) {
      response.write(': espere\n\n');
      await pause(scene.waitMs);
    }
    send('conversation', { id });
    if (scene.kind === 'answer') send('sources', scene.sources ?? []);
    let sent = 0;
    for (const text of scene.pieces) {
      send('delta', { text });
      await pause(scene.kind === 'answer' ? (scene.pauseMs ?? 5) : 5);
      if (response.destroyed) return storeInterrupted(id, body, scene.pieces.slice(0, ++sent).join(''));
      sent++;
    }
    if (scene.kind === 'cut') return void response.destroy();
    if (scene.kind === 'error') {
      send('error', { code: scene.code, message: scene.message });
      return void response.end();
    }
    const { grounded = true, links = [], sources = [], person, contact, handover, suggestions = [] } = scene;
    if (suggestions.length > 0) send('suggestions', suggestions);
    const outcome = grounded ? 'answered' : suggestions.length > 0 ? 'suggested' : 'unknown';
    const answered = { answer: scene.pieces.join(''), sources, links };
    const { exchanges } = conversations.get(id)!;
    const offering = exchanges.find((one) => body.chosen && one.id === body.messageId);
    const interrupted = exchanges.findIndex((one) => one.interrupted && one.id === body.messageId);
    if (interrupted >= 0) exchanges.splice(interrupted, 1);
    if (offering) offering.chosen = { ...body.chosen!, ...answered };
    else {
      const fields = { ...answered, outcome, grounded, suggestions, chosen: null, rating: null } as const;
      const createdAt = new Date().toISOString();
      exchanges.push({
        ...fields,
        id: body.messageId ?? '',
        question: body.question ?? '',
        createdAt,
        person,
        handover,
      });
    }
    send('done', { messageId: body.messageId, outcome, grounded, links, person, contact, handover });
    response.end();
  }

  return testSite;
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let body = '';
  for await (const chunk of request) body += String(chunk);
  return body;
}

async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
