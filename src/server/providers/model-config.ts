import type { ModelSettings } from '../db/platform.ts';
import { type SecretKey, unseal } from '../runtime/secrets.ts';

/** Keys are in plain text: never log it or return it to clients. */
export type ModelConfig = Omit<
  ModelSettings,
  'sealedKeys' | 'keyEndings' | 'conversionAmount' | 'conversionCredits'
> & { keys: string[] };

export const PRICE_PARTS = 10_000;

/** Keys encrypted with another SECRET_KEY are left out, so calls then fail for lack of a key. */
export function openModel(key: SecretKey, row: ModelSettings): ModelConfig {
  const { sealedKeys, keyEndings: _, inputPrice, outputPrice, ...rest } = row;
  const keys = sealedKeys.map((sealed) => unseal(key, row.id, sealed)).filter((one) => one !== null);
  return { ...rest, keys, inputPrice: inputPrice / PRICE_PARTS, outputPrice: outputPrice / PRICE_PARTS };
}
