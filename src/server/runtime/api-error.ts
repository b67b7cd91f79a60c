import type { ErrorCode, FieldError, PlanLimitReached } from '../../shared/error-codes.ts';

/**
 * A "no" with a code that the API answers (src/shared/error-codes.ts gives its status). Capabilities throw it; the one
 * error handler turns it into problem details.
 */
export class ApiError extends Error {
  readonly code: ErrorCode;
  /** What a person reads, where its owner has worded it; else the locale's sentence of the code. */
  readonly sentence?: string;
  /** What the sentence of the code mentions. */
  readonly values: Record<string, unknown>;
  readonly errors?: FieldError[];
  /** With `plan_upgrade_required`: the flag that is missing. */
  readonly flag?: string;
  /** With `plan_limit_reached`: which limit, and the plan that has more. */
  readonly limit?: PlanLimitReached;
  /** With `stale`: what there is now, for whoever must begin anew; with `file_known`: the content that holds the file. */
  readonly current?: unknown;
  /** Seconds after which it makes sense to try again. */
  readonly retryAfter?: number;

  constructor(
    code: ErrorCode,
    extras: {
      values?: Record<string, unknown>;
      errors?: FieldError[];
      flag?: string;
      retryAfter?: number;
      current?: unknown;
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
  }
}

export const notFound = () => new ApiError('not_found');
