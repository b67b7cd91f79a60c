import type { ModelKind, Provider } from '../../../../shared/model-kinds.ts';

/** Model names that are suggested while the user types. Any other name is allowed. */
const KNOWN: Record<ModelKind, Record<Provider, readonly string[]>> = {
  chat: {
    embedded: [],
    'openai-compatible': ['llama-3.3-70b-instruct', 'qwen2.5-72b-instruct', 'mistral-large-latest', 'deepseek-chat'],
    openai: ['gpt-5.4', 'gpt-5.4-mini', 'gpt-5.4-nano', 'gpt-5-mini', 'gpt-4.1', 'gpt-4.1-mini', 'gpt-4o-mini'],
    anthropic: ['claude-opus-4-8', 'claude-sonnet-4-6', 'claude-haiku-4-5'],
    google: [
      'gemini-3.5-flash',
      'gemini-3.5-flash-lite',
      'gemini-2.5-pro',
      'gemini-2.5-flash',
      'gemini-2.5-flash-lite',
    ],
  },
  embedding: {
    embedded: [],
    'openai-compatible': ['bge-m3', 'nomic-embed-text', 'multilingual-e5-large'],
    openai: ['text-embedding-3-small', 'text-embedding-3-large'],
    anthropic: [],
    google: ['gemini-embedding-001'],
  },
};

export const knownNames = (kind: ModelKind, provider: Provider) => KNOWN[kind][provider];

/** Returns the providers for a kind of model. The embedded model already exists, and Anthropic has no embeddings. */
export const providersOf = (kind: ModelKind): readonly Provider[] =>
  kind === 'chat' ? ['openai', 'anthropic', 'google', 'openai-compatible'] : ['openai', 'google', 'openai-compatible'];
