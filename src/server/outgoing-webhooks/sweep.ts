import { and, lt, ne, sql } from 'drizzle-orm';
import { DELIVERY_DAYS } from '../../shared/webhook-events.ts';
import { deleteInSteps } from '../db/delete-in-steps.ts';
import { webhookDeliveries as deliveries } from '../db/schema/outgoing-webhooks.ts';
import type { Db } from '../db/tenant.ts';

/** Deletes the deliveries of all accounts that are older than 30 days and no longer waiting. Returns their number. */
export const sweepDeliveries = (db: Db): Promise<number> =>
  deleteInSteps(
    db,
    deliveries,
    [deliveries.accountId, deliveries.id],
    and(
      lt(deliveries.createdAt, sql`now() - make_interval(days => ${DELIVERY_DAYS})`),
      ne(deliveries.state, 'waiting'),
    )!,
  );
