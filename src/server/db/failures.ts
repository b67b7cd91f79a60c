import { ApiError } from '../runtime/api-error.ts';

/** Seconds after which a database that was restarted is usually back. */
const RETRY_SECONDS = 5;
const MAX_CAUSES = 5;

/** Drizzle keeps the driver's error as the cause of its own. */
function* causesOf(error: unknown): Generator<{ code?: unknown; message?: unknown }> {
  let current = error;
  for (let depth = 0; depth < MAX_CAUSES && typeof current === 'object' && current !== null; depth += 1) {
    yield current;
    current = (current as { cause?: unknown }).cause;
  }
}

/** The SQLSTATE of a failed statement, or the system's code of a failed connection. */
export function codeOf(error: unknown): string | undefined {
  for (const { code } of causesOf(error)) if (typeof code === 'string') return code;
  return undefined;
}

/** SQLSTATEs: connection exceptions, too many connections, and a server that shuts down, crashed or starts. */
const LOST_STATE = /^(08...|53300|57P0[1235])$/;
const LOST_SOCKET =
  /^(ECONN(REFUSED|RESET|ABORTED)|EPIPE|ENOENT|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)$/;
/** What the driver says without a code. */
const LOST_MESSAGE =
  /^(Connection terminated|Client (has encountered a connection error|was closed)|timeout (expired|exceeded)|Cannot use a pool)/;

/** `query_canceled`: nobody but the statement timeout cancels statements here. */
const CANCELED = '57014';

function failureOf(error: unknown): 'database_unavailable' | 'database_timeout' | null {
  if (error instanceof ApiError) return null;
  for (const { code, message } of causesOf(error)) {
    if (code === CANCELED) return 'database_timeout';
    if (LOST_STATE.test(String(code)) || LOST_SOCKET.test(String(code)) || LOST_MESSAGE.test(String(message))) {
      return 'database_unavailable';
    }
  }
  return null;
}

/**
 * Runs what speaks to the database and nothing else.
 * @throws ApiError `database_unavailable` when its connection is lost or none is to be had, `database_timeout` when a
 *   statement took too long; what else fails is thrown as it is.
 */
export async function callDatabase<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    const failure = failureOf(error);
    if (!failure) throw error;
    throw new ApiError(failure, { retryAfter: RETRY_SECONDS, cause: error });
  }
}
