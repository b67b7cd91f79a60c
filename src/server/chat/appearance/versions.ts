import { isDeepStrictEqual } from 'node:util';
import { and, desc, eq, inArray, sql } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import {
  type AnswerProfile,
  type OwnAppearance,
  ownAppearance,
  type WidgetAppearance,
} from '../../../shared/appearance.ts';
import type { AppearanceVersion } from '../../../shared/appearance-editing.ts';
import { apiKeyName, type AuditContext } from '../../audit/write-audit.ts';
import { appearanceVersions } from '../../db/schema/chat.ts';
import { users } from '../../db/schema/identity.ts';
import type { contexts } from '../../db/schema/knowledge.ts';
import { type Db, type Tenant, type Tx, withTenant } from '../../db/tenant.ts';
import { requireContext } from '../../knowledge/context-row.ts';
import { notFound } from '../../runtime/api-error.ts';

/** Number of stored versions per context. */
const MAX_VERSIONS = 50;

export type Saver = Required<AuditContext> & { userId: string };

interface AppearanceSnapshot {
  appearance: WidgetAppearance;
  answerProfile: AnswerProfile;
}

interface VersionTarget {
  tenant: Tenant;
  contextId: string;
  saver: Saver;
  before: typeof contexts.$inferSelect;
}

const of = (tenant: Tenant, contextId: string) =>
  and(eq(appearanceVersions.accountId, tenant.accountId), eq(appearanceVersions.contextId, contextId));

/** Old rows get initial values for what they lack, so that two versions can be compared. */
export const complete = ({ appearance, answerProfile }: AppearanceSnapshot): OwnAppearance =>
  ownAppearance.parse({ ...appearance, answerProfile });

export function changedParts(before: AppearanceSnapshot, after: AppearanceSnapshot): string[] {
  const [one, other] = [complete(before), complete(after)];
  const names = Object.keys(other) as (keyof OwnAppearance)[];
  return names.filter((name) => !isDeepStrictEqual(one[name], other[name]));
}

export async function nameOf(tx: Tx, tenant: Tenant, { userId, actor, apiKey }: Saver): Promise<string> {
  if (actor) return actor.name;
  if (apiKey) return apiKeyName(apiKey);
  const [user] = await tx
    .select({ name: users.name })
    .from(users)
    .where(and(eq(users.accountId, tenant.accountId), eq(users.id, userId)));
  return user?.name ?? '';
}

/** The first also keeps the appearance before it, for restoring. Deletes the oldest beyond `MAX_VERSIONS`. */
export async function storeVersion(
  tx: Tx,
  { tenant, contextId, saver, before }: VersionTarget,
  saved: AppearanceSnapshot,
): Promise<void> {
  const { accountId } = tenant;
  const { appearance, answerProfile } = before;
  const initial = {
    accountId,
    id: uuidv7(),
    contextId,
    userName: '',
    appearance,
    answerProfile,
    createdAt: before.createdAt,
  };
  if (!(await hasVersions(tx, tenant, contextId))) await tx.insert(appearanceVersions).values(initial);
  const by = { userId: saver.apiKey ? null : saver.userId, userName: await nameOf(tx, tenant, saver) };
  await tx
    .insert(appearanceVersions)
    .values({ accountId, id: uuidv7(), contextId, ...by, ...saved, createdAt: new Date() });
  const old = tx
    .select({ id: appearanceVersions.id })
    .from(appearanceVersions)
    .where(of(tenant, contextId))
    .orderBy(desc(appearanceVersions.createdAt), desc(appearanceVersions.id))
    .offset(MAX_VERSIONS);
  await tx.delete(appearanceVersions).where(and(of(tenant, contextId), inArray(appearanceVersions.id, old)));
}

export async function hasVersions(tx: Tx, tenant: Tenant, contextId: string): Promise<boolean> {
  const { id } = appearanceVersions;
  return (await tx.select({ id }).from(appearanceVersions).where(of(tenant, contextId)).limit(1)).length > 0;
}

export async function listVersions(db: Db, tenant: Tenant, contextId: string): Promise<AppearanceVersion[]> {
  const rows = await withTenant(db, tenant, async (tx) => {
    await requireContext(tx, tenant, contextId, 'key share');
    return tx
      .select()
      .from(appearanceVersions)
      .where(of(tenant, contextId))
      .orderBy(desc(appearanceVersions.createdAt), desc(appearanceVersions.id))
      .limit(MAX_VERSIONS);
  });
  return rows.map((row) => ({
    id: row.id,
    userName: row.userName,
    createdAt: row.createdAt.toISOString(),
    appearance: complete(row),
  }));
}

export async function readVersion(tx: Tx, tenant: Tenant, contextId: string, id: string): Promise<OwnAppearance> {
  const [row] = await tx
    .select()
    .from(appearanceVersions)
    .where(and(of(tenant, contextId), sql`${appearanceVersions.id} = ${id}`));
  if (!row) throw notFound();
  return complete(row);
}
