import type { FieldError } from '../../shared/problem.ts';

/**
 * A failed API call. `message` is the server's sentence for users; it is empty when the server sent none, and the UI
 * then shows a generic sentence. `status` is 0 without a response.
 */
export class HttpError extends Error {
  readonly status: number;
  readonly code: string;
  /** Equal to `status`: the name that Refine expects. */
  readonly statusCode: number;
  /** Validation messages by field, in the shape that Refine's useForm reads. */
  readonly errors: Record<string, string[]> | undefined;
  /** Set with `plan_upgrade_required`: the flag that the plan lacks. */
  readonly flag: string | undefined;
  /** Set with `changed_meanwhile`: the current state of the object. */
  readonly current: unknown;
  // Refine's HttpError type has an index signature.
  readonly [key: string]: unknown;

  constructor(status: number, problem: unknown) {
    const details = (typeof problem === 'object' && problem !== null ? problem : {}) as Record<string, unknown>;
    super(typeof details.message === 'string' ? details.message : '');
    this.name = 'HttpError';
    this.status = status;
    this.statusCode = status;
    this.code = typeof details.code === 'string' ? details.code : status === 0 ? 'unreachable' : 'internal';
    this.errors = Array.isArray(details.errors) ? byField(details.errors as FieldError[]) : undefined;
    this.current = details.current;
    this.flag = typeof details.flag === 'string' ? details.flag : undefined;
  }
}

function byField(errors: readonly FieldError[]): Record<string, string[]> {
  const sentences: Record<string, string[]> = {};
  for (const { field, message } of errors) {
    if (typeof field === 'string') (sentences[field] ??= []).push(message);
  }
  return sentences;
}
