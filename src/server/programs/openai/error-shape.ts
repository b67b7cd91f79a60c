import type { z } from 'zod';
import type { Problem } from '../../../shared/problem.ts';
import type { openAiError } from './completion-schema.ts';

/** Clients of OpenAI's API know 400 for invalid input, and take 422 for something else. */
export const openAiStatus = ({ code, status }: Pick<Problem, 'code' | 'status'>): number =>
  code === 'invalid_input' ? 400 : status;

function typeOf({ code, status }: Problem): string {
  if (code === 'limit_credits') return 'insufficient_quota';
  if (status === 401) return 'authentication_error';
  if (status === 403) return 'permission_error';
  if (status === 429) return 'rate_limit_error';
  return status >= 500 ? 'server_error' : 'invalid_request_error';
}

/** `code` is the same as in problem details; `param` the path of the first wrong value. */
export function openAiErrorOf(problem: Problem): z.infer<typeof openAiError> {
  const [first] = problem.errors ?? [];
  const message = first ? `${first.field}: ${first.message}` : problem.message;
  return { error: { message, type: typeOf(problem), code: problem.code, param: first?.field ?? null } };
}
