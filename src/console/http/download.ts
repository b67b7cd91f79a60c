import { accessToken } from '../session/store.ts';
import { addressOf, callHeaders, type Query } from './headers.ts';
import { HttpError } from './http-error.ts';
import { renewAccess } from './refresh.ts';

/** The browser may still be reading the file when the click is over. */
const KEPT_MS = 60_000;

/**
 * Fetches a file of the API (`path` below /api) and hands it to the browser under a name. The token travels in a header,
 * as with every call: an address would end up in histories and logs. @throws HttpError.
 */
export async function download(path: string, name: string, query?: Query): Promise<void> {
  const ask = () => fetch(addressOf(path, query), { headers: { ...callHeaders(), Accept: '*/*' } });
  const used = accessToken();
  let response = await ask();
  if (response.status === 401 && (await renewAccess(used))) response = await ask();
  if (!response.ok) {
    throw new HttpError(response.status, response.statusText, await response.json().catch(() => undefined));
  }
  const address = URL.createObjectURL(await response.blob());
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), KEPT_MS);
}
