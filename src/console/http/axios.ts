import simpleRest from '@refinedev/simple-rest';
import axios, { AxiosError, type InternalAxiosRequestConfig } from 'axios';
import { askToConfirm } from '../state/step-up.ts';
import { accessToken } from '../state/store.ts';
import { showPlanLimit } from '../state/upgrade.ts';
import { callHeaders, type Query, queryOf } from './headers.ts';
import { HttpError } from './http-error.ts';
import { needsNoSession, renewAccess } from './refresh.ts';

declare module 'axios' {
  interface AxiosRequestConfig {
    /** When set, a 401 does not trigger a refresh of the session. */
    isFinal?: boolean;
    /** The access token of the request; null without one. */
    usedToken?: string | null;
    /** Sent again after the user has proven who they are. */
    isConfirmed?: boolean;
  }
}

/**
 * The client of all API calls except streams. Rejects with HttpError, or with the signal's reason when the call was
 * aborted.
 */
export const http = axios.create({
  baseURL: '/api',
  adapter: 'fetch',
  headers: { common: { Accept: 'application/json' } },
  paramsSerializer: (query) => queryOf(query as Query).toString(),
  validateStatus: (status) => status < 400,
});

/** Reads and writes single rows. Paths start without a slash, which it adds. */
export const rest = simpleRest('', http);

http.interceptors.request.use((config) => {
  const token = accessToken();
  config.usedToken = token;
  const { Accept: _, ...headers } = callHeaders(token);
  config.headers.set(headers);
  // Without a body axios sets the content type of a form, which the server rejects.
  if (config.data === undefined) config.headers.setContentType(false);
  return config;
});

http.interceptors.response.use(undefined, async (failure: unknown) => {
  if (!(failure instanceof AxiosError)) throw failure;
  const { config, response } = failure;
  if (config?.signal?.aborted) throw (config.signal as AbortSignal).reason;
  if (config && response?.status === 401 && (await isRenewed(config)))
    return http.request({ ...config, isFinal: true });
  const answer = new HttpError(response?.status ?? 0, await problemOf(response?.data));
  if (answer.code === 'fresh_sign_in_required' && config && !config.isConfirmed && (await askToConfirm()))
    return http.request({ ...config, isConfirmed: true });
  // Opened here, so that it does not depend on how the caller handles the error.
  if (answer.code === 'plan_limit_reached') showPlanLimit(answer.message);
  throw answer;
});

async function isRenewed({ url = '', isFinal, usedToken = null }: InternalAxiosRequestConfig): Promise<boolean> {
  return !isFinal && !needsNoSession(url) && renewAccess(usedToken);
}

/** Returns the error body of a failed call. Downloads receive every response as a Blob, also errors in JSON. */
async function problemOf(data: unknown): Promise<unknown> {
  if (!(data instanceof Blob)) return data;
  try {
    return JSON.parse(await data.text());
  } catch {
    return undefined;
  }
}
