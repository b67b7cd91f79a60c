import { download } from '../../../http/download.ts';

/** Downloads the account's data as a ZIP file. Throws `HttpError`. */
export const downloadExport = () => download('/account/export', 'dados-da-conta.zip');
