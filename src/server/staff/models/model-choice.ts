import { asc, eq } from 'drizzle-orm';
import type { z } from 'zod';
import { EMBEDDED_MODEL_ID, type ModelChoice, type modelChoiceInput } from '../../../shared/models.ts';
import { type AuditContext, writeAudit } from '../../audit/write-audit.ts';
import type { ModelRow } from '../../db/platform.ts';
import { plans } from '../../db/schema/billing.ts';
import { models, platformSettings } from '../../db/schema/platform.ts';
import { type Db, type Tx, withPlatform } from '../../db/tenant.ts';
import { chooseSearchModel, embeddingProgress } from '../../knowledge/embeddings/choose-search-model.ts';
import { notFound } from '../../runtime/api-error.ts';

export async function readModelChoice(db: Db): Promise<ModelChoice> {
  const embedded = await embeddingProgress(db);
  return withPlatform(db, async (tx) => {
    const rows = await tx.select().from(plans).orderBy(asc(plans.rank));
    const [settings] = await tx.select().from(platformSettings);
    return {
      plans: rows.map(({ id, name, modelId }) => ({ id, name, modelId: modelId ?? EMBEDDED_MODEL_ID })),
      searchModelId: settings?.searchModelId ?? null,
      embedded,
    };
  });
}

async function assertKind(tx: Tx, id: string, kind: ModelRow['kind']): Promise<void> {
  const [row] = await tx.select({ kind: models.kind }).from(models).where(eq(models.id, id));
  if (row?.kind !== kind) throw notFound();
}

/** Throws `ApiError` `not_found` for an unknown plan or model, or one of the wrong kind. */
export async function setModelChoice(
  db: Db,
  actor: AuditContext,
  choice: z.infer<typeof modelChoiceInput>,
): Promise<ModelChoice> {
  const old = await readModelChoice(db);
  const before = old.searchModelId;
  const { searchModelId = before } = choice;
  await withPlatform(db, async (tx) => {
    for (const { id, modelId } of choice.plans) {
      await assertKind(tx, modelId, 'chat');
      const changed = await tx.update(plans).set({ modelId }).where(eq(plans.id, id)).returning({ id: plans.id });
      if (changed.length === 0) throw notFound();
    }
    if (choice.searchModelId) await assertKind(tx, choice.searchModelId, 'embedding');
    const isChosen = ({ id }: { id: string }) => choice.plans.some((plan) => plan.id === id);
    const previous = old.plans.filter(isChosen).map(({ id, modelId }) => ({ id, modelId }));
    await writeAudit(tx, actor, 'model_choice_changed', {
      detail: {
        before: { plans: previous, searchModelId: before },
        after: { plans: choice.plans, searchModelId },
      },
    });
  });
  if (before !== searchModelId) await chooseSearchModel(db, searchModelId);
  return readModelChoice(db);
}
