import { StartupError } from '../db/startup-error.ts';

/**
 * For everything except clients: 256 for the embedded database, 100 for Node, its threads and the connections to
 * PostgreSQL, and the rest for jobs.
 */
const RESERVED = 512;
/** A client's connection may need a second one, to a language model, or a file. */
const PER_CONNECTION = 2;
const CONNECTIONS_MIN = 64;
const MIN = RESERVED + CONNECTIONS_MIN * PER_CONNECTION;

/** Returns how many files and connections this process may have open. Node has raised the soft limit to the hard one. */
function readLimit(): number {
  const { userLimits } = process.report.getReport() as { userLimits?: { open_files?: { soft: number | string } } };
  const soft = userLimits?.open_files?.soft;
  // It may be "unlimited", and Windows has no such limit.
  return typeof soft === 'number' ? soft : Infinity;
}

/**
 * Returns the number of clients' connections that leave enough file descriptors for everything else. Throws
 * `StartupError` if the process may open too few files.
 */
export function readMaxConnections(): number {
  const limit = readLimit();
  if (limit < MIN) {
    const message = `Este processo pode abrir só ${limit} arquivos e conexões, e precisa de ${MIN} (ulimit -n).`;
    throw new StartupError('too_few_descriptors', message, 78);
  }
  return Math.floor((limit - RESERVED) / PER_CONNECTION);
}
