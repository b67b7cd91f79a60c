import { eq, sql } from 'drizzle-orm';
import { type ModelInput, type ModelRecord, models as resource } from '../../../../resources/models.ts';
import { changedPaths } from '../../../shared/changes.ts';
import { MASK } from '../../../shared/constants.ts';
import { EMBEDDED_MODEL_ID, modelTrial } from '../../../shared/models.ts';
import { writeAudit } from '../../audit/write-audit.ts';
import { tryModel } from '../../chat/models/try-model.ts';
import type { ModelRow } from '../../db/platform.ts';
import { plans } from '../../db/schema/billing.ts';
import { models, platformSettings } from '../../db/schema/platform.ts';
import type { Tx } from '../../db/tenant.ts';
import { openModel, PRICE_PARTS } from '../../providers/model-config.ts';
import { keyHostOf } from '../../providers/open-provider.ts';
import type { Behaviour, RouteExtras, RowChange } from '../../resource/behaviour.ts';
import { defineSource } from '../../resource/source.ts';
import { ApiError, notFound } from '../../runtime/api-error.ts';
import { invalidValue } from '../../runtime/field-errors.ts';
import { seal, type SecretKey } from '../../runtime/secrets.ts';
import type { Services } from '../../runtime/services.ts';

const KEY_ENDING = 4;
const CREDIT_PARTS = 1_000;
const masked = (ending: string) => `${MASK}${ending}`;

/** Null for the embedded model, whose columns have values that nothing reads. */
const ofCalled = (value: unknown) => sql`case when ${models.provider} <> 'embedded' then ${value} end`;
const ofWriting = (value: unknown) =>
  sql`case when ${models.provider} <> 'embedded' and ${models.kind} = 'chat' then ${value} end`;
const textIn = (column: unknown, name: string) => sql`nullif(${column}->>${name}::text, '')`;

const source = defineSource(resource, {
  table: models,
  fields: {
    modelName: sql`nullif(${models.modelName}, '')`,
    baseUrl: sql`nullif(${models.baseUrl}, '')`,
    keys: ofCalled(sql`(select coalesce(jsonb_agg(jsonb_build_object('key', ${MASK}::text || ending) order by at), '[]')
      from unnest(${models.keyEndings}) with ordinality as one (ending, at))`),
    inputPrice: ofCalled(sql`${models.inputPrice} / ${PRICE_PARTS}::numeric`),
    outputPrice: ofWriting(sql`${models.outputPrice} / ${PRICE_PARTS}::numeric`),
    conversionAmount: ofCalled(models.conversionAmount),
    conversionCredits: ofCalled(sql`${models.conversionCredits} / ${CREDIT_PARTS}::numeric`),
    conversionFactor: ofCalled(sql`${models.conversionAmount} * 10.0 / ${models.conversionCredits}`),
    inputTokensPerCredit: ofCalled(models.inputTokensPerCredit),
    outputTokensPerCredit: ofWriting(models.outputTokensPerCredit),
    temperature: ofWriting(models.temperature),
    tokenWindow: ofWriting(models.tokenWindow),
    maxResponseTokens: ofWriting(models.maxResponseTokens),
    fallsBack: ofWriting(models.fallsBack),
    answerPrompt: textIn(models.prompts, 'answer'),
    classifyPrompt: textIn(models.prompts, 'classify'),
    declinedMessage: textIn(models.defaultMessages, 'declined'),
    errorMessage: textIn(models.defaultMessages, 'error'),
    plans: sql`(select coalesce(jsonb_agg(jsonb_build_object('name', p.name, 'id', p.id) order by p.rank), '[]')
      from ${plans} p where coalesce(p.model_id, ${EMBEDDED_MODEL_ID}) = ${models.id})`,
    isSearchModel: sql`exists (select from ${platformSettings} where ${platformSettings.searchModelId} = ${models.id})`,
  },
});

/**
 * A masked key stands for the stored one. Throws `ApiError` `invalid_input` for one that is not stored, and if stored keys would
 * be sent to another host than they were entered for.
 */
function keyColumns(key: SecretKey, id: string, { keys, provider, baseUrl }: ModelInput, stored?: ModelRow) {
  const { keyEndings = [], sealedKeys = [] } = stored ?? {};
  const left = keyEndings.map(masked);
  const kept = (keys ?? []).map((one) => {
    const at = left.indexOf(one.key);
    // Another key may end like this one.
    if (at >= 0) left[at] = '';
    return at;
  });
  if (stored && keyHostOf(stored) !== keyHostOf({ provider, baseUrl: baseUrl ?? '' }) && kept.some((at) => at >= 0))
    throw invalidValue('keys', 'key_again');
  const unknown = (keys ?? []).findIndex((one, at) => kept[at] === -1 && one.key.includes(MASK[0] as string));
  if (unknown >= 0) throw invalidValue(`keys.${unknown}.key`);
  return {
    sealedKeys: (keys ?? []).map((one, at) => sealedKeys[kept[at]!] ?? seal(key, id, one.key)),
    keyEndings: (keys ?? []).map((one, at) => keyEndings[kept[at]!] ?? one.key.slice(-KEY_ENDING)),
  };
}

const messagesIn = ({ declinedMessage, errorMessage }: ModelInput) => ({
  defaultMessages: { declined: declinedMessage ?? '', error: errorMessage ?? '' },
});

/** Returns the columns of a model that is not embedded. `stored` is the row of an edit. */
export function modelColumns(key: SecretKey, id: string, input: ModelInput, stored?: ModelRow) {
  const { inputTokensPerCredit, conversionAmount, conversionCredits } = input;
  return {
    ...keyColumns(key, id, input, stored),
    ...messagesIn(input),
    prompts: { answer: input.answerPrompt ?? '', classify: input.classifyPrompt ?? '' },
    modelName: input.modelName ?? '',
    baseUrl: input.baseUrl ?? '',
    inputPrice: Math.round((input.inputPrice ?? 0) * PRICE_PARTS),
    outputPrice: Math.round((input.outputPrice ?? 0) * PRICE_PARTS),
    conversionAmount: conversionAmount ?? 0,
    conversionCredits: Math.round((conversionCredits ?? 0) * CREDIT_PARTS),
    inputTokensPerCredit: inputTokensPerCredit ?? 1,
    outputTokensPerCredit: input.outputTokensPerCredit ?? inputTokensPerCredit ?? 1,
    temperature: input.temperature ?? 0,
    tokenWindow: input.tokenWindow ?? 512,
    maxResponseTokens: input.maxResponseTokens ?? 512,
    fallsBack: input.fallsBack ?? false,
  };
}

/** Throws `ApiError` `model_fixed`, `model_in_use`. */
function requireEditable(before: ModelRecord, after: ModelInput): void {
  if ((before.provider === 'embedded') !== (after.provider === 'embedded')) throw new ApiError('model_fixed');
  if ((before.plans.length > 0 || before.isSearchModel) && before.kind !== after.kind)
    throw new ApiError('model_in_use');
  // Embeddings of different models are not comparable, so the search model can only be replaced, not edited.
  const isOther = (['provider', 'modelName', 'baseUrl'] as const).some((name) => before[name] !== after[name]);
  if (before.isSearchModel && isOther) throw new ApiError('model_in_use');
}

/** Before and after. API keys are recorded separately. */
function differences(values: Partial<ModelInput>, before: ModelRecord): Record<string, unknown> {
  const names = changedPaths(values, before).filter((name) => name !== 'keys') as (keyof ModelInput)[];
  return Object.fromEntries(names.map((name) => [name, { before: before[name], after: values[name] }]));
}

async function recordModel(tx: Tx, { id, before, values, after, by }: RowChange<typeof resource>): Promise<void> {
  const detail = before ? { how: 'edited', changed: differences(values, before) } : { how: 'created' };
  await writeAudit(tx, by, 'model_changed', { subject: after.name, detail: { id, ...detail } });
  if (!values.keys) return;
  const keys = values.keys.map((one) => masked(one.key.slice(-KEY_ENDING)));
  await writeAudit(tx, by, 'keys_changed', { subject: after.name, detail: { id, keys } });
}

const recorded: RouteExtras = { tags: ['staff'], config: { record: 'own' } };

export const modelBehaviour = ({ key, outbound }: Services): Behaviour<typeof resource> => ({
  source,
  beforeWrite: async (tx, _, { id, before, after }) => {
    // The embedded provider has exactly one model.
    if (!before && after.provider === 'embedded') throw new ApiError('model_fixed');
    if (before) requireEditable(before, after);
    if (after.provider === 'embedded') return messagesIn(after);
    const [stored] = await tx.select().from(models).where(eq(models.id, id));
    return modelColumns(key, id, after, stored);
  },
  afterWrite: (tx, _, change) => recordModel(tx, change),
  beforeDelete: async (tx, _, { id, name, provider, plans: users, isSearchModel }, by) => {
    if (provider === 'embedded') throw new ApiError('model_fixed');
    if (users.length > 0 || isSearchModel) throw new ApiError('model_in_use');
    await writeAudit(tx, by, 'model_changed', { subject: name, detail: { id, how: 'deleted' } });
  },
  routes: {
    list: { tags: ['staff'] },
    show: { tags: ['staff'], operationId: 'showModel' },
    create: { ...recorded, operationId: 'createModel' },
    edit: { ...recorded, operationId: 'editModel' },
    delete: { ...recorded, operationId: 'deleteModel' },
  },
  actions: {
    test: {
      operationId: 'testModel',
      result: modelTrial,
      perMinute: 20,
      run: async (tx, _, [{ id }]) => {
        const [row] = await tx.select().from(models).where(eq(models.id, id));
        if (!row) throw notFound();
        return () => tryModel(openModel(key, row), outbound);
      },
    },
  },
});
