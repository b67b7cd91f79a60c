import type { ModelInput } from '../../resources/models.ts';

type Changes = Partial<Omit<ModelInput, 'keys'>> & { keys?: string[] };

/** Returns a valid chat model with the given changes. */
export const modelInput = ({ keys = ['sk-teste'], ...changes }: Changes = {}): ModelInput => ({
  name: 'Modelo de teste',
  kind: 'chat',
  provider: 'openai-compatible',
  modelName: 'teste-1',
  baseUrl: null,
  keys: keys.map((key) => ({ key })),
  inputTokensPerCredit: 10_000,
  outputTokensPerCredit: 2_000,
  inputPrice: 1,
  outputPrice: 5,
  conversionAmount: 10_000,
  conversionCredits: 500,
  temperature: 0.4,
  tokenWindow: 8_000,
  maxResponseTokens: 400,
  firstTokenSeconds: null,
  fallsBack: false,
  answerPrompt: null,
  classifyPrompt: null,
  declinedMessage: null,
  errorMessage: null,
  ...changes,
});

/** Returns a valid embedding model, without what only a model that writes has. */
export const embeddingModelInput = (name: string, baseUrl: string | null, changes: Changes = {}): ModelInput =>
  modelInput({
    name,
    kind: 'embedding',
    modelName: name,
    baseUrl,
    inputTokensPerCredit: 1_000,
    outputTokensPerCredit: null,
    inputPrice: 0.1,
    outputPrice: null,
    temperature: null,
    tokenWindow: null,
    maxResponseTokens: null,
    fallsBack: null,
    ...changes,
  });
