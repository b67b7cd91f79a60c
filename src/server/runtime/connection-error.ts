import { t } from './translate.ts';

/** Codes of Node, undici and nodemailer, and of our outbound guard. */
const FAILURES: Readonly<Record<string, readonly string[]>> = {
  refused: ['ECONNREFUSED'],
  unknown_host: ['ENOTFOUND', 'EAI_AGAIN', 'EDNS'],
  timeout: ['ETIMEDOUT', 'UND_ERR_CONNECT_TIMEOUT', 'UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT', 'timeout'],
  closed: ['ECONNRESET', 'ECONNABORTED', 'EPIPE', 'UND_ERR_SOCKET'],
  unreachable: ['EHOSTUNREACH', 'ENETUNREACH', 'ESOCKET', 'ECONNECTION', 'unreachable'],
  no_tls: ['ETLS'],
  sign_in: ['EAUTH'],
};
const failureOf = new Map(Object.entries(FAILURES).flatMap(([failure, codes]) => codes.map((code) => [code, failure])));

const MAX_DEPTH = 8;

/** Returns a sentence, with the code, on a connection that could not be made or broke off; null for other errors. */
export function connectionError(error: unknown): string | null {
  let found: string | null = null;
  for (let at = error, depth = 0; at instanceof Error && depth < MAX_DEPTH; at = at.cause, depth++) {
    const { code, address, port } = at as { code?: string; address?: string; port?: number };
    const failure = failureOf.get(code ?? '');
    const place = [code, address && [address, port].join(':')].filter(Boolean).join(' ');
    if (failure) found = t(`queue.failures.${failure}`, { code: place });
  }
  return found;
}
