import { DrizzleQueryError } from 'drizzle-orm/errors';
import pino from 'pino';

/** SQL statement, in characters. */
const STATEMENT_MAX = 500;

interface SerializedError {
  type: string;
  message: string;
  code?: unknown;
  table?: unknown;
  constraint?: unknown;
  stack: string;
  cause?: SerializedError;
}

const isQuery = (error: Error): error is DrizzleQueryError => error instanceof DrizzleQueryError;

/** A failed query's message has all its parameters, which may be customers' texts. */
const messageOf = (error: Error): string =>
  isQuery(error) ? `Failed query: ${error.query.slice(0, STATEMENT_MAX)}` : error.message;

function stackOf({ message, stack = '' }: Error): string {
  const at = stack.indexOf(message);
  return at === -1 ? '' : stack.slice(at + message.length).trim();
}

/** An explicit list of fields: the database puts whole rows into `detail`, and query errors carry their parameters. */
function serializeError(error: unknown, depth = 0): SerializedError {
  if (!(error instanceof Error)) return { type: typeof error, message: String(error), stack: '' };
  const { code, table, constraint } = error as { code?: unknown; table?: unknown; constraint?: unknown };
  return {
    type: error.constructor.name,
    message: messageOf(error),
    code,
    table,
    constraint,
    stack: stackOf(error),
    ...(error.cause instanceof Error && depth < 5 ? { cause: serializeError(error.cause, depth + 1) } : {}),
  };
}

export const safeSerializers = { err: (error: unknown) => serializeError(error) };

/** One line; for a failed query, the database's message and code. */
export function describeError(error: unknown): string {
  if (!(error instanceof Error) || !isQuery(error)) return String(error);
  const { cause } = error;
  if (!cause) return messageOf(error);
  const { code } = cause as { code?: unknown };
  return typeof code === 'string' ? `${String(cause)} (${code})` : String(cause);
}

/** Like `describeError`, without query parameters. */
export const traceError = (error: unknown): string =>
  error instanceof Error ? `${describeError(error)}\n    ${stackOf(error)}` : String(error);

/** No request bodies and no secrets. */
export const openLog = (level: string, to: pino.DestinationStream = pino.destination({ dest: 2, sync: false })) =>
  pino(
    {
      level,
      redact: ['req.headers.authorization', 'req.headers["refresh-token"]'],
      serializers: safeSerializers,
    },
    to,
  );
