import { asc, eq } from 'drizzle-orm';
import type { z } from 'zod';
import { EMBEDDED_MODEL_ID, type ModelChoice, type modelChoiceInput } from '../../../shared/models.ts';
import { type AuditContext, writeAudit } from '../../audit/write-audit.ts';
import type { ModelRow } from '../../db/platform.ts';
import { plans } from '../../db/schema/billing.ts';
import { models, platformSettings } from '../../db/schema/platform.ts';
import { type Db, type Tx, withPlatform } from '../../db/tenant.ts';
import { chooseSearchModel, embeddingProgress } from '../../knowledge/embeddings/choose-search-model.ts';
import { mergeChange, versionOf } from '../../resource/versions.ts';
import { notFound } from '../../runtime/api-error.ts';

type ChosenModels = Pick<ModelChoice, 'plans' | 'searchModelId'>;

async function storedChoice(tx: Tx): Promise<ChosenModels> {
  const rows = await tx.select().from(plans).orderBy(asc(plans.rank));
  const [settings] = await tx.select().from(platformSettings);
  return {
    plans: rows.map(({ id, name, modelId }) => ({ id, name, modelId: modelId ?? EMBEDDED_MODEL_ID })),
    searchModelId: settings?.searchModelId ?? null,
  };
}

const modelsOf = (choices: readonly { id: string; modelId: string }[]) =>
  Object.fromEntries(choices.map(({ id, modelId }) => [id, modelId]));
const valuesOf = (choice: ChosenModels) => ({ plans: modelsOf(choice.plans), searchModelId: choice.searchModelId });

export async function readModelChoice(db: Db): Promise<ModelChoice> {
  const embedded = await embeddingProgress(db);
  const choice = await withPlatform(db, storedChoice);
  return { ...choice, embedded, version: versionOf(valuesOf(choice)) };
}

async function assertKind(tx: Tx, id: string, kind: ModelRow['kind']): Promise<void> {
  const [row] = await tx.select({ kind: models.kind }).from(models).where(eq(models.id, id));
  if (row?.kind !== kind) throw notFound();
}

/**
 * Throws `ApiError` `changed_meanwhile`; `not_found` for an unknown plan or model, or one of the wrong kind.
 */
export async function setModelChoice(
  db: Db,
  actor: AuditContext,
  { plans: wanted, ...rest }: z.infer<typeof modelChoiceInput>,
): Promise<ModelChoice> {
  await withPlatform(db, async (tx) => {
    // Saves of the choice wait for each other.
    await tx.insert(platformSettings).values({ id: 'platform' }).onConflictDoNothing();
    await tx.select().from(platformSettings).for('update');
    const old = await storedChoice(tx);
    const values = valuesOf(old);
    const edited = { accountId: actor.accountId, actions: ['model_choice_changed'], values, row: old };
    const change = await mergeChange(tx, edited, { plans: modelsOf(wanted), ...rest });
    for (const [id, modelId] of Object.entries(change.plans ?? {})) {
      await assertKind(tx, modelId, 'chat');
      const changed = await tx.update(plans).set({ modelId }).where(eq(plans.id, id)).returning({ id: plans.id });
      if (changed.length === 0) throw notFound();
    }
    if (change.searchModelId) await assertKind(tx, change.searchModelId, 'embedding');
    const chosen = Object.entries(change.plans ?? {}).map(([id, modelId]) => ({ id, modelId }));
    const previous = chosen.map(({ id }) => ({ id, modelId: values.plans[id] }));
    const { searchModelId = old.searchModelId } = change;
    await writeAudit(tx, actor, 'model_choice_changed', {
      detail: {
        before: { plans: previous, searchModelId: old.searchModelId },
        after: { plans: chosen, searchModelId },
      },
    });
    if (searchModelId !== old.searchModelId) await chooseSearchModel(tx, searchModelId);
  });
  return readModelChoice(db);
}
