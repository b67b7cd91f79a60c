import type { TFunction } from 'i18next';
import type { z } from 'zod';
import { webAddress } from '../../../../../resources/kit/schema.ts';
import { type ModelInput, modelInput, type ModelRecord } from '../../../../shared/models.ts';
import { messageOf } from '../../../components/field-errors.ts';
import { providersOf } from './known-models.ts';

/** What the form holds: an amount that was emptied is null, and keys that stay are undefined. */
export type ModelValues = {
  [Name in keyof ModelInput]: ModelInput[Name] extends number ? number | null : ModelInput[Name];
};
/** The path of a field within the values: ["conversion", "amount"]. */
export type Path = readonly string[];

/** What the form of a new model begins with; only what every provider sets for itself is left to be written. */
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
  prompts: { answer: '', classify: '' },
  defaultMessages: { declined: '', error: '' },
  fallsBack: true,
};

/** What the form of a model begins with: its record without what nobody writes, its keys untouched. */
export function valuesOf(record: ModelRecord): ModelValues {
  const { id: _, conversionFactor: __, planIds: ___, isSearchModel: ____, updatedAt: _____, ...rest } = record;
  return { ...rest, keys: undefined };
}

/** The values after one was chosen that others depend on: who computes no embeddings is not kept for that kind. */
export function settled(values: ModelValues): Partial<ModelValues> {
  const providers = providersOf(values.kind);
  if (values.provider === 'embedded' || providers.includes(values.provider)) return {};
  return { provider: providers[0], modelName: '' };
}

/** The values as they travel. A search model says nothing: what only an answer has keeps its usual value. */
export function writtenModel(values: ModelValues): ModelInput {
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

const MAY_BE_EMPTY = ['keys', 'prompts', 'defaultMessages'];

function ruleOf(path: Path): z.ZodType {
  // An address is refused in words of its own, not as one of two things that it might have been.
  if (path[0] === 'baseUrl') return webAddress();
  let rule: unknown = modelInput;
  for (const step of path) rule = (rule as { shape: Record<string, unknown> }).shape[step];
  return rule as z.ZodType;
}

/** What is wrong with the value at a path, in words; undefined when it will do. */
export function faultAt(t: TFunction, path: Path, value: unknown): string | undefined {
  const checked = path[0] === 'keys' ? (value as string[] | undefined)?.filter((key) => key.trim() !== '') : value;
  return messageOf(t, ruleOf(path), checked, MAY_BE_EMPTY.includes(path[0] ?? '')) ?? missingName(t, path, value);
}

/** `modelName` may be empty for the embedded model alone, which has no such field. */
const missingName = (t: TFunction, path: Path, value: unknown) =>
  path[0] === 'modelName' && String(value).trim() === '' ? t('validation.required') : undefined;
