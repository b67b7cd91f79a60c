import type { WidgetContext } from '../../db/platform.ts';
import { type ModelConfig, openModel } from '../../providers/model-config.ts';
import type { Services } from '../../runtime/services.ts';
import { embeddedModel } from './embedded.ts';
import type { AnswerModel } from './model.ts';
import { providerModel } from './provider-model.ts';

export interface ChosenModel {
  model: AnswerModel;
  /** Null for the embedded model; `words` still has the texts that staff set for it. */
  config: ModelConfig | null;
  words: ModelConfig['defaultMessages'];
}

/** Of the account's plan, or else the embedded model. */
export function chooseModel(services: Services, { model: row }: WidgetContext): ChosenModel {
  const words = row?.defaultMessages ?? { declined: '', error: '' };
  if (!row || row.provider === 'embedded' || row.kind !== 'chat') return { model: embeddedModel, config: null, words };
  const config = openModel(services.key, row);
  return { model: providerModel(config, services.outbound), config, words };
}
