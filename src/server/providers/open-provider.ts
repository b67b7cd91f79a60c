import type { EmbeddingModel, LanguageModel, wrapLanguageModel as wrapModel } from 'ai';
import type { Outbound } from '../outbound/outbound.ts';
import type { ModelConfig } from './model-config.ts';
import { ProviderError } from './provider-error.ts';

/** Named here, or the SDK would take another from the environment of the process. */
const HOMES = {
  openai: 'https://api.openai.com/v1',
  anthropic: 'https://api.anthropic.com/v1',
  google: 'https://generativelanguage.googleapis.com/v1beta',
} as const;

/** The host that a configured model's keys are sent to. */
export const keyHostOf = ({ provider, baseUrl }: Pick<ModelConfig, 'provider' | 'baseUrl'>): string | null => {
  const home = baseUrl || HOMES[provider as keyof typeof HOMES];
  return home ? new URL(home).origin : null;
};

// The SDK would tell the console of each setting that a model ignores.
globalThis.AI_SDK_LOG_WARNINGS = false;

/** A key with other signs (a typographic quote, a line break) fits in no header, whose error would repeat it. */
const KEY = /^[\x21-\x7e]+$/;

function assertKey(apiKey: string | undefined): asserts apiKey is string {
  if (!apiKey || !KEY.test(apiKey)) throw new ProviderError('key_refused');
}

/**
 * What a provider is opened with. A key is never undefined where the SDK would look for one in the environment.
 * @throws ProviderError `key_refused`
 */
function settingsOf({ provider, baseUrl }: ModelConfig, apiKey: string | undefined, { webFetch }: Outbound) {
  const baseURL = (baseUrl || HOMES[provider as keyof typeof HOMES]).replace(/\/+$/, '');
  assertKey(apiKey);
  return { baseURL, apiKey, fetch: webFetch };
}

// The packages are loaded when first used: most of the time, and for many a whole life, no such model is asked.
async function openCompatible({ baseUrl }: ModelConfig, apiKey: string | undefined, { webFetch }: Outbound) {
  const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
  const settings = { name: 'compatible', baseURL: baseUrl.replace(/\/+$/, ''), fetch: webFetch, includeUsage: true };
  if (apiKey === undefined) return createOpenAICompatible(settings);
  assertKey(apiKey);
  return createOpenAICompatible({ ...settings, apiKey });
}

/** Open models think aloud, and many servers hand that over as part of the answer. */
async function withoutThoughts(model: Parameters<typeof wrapModel>[0]['model']) {
  const { extractReasoningMiddleware, wrapLanguageModel } = await import('ai');
  return wrapLanguageModel({ model, middleware: extractReasoningMiddleware({ tagName: 'think' }) });
}

/**
 * The SDK's model of a configuration, called with one key, through the guarded way out.
 * @throws ProviderError `key_refused` without a key where one is needed, `unknown_model` for a model of another kind.
 */
export async function openChatModel(
  config: ModelConfig,
  apiKey: string | undefined,
  outbound: Outbound,
): Promise<Exclude<LanguageModel, string>> {
  const { modelName, provider } = config;
  switch (provider) {
    case 'openai-compatible':
      return withoutThoughts((await openCompatible(config, apiKey, outbound)).chatModel(modelName));
    case 'openai': {
      const { createOpenAI } = await import('@ai-sdk/openai');
      return createOpenAI(settingsOf(config, apiKey, outbound)).chat(modelName);
    }
    case 'anthropic': {
      const { createAnthropic } = await import('@ai-sdk/anthropic');
      return createAnthropic(settingsOf(config, apiKey, outbound))(modelName);
    }
    case 'google': {
      const { createGoogle } = await import('@ai-sdk/google');
      return createGoogle(settingsOf(config, apiKey, outbound))(modelName);
    }
    case 'embedded':
      throw new ProviderError('unknown_model');
  }
}

/** As `openChatModel`, for a model of embeddings. Anthropic has none. @throws ProviderError the same. */
export async function openEmbeddingModel(
  config: ModelConfig,
  apiKey: string | undefined,
  outbound: Outbound,
): Promise<Exclude<EmbeddingModel, string>> {
  const { modelName, provider } = config;
  switch (provider) {
    case 'openai-compatible':
      return (await openCompatible(config, apiKey, outbound)).embeddingModel(modelName);
    case 'openai': {
      const { createOpenAI } = await import('@ai-sdk/openai');
      return createOpenAI(settingsOf(config, apiKey, outbound)).embedding(modelName);
    }
    case 'google': {
      const { createGoogle } = await import('@ai-sdk/google');
      return createGoogle(settingsOf(config, apiKey, outbound)).embedding(modelName);
    }
    case 'anthropic':
    case 'embedded':
      throw new ProviderError('unknown_model');
  }
}
