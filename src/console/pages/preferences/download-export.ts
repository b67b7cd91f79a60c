import { HttpError } from '../../http/client.ts';
import { addressOf, callHeaders } from '../../http/headers.ts';
import { renewAccess } from '../../http/refresh.ts';
import { accessToken } from '../../session/store.ts';

const ask = () => fetch(addressOf('/account/export'), { headers: { ...callHeaders(), Accept: '*/*' } });

/** Fetches the account's data and hands the file to the browser. @throws HttpError. */
export async function downloadExport(): Promise<void> {
  const used = accessToken();
  let response = await ask();
  if (response.status === 401 && (await renewAccess(used))) response = await ask();
  if (!response.ok) {
    throw new HttpError(response.status, response.statusText, await response.json().catch(() => undefined));
  }
  const address = URL.createObjectURL(await response.blob());
  const link = document.createElement('a');
  link.href = address;
  link.download = 'dados-da-conta.zip';
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
