import { StartupError } from '../db/startup-error.ts';

/** 256 for the embedded database, 100 for Node, its threads and PostgreSQL, and the rest for jobs. */
const RESERVED = 512;
/** A client may need a second one, to a language model, or a file. */
const PER_CONNECTION = 2;
const CONNECTIONS_MIN = 64;
const MIN = RESERVED + CONNECTIONS_MIN * PER_CONNECTION;

/** Node has raised the soft limit to the hard one. */
function readLimit(): number {
  const { userLimits } = process.report.getReport() as { userLimits?: { open_files?: { soft: number | string } } };
  const soft = userLimits?.open_files?.soft;
  // It may be "unlimited", and Windows has no such limit.
  return typeof soft === 'number' ? soft : Infinity;
}

/** Leaves enough for everything else. Throws `StartupError` if the process may open too few. */
export function readMaxConnections(): number {
  const limit = readLimit();
  if (limit < MIN) {
    const message = `Este processo pode abrir só ${limit} arquivos e conexões, e precisa de ${MIN} (ulimit -n).`;
    throw new StartupError('too_few_descriptors', message, 78);
  }
  return Math.floor((limit - RESERVED) / PER_CONNECTION);
}
