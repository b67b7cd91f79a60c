import { isDeepStrictEqual } from 'node:util';
import { asc, eq, sql } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import type { z } from 'zod';
import { flatten, unflatten } from '../../../shared/changes.ts';
import {
  EMBEDDED_MODEL_ID,
  type ModelChoice,
  type modelChoiceInput,
  type ModelEdit,
  type ModelInput,
  modelInput,
  type ModelRecord,
} from '../../../shared/models.ts';
import { type AuditContext, type AuditEvent, writeAudit } from '../../audit/write-audit.ts';
import type { ModelRow } from '../../db/platform.ts';
import { plans } from '../../db/schema/billing.ts';
import { models, platformSettings } from '../../db/schema/platform.ts';
import { type Db, type Tx, withPlatform } from '../../db/tenant.ts';
import { chooseSearchModel, embeddingProgress } from '../../knowledge/embeddings/choose-search-model.ts';
import { PRICE_PARTS } from '../../providers/model-config.ts';
import { keyHostOf } from '../../providers/open-provider.ts';
import { mergeChange, versionOf } from '../../resource/versions.ts';
import { ApiError, notFound } from '../../runtime/api-error.ts';
import { seal, type SecretKey } from '../../runtime/secrets.ts';
import { t } from '../../runtime/translate.ts';

const KEY_ENDING = 4;

interface ModelUses {
  planIds: string[];
  isSearchModel: boolean;
}

const asParts = (reais: number, parts: number) => Math.round(reais * parts);

/** Without API keys, which nobody can read. */
function editedValues(row: ModelRow): Omit<ModelInput, 'keys'> {
  const { id: _, sealedKeys: __, keyEndings: ___, createdAt: ____, updatedAt: _____, ...columns } = row;
  const { conversionAmount, conversionCredits, ...rest } = columns;
  return {
    ...rest,
    inputPrice: row.inputPrice / PRICE_PARTS,
    outputPrice: row.outputPrice / PRICE_PARTS,
    conversion: { amount: conversionAmount / 100, credits: conversionCredits / 1_000 },
  };
}

function toRecord(row: ModelRow, { planIds, isSearchModel }: ModelUses): ModelRecord {
  const values = editedValues(row);
  return {
    ...values,
    id: row.id,
    keys: row.keyEndings.map((ending) => `••••${ending}`),
    conversionFactor: values.conversion.amount / values.conversion.credits,
    planIds,
    isSearchModel,
    updatedAt: row.updatedAt.toISOString(),
    version: versionOf(values),
  };
}

function toRow(key: SecretKey, id: string, input: ModelInput) {
  const { keys, inputPrice, outputPrice, conversion, ...rest } = input;
  const sealedColumns = keys && {
    sealedKeys: keys.map((one) => seal(key, id, one)),
    keyEndings: keys.map((one) => one.slice(-KEY_ENDING)),
  };
  return {
    ...rest,
    ...sealedColumns,
    inputPrice: asParts(inputPrice, PRICE_PARTS),
    outputPrice: asParts(outputPrice, PRICE_PARTS),
    conversionAmount: asParts(conversion.amount, 100),
    conversionCredits: asParts(conversion.credits, 1_000),
    updatedAt: new Date(),
  };
}

async function usesOf(tx: Tx): Promise<(id: string) => ModelUses> {
  const planRows = await tx.select({ id: plans.id, modelId: plans.modelId }).from(plans).orderBy(asc(plans.rank));
  const [settings] = await tx.select().from(platformSettings);
  return (id) => ({
    planIds: planRows.filter(({ modelId }) => (modelId ?? EMBEDDED_MODEL_ID) === id).map((plan) => plan.id),
    isSearchModel: settings?.searchModelId === id,
  });
}

/** Embedded first; of API keys, only the last characters. */
export function listModels(db: Db): Promise<ModelRecord[]> {
  return withPlatform(db, async (tx) => {
    const uses = await usesOf(tx);
    const rows = await tx
      .select()
      .from(models)
      .orderBy(sql`${models.provider} <> 'embedded'`, asc(models.createdAt));
    return rows.map((row) => toRecord(row, uses(row.id)));
  });
}

/** Throws `ApiError` `not_found`. */
export function showModel(db: Db, id: string): Promise<ModelRecord> {
  return withPlatform(db, async (tx) => {
    const [row] = await tx.select().from(models).where(eq(models.id, id));
    if (!row) throw notFound();
    return toRecord(row, (await usesOf(tx))(id));
  });
}

async function recordKeys(tx: Tx, actor: AuditContext, modelId: string, { name, keys }: ModelInput): Promise<void> {
  if (!keys) return;
  const endings = keys.map((one) => `••••${one.slice(-KEY_ENDING)}`);
  await writeAudit(tx, actor, 'keys_changed', { subject: name, detail: { id: modelId, keys: endings } });
}

/** Throws `ApiError` `model_fixed` for the embedded provider, which has exactly one model. */
export async function createModel(
  db: Db,
  key: SecretKey,
  actor: AuditContext,
  input: ModelInput,
): Promise<ModelRecord> {
  if (input.provider === 'embedded') throw new ApiError('model_fixed');
  const id = uuidv7();
  await withPlatform(db, async (tx) => {
    await tx.insert(models).values({ id, ...toRow(key, id, input) });
    const event: AuditEvent = { subject: input.name, detail: { id, how: 'created' } };
    await writeAudit(tx, actor, 'model_changed', event);
    await recordKeys(tx, actor, id, input);
  });
  return showModel(db, id);
}

/** Before and after. API keys are recorded separately. */
function differences(now: Omit<ModelInput, 'keys'>, { keys: _, ...input }: ModelInput): Record<string, unknown> {
  const names = Object.keys(input) as (keyof typeof input)[];
  const other = names.filter((name) => !isDeepStrictEqual(now[name], input[name]));
  return Object.fromEntries(other.map((name) => [name, { before: now[name], after: input[name] }]));
}

/** Throws `ApiError` `invalid_input` if stored keys would be sent to another host than they were entered for. */
function requireKeysFor(now: ModelRow, input: ModelInput): void {
  if (input.keys || now.sealedKeys.length === 0 || keyHostOf(now) === keyHostOf(input)) return;
  const error = { field: 'keys', code: 'key_again', message: t('validation.key_again') };
  throw new ApiError('invalid_input', { errors: [error] });
}

/** Throws `ApiError` `model_fixed`, `model_in_use`. */
function assertEditable(now: ModelRow, { planIds, isSearchModel }: ModelUses, input: ModelInput): void {
  if ((now.provider === 'embedded') !== (input.provider === 'embedded')) throw new ApiError('model_fixed');
  if ((planIds.length > 0 || isSearchModel) && now.kind !== input.kind) throw new ApiError('model_in_use');
  // Embeddings of different models are not comparable, so the search model can only be replaced, not edited.
  const isOther = (['provider', 'modelName', 'baseUrl'] as const).some((name) => now[name] !== input[name]);
  if (isSearchModel && isOther) throw new ApiError('model_in_use');
}

/** Throws `ApiError` `not_found`, `changed_meanwhile`, `model_fixed`, `model_in_use`, `invalid_input`. */
export async function editModel(
  db: Db,
  key: SecretKey,
  actor: AuditContext,
  id: string,
  change: ModelEdit,
): Promise<ModelRecord> {
  await withPlatform(db, async (tx) => {
    const [row] = await tx.select().from(models).where(eq(models.id, id)).for('update');
    if (!row) throw notFound();
    const uses = (await usesOf(tx))(id);
    const now = editedValues(row);
    const edited = {
      accountId: actor.accountId,
      id,
      actions: ['model_changed'],
      values: now,
      row: toRecord(row, uses),
    };
    const own = await mergeChange(tx, edited, change);
    const input = modelInput.parse(unflatten({ ...flatten(now), ...flatten(own) }));
    assertEditable(row, uses, input);
    requireKeysFor(row, input);
    const isEmbedded = row.provider === 'embedded';
    const { name, defaultMessages } = input;
    const values = isEmbedded ? { name, defaultMessages, updatedAt: new Date() } : toRow(key, id, input);
    await tx.update(models).set(values).where(eq(models.id, id));
    const changed = differences(now, isEmbedded ? { ...now, name, defaultMessages } : input);
    const event: AuditEvent = { subject: name, detail: { id, how: 'edited', changed } };
    await writeAudit(tx, actor, 'model_changed', event);
    if (!isEmbedded) await recordKeys(tx, actor, id, input);
  });
  return showModel(db, id);
}

/** Throws `ApiError` `not_found`, `model_fixed` or `model_in_use`. */
export async function deleteModel(db: Db, actor: AuditContext, id: string): Promise<void> {
  const { name, provider, planIds, isSearchModel } = await showModel(db, id);
  if (provider === 'embedded') throw new ApiError('model_fixed');
  if (planIds.length > 0 || isSearchModel) throw new ApiError('model_in_use');
  await withPlatform(db, async (tx) => {
    await tx.delete(models).where(eq(models.id, id));
    await writeAudit(tx, actor, 'model_changed', { subject: name, detail: { id, how: 'deleted' } });
  });
}

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
