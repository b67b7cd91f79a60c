import { http } from './axios.ts';
import type { Query } from './headers.ts';

/** The browser may still be reading the file when the click is over. */
const KEPT_MS = 60_000;

/**
 * Fetches a file of the API (`path` below /api) and hands it to the browser under a name. The token travels in a header,
 * as with every call: an address would end up in histories and logs. @throws HttpError.
 */
export async function download(path: string, name: string, query?: Query): Promise<void> {
  const { data } = await http.get<Blob>(path, { params: query, responseType: 'blob', headers: { Accept: '*/*' } });
  const address = URL.createObjectURL(data);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), KEPT_MS);
}
