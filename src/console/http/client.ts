import { accessToken } from '../session/store.ts';
import { showPlanLimit } from '../session/upgrade.ts';
import { addressOf, callHeaders, type Query } from './headers.ts';
import { HttpError } from './http-error.ts';
import { isOutsideSession, renewAccess } from './refresh.ts';

export { HttpError };

export interface Call {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** An object is sent as JSON, a FormData as it is. */
  body?: unknown;
  query?: Query;
  headers?: Record<string, string>;
  signal?: AbortSignal;
}

interface Answer {
  status: number;
  statusText: string;
  body: unknown;
}

/**
 * Makes a call of the API (`path` below /api) and gives the body of its answer; undefined when it has none. Throws
 * HttpError for a status of 400 or more, and when no answer came; an aborted call throws as fetch does. A 401 is
 * followed by one refresh of the session and one more try.
 */
export function request<T>(path: string, call: Call = {}): Promise<T> {
  return inSession<T>(path, (token) => send(path, call, token));
}

/** The same outside the session's 401 handling: whatever is answered is final. */
export async function requestOnce<T>(path: string, call: Call = {}): Promise<T> {
  return bodyOf<T>(await send(path, call, accessToken()));
}

/** Posts a form with its progress (0 to 1), by the same rules. `method` is POST unless told. */
export function upload<T>(
  path: string,
  form: FormData,
  onProgress?: (share: number) => void,
  options: { method?: 'POST' | 'PUT'; signal?: AbortSignal } = {},
): Promise<T> {
  return inSession<T>(path, (token) => sendForm(path, form, onProgress, options, token));
}

async function inSession<T>(path: string, attempt: (token: string | null) => Promise<Answer>): Promise<T> {
  const token = accessToken();
  let answer = await attempt(token);
  if (answer.status === 401 && !isOutsideSession(path) && (await renewAccess(token))) {
    answer = await attempt(accessToken());
  }
  return bodyOf<T>(answer);
}

function bodyOf<T>({ status, statusText, body }: Answer): T {
  if (status < 400 && status !== 0) return body as T;
  const failure = new HttpError(status, statusText, body);
  // Whoever asked, and whatever he does with the failure: the way up is shown in one place.
  if (failure.code === 'plan_limit_reached') showPlanLimit(failure.message);
  throw failure;
}

async function send(path: string, call: Call, token: string | null): Promise<Answer> {
  const isForm = call.body instanceof FormData;
  const headers = {
    ...callHeaders(token),
    ...(call.body !== undefined && !isForm ? { 'Content-Type': 'application/json' } : {}),
    ...call.headers,
  };
  const body = call.body === undefined ? undefined : isForm ? (call.body as FormData) : JSON.stringify(call.body);
  const { method = 'GET', signal } = call;
  try {
    const response = await fetch(addressOf(path, call.query), { method, headers, body, signal });
    return { status: response.status, statusText: response.statusText, body: readBody(await response.text()) };
  } catch (failure) {
    if (signal?.aborted) throw failure;
    return { status: 0, statusText: '', body: undefined };
  }
}

function sendForm(
  path: string,
  form: FormData,
  onProgress: ((share: number) => void) | undefined,
  options: { method?: string; signal?: AbortSignal },
  token: string | null,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const call = new XMLHttpRequest();
    const cancel = () => call.abort();
    call.open(options.method ?? 'POST', addressOf(path));
    for (const [name, value] of Object.entries(callHeaders(token))) call.setRequestHeader(name, value);
    if (onProgress) {
      call.upload.onprogress = ({ loaded, total, lengthComputable }) => lengthComputable && onProgress(loaded / total);
    }
    call.onabort = () => reject(options.signal?.reason ?? new DOMException('Aborted', 'AbortError'));
    call.onerror = () => resolve({ status: 0, statusText: '', body: undefined });
    call.onload = () =>
      resolve({ status: call.status, statusText: call.statusText, body: readBody(call.responseText) });
    call.onloadend = () => options.signal?.removeEventListener('abort', cancel);
    options.signal?.addEventListener('abort', cancel);
    if (options.signal?.aborted) return reject(options.signal.reason);
    call.send(form);
  });
}

/** JSON where it is JSON (an error page of some proxy is not). */
function readBody(text: string): unknown {
  if (text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
