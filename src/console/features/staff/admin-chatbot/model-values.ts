import { z } from 'zod';
import { serverAddress } from '../../../../../resources/kit/schema.ts';
import { type ModelInput, modelInput, type ModelRecord } from '../../../../shared/models.ts';
import { providersOf } from './known-models.ts';

/** The values of the form. An emptied number is null. `keys` is undefined while the stored keys are kept. */
export type ModelValues = {
  [Name in keyof ModelInput]: ModelInput[Name] extends number ? number | null : ModelInput[Name];
};

/** The initial values of a new model. Only what depends on the model and its provider is empty. */
export const newModel: ModelValues = {
  name: '',
  kind: 'chat',
  provider: 'openai',
  modelName: '',
  baseUrl: '',
  keys: [''],
  inputTokensPerCredit: null,
  outputTokensPerCredit: null,
  inputPrice: null,
  outputPrice: null,
  conversion: { amount: 100, credits: 500 },
  temperature: 0.3,
  tokenWindow: 16_000,
  maxResponseTokens: 800,
  firstTokenSeconds: null,
  prompts: { answer: '', classify: '' },
  defaultMessages: { declined: '', error: '' },
  fallsBack: true,
};

/** Returns the form's initial values for an existing model: its record without read-only fields, keeping its keys. */
export function valuesOf(record: ModelRecord): ModelValues {
  const { id: _, conversionFactor: __, planIds: ___, isSearchModel: ____, updatedAt: _____, ...rest } = record;
  const { version: ______, ...values } = rest;
  return { ...values, keys: undefined };
}

/**
 * Returns the values to change after the user has changed the kind: another provider and no model name if the current
 * provider does not offer that kind; otherwise nothing.
 */
export function settled(values: ModelValues): Partial<Pick<ModelValues, 'provider' | 'modelName'>> {
  const providers = providersOf(values.kind);
  if (values.provider === 'embedded' || providers.includes(values.provider)) return {};
  return { provider: providers[0], modelName: '' };
}

/**
 * Returns the request body for the values. A search model produces no output, so its output price is 0 and its output
 * tokens per credit equal the input's, unless they are set. Throws `ZodError` for invalid values.
 */
export function modelInputOf(values: ModelValues): ModelInput {
  const isSearch = values.kind === 'embedding';
  return modelInput.parse({
    ...values,
    baseUrl: values.provider === 'openai-compatible' ? values.baseUrl : '',
    keys: values.keys?.filter((key) => key.trim() !== ''),
    outputPrice: isSearch ? (values.outputPrice ?? 0) : values.outputPrice,
    outputTokensPerCredit: isSearch
      ? (values.outputTokensPerCredit ?? values.inputTokensPerCredit)
      : values.outputTokensPerCredit,
  });
}

export const MAY_BE_EMPTY = ['keys', 'firstTokenSeconds', 'prompts', 'defaultMessages'];

/** Returns the schema of the field at a path: ["conversion", "amount"]. */
export function ruleOf(path: readonly string[]): z.ZodType {
  // The model's own schema is a union here. Its error message would not say that the address is invalid.
  if (path[0] === 'baseUrl') return serverAddress();
  if (path[0] === 'keys')
    return z.preprocess((keys?: string[]) => keys?.filter((key) => key.trim() !== ''), modelInput.shape.keys);
  let rule: unknown = modelInput;
  for (const step of path) rule = (rule as { shape: Record<string, unknown> }).shape[step];
  return rule as z.ZodType;
}
