import { DrizzleQueryError } from 'drizzle-orm/errors';
import pino from 'pino';

/** Characters of a statement that are enough to know it by. */
const STATEMENT_MAX = 500;

interface ToldError {
  type: string;
  message: string;
  code?: unknown;
  table?: unknown;
  constraint?: unknown;
  stack: string;
  cause?: ToldError;
}

const isQuery = (error: Error): error is DrizzleQueryError => error instanceof DrizzleQueryError;

/** A failed query names all its parameters, which are texts of customers: only the statement is told. */
const messageOf = (error: Error): string =>
  isQuery(error) ? `Failed query: ${error.query.slice(0, STATEMENT_MAX)}` : error.message;

/** Where the error arose, without its message. */
function placesOf({ message, stack = '' }: Error): string {
  const at = stack.indexOf(message);
  return at === -1 ? '' : stack.slice(at + message.length).trim();
}

/**
 * An error as it may be written down: nothing but what is named here, since the database puts whole rows into `detail` and
 * queries have their parameters.
 */
function told(error: unknown, depth = 0): ToldError {
  if (!(error instanceof Error)) return { type: typeof error, message: String(error), stack: '' };
  const { code, table, constraint } = error as { code?: unknown; table?: unknown; constraint?: unknown };
  return {
    type: error.constructor.name,
    message: messageOf(error),
    ...{ code, table, constraint },
    stack: placesOf(error),
    ...(error.cause instanceof Error && depth < 5 ? { cause: told(error.cause, depth + 1) } : {}),
  };
}

export const tellingSafely = { err: (error: unknown) => told(error) };

/** An error in one line: of a query, what the database said of it. */
export function sayError(error: unknown): string {
  if (!(error instanceof Error) || !isQuery(error)) return String(error);
  const { cause } = error;
  if (!cause) return messageOf(error);
  const { code } = cause as { code?: unknown };
  return typeof code === 'string' ? `${String(cause)} (${code})` : String(cause);
}

/** The same, with where it arose. */
export const traceError = (error: unknown): string =>
  error instanceof Error ? `${sayError(error)}\n    ${placesOf(error)}` : String(error);

/** Logs carry no bodies and no secrets. */
export const openLog = (level: string, to: pino.DestinationStream = pino.destination({ dest: 2, sync: false })) =>
  pino(
    {
      level,
      redact: ['req.headers.authorization', 'req.headers["refresh-token"]'],
      serializers: tellingSafely,
    },
    to,
  );
