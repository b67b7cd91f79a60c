import type { Query } from './headers.ts';
import { HttpError } from './http-error.ts';

export { HttpError };

/** Loads axios and simple-rest, at the latest with the first call. The first calls of a page are index.html's, without it (`takeEarly`). */
export const loadClient = () => import('./axios.ts');

export interface Call {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Objects are sent as JSON, a FormData as a form. */
  body?: unknown;
  query?: Query;
  headers?: Record<string, string>;
  signal?: AbortSignal;
}

/**
 * Calls the API (`path` below /api) and returns the response body; undefined when it is empty. Throws `HttpError` for
 * statuses from 400 and when there is no response. After a 401 it refreshes the session and retries once.
 */
export const request = <T>(path: string, call: Call = {}): Promise<T> => send<T>(path, call, false);

/** Like `request`, but without the refresh and retry after a 401, and without asking for a proof. */
export const requestOnce = <T>(path: string, call: Call = {}): Promise<T> => send<T>(path, call, true);

async function send<T>(path: string, { body, query, ...call }: Call, isFinal: boolean): Promise<T> {
  const { http } = await loadClient();
  const { data } = await http.request<T | ''>({
    ...call,
    url: path,
    data: body,
    params: query,
    isFinal,
    isConfirmed: isFinal,
  });
  return (data === '' ? undefined : data) as T;
}

/** Like `request`, for a file. `accept` is its type. */
export async function requestFile(path: string, accept: string, query?: Query): Promise<Blob> {
  const { http } = await loadClient();
  const { data } = await http.get<Blob>(path, { params: query, responseType: 'blob', headers: { Accept: accept } });
  return data;
}

/**
 * Sends a form and reports its progress (0 to 1). Errors and 401 are handled as in `request`. `method` is POST by
 * default.
 */
export async function upload<T>(
  path: string,
  form: FormData,
  onProgress?: (share: number) => void,
  options: { method?: 'POST' | 'PUT'; signal?: AbortSignal } = {},
): Promise<T> {
  const { method = 'POST', signal } = options;
  const { http } = await loadClient();
  const { data } = await http.request<T>({
    // fetch does not report upload progress.
    adapter: 'xhr',
    url: path,
    method,
    data: form,
    signal,
    onUploadProgress: ({ loaded, total }) => total && onProgress?.(loaded / total),
  });
  return data;
}
