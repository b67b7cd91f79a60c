import { ApiError } from '../runtime/api-error.ts';

/** A restarted database is usually back. */
const RETRY_SECONDS = 5;
const CAUSES_MAX = 5;

/** Drizzle wraps the driver's error. */
function* causesOf(error: unknown): Generator<{ code?: unknown; message?: unknown }> {
  let current = error;
  for (let depth = 0; depth < CAUSES_MAX && typeof current === 'object' && current !== null; depth += 1) {
    yield current;
    current = (current as { cause?: unknown }).cause;
  }
}

export const FOREIGN_KEY_VIOLATION = '23503';
export const UNIQUE_VIOLATION = '23505';

/** SQLSTATE, or the system's code of a failed connection. */
export function codeOf(error: unknown): string | undefined {
  for (const { code } of causesOf(error)) if (typeof code === 'string') return code;
  return undefined;
}

/** Connection exceptions, too many connections, and a server that is shutting down, crashed or starting. */
const LOST_STATE = /^(08...|53300|57P0[1235])$/;
const LOST_SOCKET =
  /^(ECONN(REFUSED|RESET|ABORTED)|EPIPE|ENOENT|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)$/;
const LOST_MESSAGE =
  /^(Connection terminated|Client (has encountered a connection error|was closed)|timeout (expired|exceeded)|Cannot use a pool)/;

/** `query_canceled`: here, only the statement timeout cancels. */
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

/** Throws `ApiError` `database_unavailable`, `database_timeout`. `call` must only access the database. */
export async function callDatabase<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    const failure = failureOf(error);
    if (!failure) throw error;
    throw new ApiError(failure, { retryAfter: RETRY_SECONDS, cause: error });
  }
}
