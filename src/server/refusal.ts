import type { ErrorCode, FieldError } from '../shared/error-codes.ts';

/**
 * A "no" with a code that the API answers (src/shared/error-codes.ts gives its status). Capabilities throw it; the one
 * error handler turns it into problem details.
 */
export class Refusal extends Error {
  readonly code: ErrorCode;
  /** What a person reads, where its owner has worded it; else the locale's sentence of the code. */
  readonly sentence?: string;
  /** What the sentence of the code mentions. */
  readonly values: Record<string, unknown>;
  readonly errors?: FieldError[];
  /** With `plan_upgrade_required`: the flag that is missing. */
  readonly flag?: string;
  /** Seconds after which it makes sense to try again. */
  readonly retryAfter?: number;

  constructor(
    code: ErrorCode,
    extras: {
      values?: Record<string, unknown>;
      errors?: FieldError[];
      flag?: string;
      retryAfter?: number;
      message?: string;
    } = {},
  ) {
    super(extras.message ?? code);
    this.name = 'Refusal';
    this.code = code;
    this.sentence = extras.message;
    this.values = extras.values ?? {};
    this.errors = extras.errors;
    this.flag = extras.flag;
    this.retryAfter = extras.retryAfter;
  }
}

export const notFound = () => new Refusal('not_found');
