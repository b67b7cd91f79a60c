import type { PersonContact } from '../../shared/chat-protocol.ts';
import type { ErrorCode } from '../../shared/error-codes.ts';
import type { FieldError, PlanLimitReached } from '../../shared/problem.ts';

/** error-codes.ts maps codes to HTTP statuses. The error handler turns it into problem details (RFC 9457). */
export class ApiError extends Error {
  readonly code: ErrorCode;
  /** Replaces the locale's text for the code. */
  readonly sentence?: string;
  readonly values: Record<string, unknown>;
  readonly errors?: FieldError[];
  /** The missing flag, with `plan_upgrade_required`. */
  readonly flag?: string;
  readonly limit?: PlanLimitReached;
  /** With `changed_meanwhile`: the state. `file_known`: its content. `consent_changed`: the text. */
  readonly current?: unknown;
  /** Set with a limit or a pause that stops the chat. */
  readonly person?: PersonContact;
  /** Seconds. */
  readonly retryAfter?: number;

  constructor(
    code: ErrorCode,
    extras: {
      values?: Record<string, unknown>;
      errors?: FieldError[];
      flag?: string;
      retryAfter?: number;
      current?: unknown;
      person?: PersonContact;
      limit?: PlanLimitReached;
      message?: string;
      cause?: unknown;
    } = {},
  ) {
    super(extras.message ?? code, { cause: extras.cause });
    this.name = 'ApiError';
    this.code = code;
    this.sentence = extras.message;
    this.values = extras.values ?? {};
    this.errors = extras.errors;
    this.flag = extras.flag;
    this.retryAfter = extras.retryAfter;
    this.current = extras.current;
    this.limit = extras.limit;
    this.person = extras.person;
  }
}

export const notFound = () => new ApiError('not_found');
