import { http } from './axios.ts';
import type { Query } from './headers.ts';
import { HttpError } from './http-error.ts';

export { HttpError };

export interface Call {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** An object is sent as JSON, a FormData as it is. */
  body?: unknown;
  query?: Query;
  headers?: Record<string, string>;
  signal?: AbortSignal;
}

/**
 * Makes a call of the API (`path` below /api) and returns the body of its answer; undefined when it has none. Throws
 * HttpError for a status of 400 or more, and when no answer came. A 401 is followed by one refresh of the session and
 * one more try.
 */
export const request = <T>(path: string, call: Call = {}): Promise<T> => send<T>(path, call, false);

/** The same outside the session's 401 handling: whatever is answered is final. */
export const requestOnce = <T>(path: string, call: Call = {}): Promise<T> => send<T>(path, call, true);

async function send<T>(path: string, { body, query, ...call }: Call, isFinal: boolean): Promise<T> {
  const { data } = await http.request<T | ''>({ ...call, url: path, data: body, params: query, isFinal });
  return (data === '' ? undefined : data) as T;
}

/** Posts a form with its progress (0 to 1), by the same rules. `method` is POST unless told. */
export async function upload<T>(
  path: string,
  form: FormData,
  onProgress?: (share: number) => void,
  options: { method?: 'POST' | 'PUT'; signal?: AbortSignal } = {},
): Promise<T> {
  const { method = 'POST', signal } = options;
  const { data } = await http.request<T>({
    // fetch tells no progress of what is sent.
    adapter: 'xhr',
    url: path,
    method,
    data: form,
    signal,
    onUploadProgress: ({ loaded, total }) => total && onProgress?.(loaded / total),
  });
  return data;
}
