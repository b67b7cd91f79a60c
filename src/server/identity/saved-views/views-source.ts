import { and, eq, notInArray, or, type SQL, sql } from 'drizzle-orm';
import { savedViews as declaration } from '../../../../resources/index.ts';
import { savedViews } from '../../db/schema/identity.ts';
import { NO_CONTEXT, type Tenant } from '../../db/tenant.ts';
import { defineSource } from '../../resource/source.ts';

const isOwn = ({ userId = NO_CONTEXT }: Tenant): SQL => eq(savedViews.userId, sql`${userId}::uuid`);

const sourceOf = (tenant: Tenant, where: SQL | undefined) =>
  defineSource(declaration, { table: savedViews, where, fields: { isOwn: isOwn(tenant) } });

export const ownViews = (tenant: Tenant) => sourceOf(tenant, isOwn(tenant));
/** And those that others share, of lists that the person may see. */
export const visibleViews = (tenant: Tenant) =>
  sourceOf(tenant, or(isOwn(tenant), and(savedViews.shared, notInArray(savedViews.list, [...tenant.hidden]))));

/** Returns the condition for a person's views of a list. */
export const viewsOf = (accountId: string, userId: string, list: string) =>
  and(eq(savedViews.accountId, accountId), eq(savedViews.userId, userId), eq(savedViews.list, list));
