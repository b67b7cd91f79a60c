import { download } from '../../../http/download.ts';

/** Fetches the account's data and hands the file to the browser. @throws HttpError. */
export const downloadExport = () => download('/account/export', 'dados-da-conta.zip');
