import type { ModelInput } from '../../shared/models.ts';
import type { ModelRow } from '../db/platform.ts';
import { unseal } from '../runtime/secrets.ts';

/** A model as it is called: staff's configuration with its keys in the clear. Never logged, never answered. */
export type ModelConfig = Omit<ModelInput, 'keys' | 'conversion'> & { id: string; keys: string[] };

/** Parts of a real in which prices are stored. */
export const PRICE_PARTS = 10_000;

/** Opens a stored model. A key sealed under another SECRET_KEY is left out: the provider then answers that none is given. */
export function openModel(key: Uint8Array, row: ModelRow): ModelConfig {
  const { sealedKeys, keyEndings: _, inputPrice, outputPrice, ...rest } = row;
  const keys = sealedKeys.map((sealed) => unseal(key, row.id, sealed)).filter((one) => one !== null);
  return { ...rest, keys, inputPrice: inputPrice / PRICE_PARTS, outputPrice: outputPrice / PRICE_PARTS };
}
