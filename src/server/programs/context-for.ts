import { z } from 'zod';
import { findWidgetContext, type WidgetContext } from '../db/platform.ts';
import type { Tenant } from '../db/tenant.ts';
import { assertContext } from '../resource/scope.ts';
import { notFound } from '../runtime/api-error.ts';
import type { Services } from '../runtime/services.ts';

/** Throws `ApiError` `not_found`, also for a context that the caller may not see. */
export async function contextFor({ db }: Services, tenant: Tenant, id: string): Promise<WidgetContext> {
  if (!z.uuid().safeParse(id).success) throw notFound();
  assertContext(tenant, id);
  const context = await findWidgetContext(db, id);
  if (context?.accountId !== tenant.accountId) throw notFound();
  return context;
}
