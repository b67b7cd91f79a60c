import { v7 as uuidv7 } from 'uuid';
import { answer } from '../../chat/answer/answer.ts';
import { type ErrorLog, withErrorEvent } from '../../chat/answer/error-event.ts';
import type { Tenant } from '../../db/tenant.ts';
import type { Services } from '../../runtime/services.ts';
import { contextFor } from '../context-for.ts';
import { countUsage } from './completion.ts';
import type { CompletionBody } from './completion-schema.ts';
import { answerRequestOf } from './read-request.ts';

interface CompletionCaller {
  tenant: Tenant;
  signal: AbortSignal;
  log: ErrorLog;
  /** Throws `ApiError` `too_many_streams`. */
  admit(): void;
}

/** All checks come before the first event. Throws like `contextFor`, `answerRequestOf`, `admit` and `answer`. */
export async function openCompletion(
  services: Services,
  body: CompletionBody,
  { tenant, signal, log, admit }: CompletionCaller,
) {
  const context = await contextFor(services, tenant, body.model);
  const { onSpent, usageSoFar } = countUsage();
  const asked = { ...answerRequestOf(body, { context, key: services.key, messageId: uuidv7() }), onSpent };
  admit();
  const events = withErrorEvent(await answer(services, asked, signal), context, log);
  return { asked, events, usageSoFar };
}
