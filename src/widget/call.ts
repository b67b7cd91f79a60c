import type {
  AskBody,
  ChatEventName,
  ChatEvents,
  ConversationHistory,
  PersonContact,
} from '../shared/chat-protocol.ts';
import { eventReader } from './event-stream.ts';

interface Endpoint {
  /** Origin and `/api`. */
  api: string;
  contextId: string;
  headers?: () => Record<string, string>;
}

/** Status 0 when the connection failed or timed out. `person`: how to reach one while the chat has stopped. */
export class CallFailure extends Error {
  readonly status: number;
  readonly code: string;
  readonly person?: PersonContact;
  constructor(status: number, code: string, message: string, person?: PersonContact) {
    super(message);
    this.status = status;
    this.code = code;
    this.person = person;
  }
}

export type ChatEventListener = <K extends ChatEventName>(name: K, data: ChatEvents[K]) => void;

const STILL_MS = 60_000;

/** The token proves that it belongs to this visitor. */
export interface OwnConversation {
  conversationId: string;
  visitorToken: string;
}

export interface Calls {
  /** Resolves after `done`. Rejects with a CallFailure, or the error of `fetch` when aborted. */
  ask(body: AskBody, onEvent: ChatEventListener, signal: AbortSignal): Promise<void>;
  /** Like the following calls, rejects with a CallFailure. */
  read(own: OwnConversation): Promise<ConversationHistory>;
  rate(own: OwnConversation, messageId: string, rating: 'up' | 'down'): Promise<void>;
  /** Reports whether the conversation helped. */
  end(own: OwnConversation, satisfied: boolean): Promise<void>;
  leave?(): Promise<void>;
}

/** Creates the calls to a context's assistant. */
export function callsTo(where: Endpoint): Calls {
  const send = async (path: string, request: RequestInit): Promise<Response> => {
    const response = await within(
      fetch(`${where.api}/widgets/${encodeURIComponent(where.contextId)}${path}`, {
        ...request,
        headers: { ...where.headers?.(), ...(request.headers as Record<string, string>) },
        credentials: 'omit',
      }).catch((error) => {
        if (!request.signal?.aborted) void tellUnlisted(where);
        throw error;
      }),
    );
    if (!response.ok) throw await failureOf(response);
    return response;
  };
  const sendOf = ({ conversationId, visitorToken }: OwnConversation, path: string, body?: unknown) =>
    send(`/conversations/${encodeURIComponent(conversationId)}${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { 'Visitor-Token': visitorToken, ...(body ? JSON_BODY : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
  return {
    async ask(body, onEvent, signal) {
      const headers = { ...JSON_BODY, Accept: 'text/event-stream' };
      await takeEvents(
        await send('/messages', { method: 'POST', headers, body: JSON.stringify(body), signal }),
        onEvent,
      );
    },
    read: async (own) => (await sendOf(own, '')).json() as Promise<ConversationHistory>,
    rate: async (own, id, rating) => void (await sendOf(own, `/messages/${encodeURIComponent(id)}/rating`, { rating })),
    end: async (own, satisfied) => void (await sendOf(own, '/end', { satisfied })),
  };
}

/** The page may read our files but is not on the assistant's list: the refused call itself does not tell. */
async function tellUnlisted({ api, contextId }: Endpoint): Promise<void> {
  const loader = api.replace(/api$/, `w/${contextId}.js`);
  const isReachable = await fetch(loader, { method: 'HEAD', cache: 'no-store' }).catch(() => undefined);
  if (isReachable?.ok)
    console.error(`Prosa: ${location.origin} está nos sites autorizados? O chat não pôde responder.`);
}

const JSON_BODY = { 'Content-Type': 'application/json' };

async function takeEvents(response: Response, onEvent: ChatEventListener): Promise<void> {
  const reader = response.body!.getReader();
  const decoder = new TextDecoder();
  let isDone = false;
  const read = eventReader((name, data) => {
    const parsed = parse(data);
    if (name === 'error') {
      const { code, message } = parsed as ChatEvents['error'];
      throw new CallFailure(0, code, message);
    }
    if (isDone) return;
    // Events with other names change nothing.
    onEvent(name as ChatEventName, parsed as never);
    isDone = name === 'done';
  });
  try {
    while (!isDone) {
      const { done, value } = await within(reader.read());
      if (done) break;
      read(decoder.decode(value, { stream: true }));
    }
  } finally {
    reader.cancel().catch(() => undefined);
  }
  if (!isDone) throw new CallFailure(0, 'cut', '');
}

function parse(data: string): unknown {
  try {
    return JSON.parse(data);
  } catch {
    throw new CallFailure(0, 'cut', '');
  }
}

async function failureOf(response: Response): Promise<CallFailure> {
  const problem = (await response.json().catch(() => ({}))) as {
    code?: unknown;
    message?: unknown;
    person?: PersonContact;
  };
  const { code = '', message = '', person } = problem;
  return new CallFailure(response.status, String(code), String(message), person);
}

function within<T>(promise: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new CallFailure(0, 'still', '')), STILL_MS);
    promise.then(resolve, reject).then(() => clearTimeout(timer));
  });
}
