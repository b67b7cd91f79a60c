import type { ModelInput } from '../../src/shared/models.ts';

/** Returns a valid chat model with the given changes. */
export const modelInput = (changes: Partial<ModelInput> = {}): ModelInput => ({
  name: 'Modelo de teste',
  kind: 'chat',
  provider: 'openai-compatible',
  modelName: 'teste-1',
  baseUrl: '',
  keys: ['sk-teste'],
  inputTokensPerCredit: 10_000,
  outputTokensPerCredit: 2_000,
  inputPrice: 1,
  outputPrice: 5,
  conversion: { amount: 100, credits: 500 },
  temperature: 0.4,
  tokenWindow: 8_000,
  maxResponseTokens: 400,
  firstTokenSeconds: null,
  fallsBack: false,
  prompts: { answer: '', classify: '' },
  defaultMessages: { declined: '', error: '' },
  ...changes,
});

/** Returns a valid embedding model. */
export const embeddingModelInput = (name: string, baseUrl: string): ModelInput =>
  modelInput({
    name,
    kind: 'embedding',
    modelName: name,
    baseUrl,
    inputTokensPerCredit: 1_000,
    outputTokensPerCredit: 1_000,
    inputPrice: 0.1,
    outputPrice: 0,
    temperature: 0,
  });
