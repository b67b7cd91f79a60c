import axios, { AxiosError, type InternalAxiosRequestConfig } from 'axios';
import { accessToken } from '../session/store.ts';
import { showPlanLimit } from '../session/upgrade.ts';
import { callHeaders } from './headers.ts';
import { HttpError } from './http-error.ts';
import { isOutsideSession, renewAccess } from './refresh.ts';

declare module 'axios' {
  interface AxiosRequestConfig {
    /** Whatever is answered is final: a 401 is not followed by a refresh of the session. */
    isFinal?: boolean;
    /** The access token that the call was made with. */
    usedToken?: string | null;
  }
}

/** Every call of the API but streams; rejects with HttpError, and with the signal's reason when aborted. */
export const http = axios.create({
  baseURL: '/api',
  adapter: 'fetch',
  headers: { common: { Accept: 'application/json' } },
  // A list repeats its name; what is null or undefined is left out.
  paramsSerializer: { indexes: null },
  validateStatus: (status) => status < 400,
});

http.interceptors.request.use((config) => {
  const token = accessToken();
  config.usedToken = token;
  const { Accept: _, ...headers } = callHeaders(token);
  config.headers.set(headers);
  // Without a body axios would name a form's type, which the server does not take.
  if (config.data === undefined) config.headers.setContentType(false);
  return config;
});

http.interceptors.response.use(undefined, async (failure: unknown) => {
  if (!(failure instanceof AxiosError)) throw failure;
  const { config, response } = failure;
  if (config?.signal?.aborted) throw (config.signal as AbortSignal).reason;
  if (config && response?.status === 401 && (await isRenewed(config)))
    return http.request({ ...config, isFinal: true });
  const answer = new HttpError(response?.status ?? 0, response?.statusText ?? '', await problemOf(response?.data));
  // The upgrade dialog opens here, whatever the caller does with the failure.
  if (answer.code === 'plan_limit_reached') showPlanLimit(answer.message);
  throw answer;
});

async function isRenewed({ url = '', isFinal, usedToken = null }: InternalAxiosRequestConfig): Promise<boolean> {
  return !isFinal && !isOutsideSession(url) && renewAccess(usedToken);
}

/** The problem of a refused call; a download is answered as a Blob whatever its content. */
async function problemOf(data: unknown): Promise<unknown> {
  if (!(data instanceof Blob)) return data;
  try {
    return JSON.parse(await data.text());
  } catch {
    return undefined;
  }
}
