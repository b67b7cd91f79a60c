import type { PersonContact } from '../../shared/chat-protocol.ts';
import type { ErrorCode, FieldError, PlanLimitReached } from '../../shared/error-codes.ts';

/**
 * An error with a code of the API; src/shared/error-codes.ts maps codes to HTTP statuses. Capabilities throw it, and
 * the error handler turns it into problem details (RFC 9457).
 */
export class ApiError extends Error {
  readonly code: ErrorCode;
  /** A message for the user that replaces the locale's text for the code. */
  readonly sentence?: string;
  /** Values to interpolate into the locale's text for the code. */
  readonly values: Record<string, unknown>;
  readonly errors?: FieldError[];
  /** With `plan_upgrade_required`: the missing flag. */
  readonly flag?: string;
  /** With `plan_limit_reached`: the limit, and the next plan that allows more. */
  readonly limit?: PlanLimitReached;
  /**
   * With `stale` and `changed_meanwhile`: the current state, so that the caller can start again. With `file_known`: the
   * content that already has the file. With `consent_changed`: the text to agree to now.
   */
  readonly current?: unknown;
  /** With a limit or a pause that stops the chat: how to reach a person. */
  readonly person?: PersonContact;
  /** Seconds to wait before trying again. */
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
