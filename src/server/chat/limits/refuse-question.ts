import type { Segment } from '../../../search/segment.ts';
import type { WidgetContext } from '../../db/platform.ts';
import { ApiError } from '../../runtime/api-error.ts';
import type { Services } from '../../runtime/services.ts';
import { personContactFor } from '../person-contact.ts';
import { periodsAt } from './notices.ts';
import { noteStop, type Stop, type Unserved } from './stops.ts';

/** Undefined for an error that ends by itself, like the limit per minute. */
function stopOf({ code }: ApiError, { limits, periodStart }: WidgetContext, at: Date): Stop | undefined {
  const periods = periodsAt(at, periodStart);
  if (code === 'limit_daily') return { limit: 'daily', period: periods.daily };
  if (code === 'limit_monthly') return { limit: 'monthly', period: periods.monthly };
  const until = limits?.deactivatedUntil;
  if (code === 'chat_deactivated' && until) return { limit: 'deactivated', period: new Date(until).toISOString() };
  return undefined;
}

/** Tells the owner if the chat has stopped; the error then says how to reach a person. */
export async function refuseQuestion(
  services: Services,
  context: WidgetContext,
  error: unknown,
  { unserved, at, openBase }: { unserved: Unserved; at: Date; openBase: () => Promise<readonly Segment[]> },
): Promise<unknown> {
  const stop = error instanceof ApiError ? stopOf(error, context, at) : undefined;
  if (!(error instanceof ApiError) || !stop) return error;
  await noteStop(services, context, stop, unserved);
  const person = personContactFor(context, await openBase());
  return new ApiError(error.code, { message: error.sentence, retryAfter: error.retryAfter, person });
}
