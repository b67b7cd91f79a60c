import type { FieldError } from '../../shared/error-codes.ts';

/**
 * A call that did not succeed. `message` is the server's sentence for a person and empty when it gave none (whoever
 * shows it then says the sentence for everything); `statusText` is the answer's, or 'Error'. `status` is 0 when no
 * answer came at all.
 */
export class HttpError extends Error {
  readonly status: number;
  readonly statusText: string;
  readonly code: string;
  /** The same as `status`, under the name by which Refine asks. */
  readonly statusCode: number;
  /** The sentences of refused fields, by field: the shape that Refine's useForm reads. */
  readonly errors: Record<string, string[]> | undefined;
  /** With `plan_upgrade_required`: the flag that the plan lacks. */
  readonly flag: string | undefined;
  /** With `stale`: what there is now, where the call tells it. */
  readonly current: unknown;
  // Refine's HttpError may carry anything more.
  readonly [key: string]: unknown;

  constructor(status: number, statusText: string, problem: unknown) {
    const told = (typeof problem === 'object' && problem !== null ? problem : {}) as Record<string, unknown>;
    super(typeof told.message === 'string' ? told.message : '');
    this.name = 'HttpError';
    this.status = status;
    this.statusCode = status;
    this.statusText = statusText || 'Error';
    this.code = typeof told.code === 'string' ? told.code : status === 0 ? 'unreachable' : 'internal';
    this.errors = Array.isArray(told.errors) ? byField(told.errors as FieldError[]) : undefined;
    this.current = told.current;
    this.flag = typeof told.flag === 'string' ? told.flag : undefined;
  }
}

function byField(errors: readonly FieldError[]): Record<string, string[]> {
  const sentences: Record<string, string[]> = {};
  for (const { field, message } of errors) {
    if (typeof field === 'string') (sentences[field] ??= []).push(message);
  }
  return sentences;
}
