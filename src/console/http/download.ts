import { requestFile } from './client.ts';
import type { Query } from './headers.ts';

/** Delay before the object URL is revoked (ms). The browser may still be reading the file after the click. */
const REVOKE_AFTER_MS = 60_000;

/**
 * Downloads a file from the API (`path` below /api) and saves it under the given name. The token is sent in a header,
 * because a URL with the token would end up in browser histories and logs. Throws `HttpError`.
 */
export async function download(path: string, name: string, query?: Query): Promise<void> {
  saveFile(await requestFile(path, '*/*', query), name);
}

export function saveFile(data: Blob, name: string): void {
  const address = URL.createObjectURL(data);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), REVOKE_AFTER_MS);
}
