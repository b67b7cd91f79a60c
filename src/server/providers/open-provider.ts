import type { EmbeddingModel, LanguageModel } from 'ai';
import type { Outbound } from '../outbound/outbound.ts';
import type { ModelConfig } from './model-config.ts';
import { ProviderError } from './provider-error.ts';
import { readTolerantly } from './readable-chunks.ts';
import { leaveOutRefused } from './refused-parameters.ts';

/** Otherwise the SDK would read the base URL from environment variables. */
const BASE_URLS = {
  openai: 'https://api.openai.com/v1',
  anthropic: 'https://api.anthropic.com/v1',
  google: 'https://generativelanguage.googleapis.com/v1beta',
} as const;

export const keyHostOf = ({ provider, baseUrl }: Pick<ModelConfig, 'provider' | 'baseUrl'>): string | null => {
  const url = baseUrl || BASE_URLS[provider as keyof typeof BASE_URLS];
  return url ? new URL(url).origin : null;
};

// Otherwise the SDK logs every setting that a model ignores.
globalThis.AI_SDK_LOG_WARNINGS = false;

/** Others (a typographic quote, a line break) are invalid in a header, and the error message would contain the key. */
const VALID_KEY = /^[\x21-\x7e]+$/;

function assertKey(apiKey: string | undefined): asserts apiKey is string {
  if (!apiKey || !VALID_KEY.test(apiKey)) throw new ProviderError('key_refused');
}

/** Never undefined where the SDK would read a key from the environment. Throws `ProviderError` `key_refused`. */
function settingsOf({ provider, baseUrl }: ModelConfig, apiKey: string | undefined, fetch: typeof globalThis.fetch) {
  const baseURL = (baseUrl || BASE_URLS[provider as keyof typeof BASE_URLS]).replace(/\/+$/, '');
  assertKey(apiKey);
  return { baseURL, apiKey, fetch };
}

// Packages are loaded on first use, because most processes never call these models.
async function openCompatible({ baseUrl }: ModelConfig, apiKey: string | undefined, fetch: typeof globalThis.fetch) {
  const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
  const { origin, pathname, searchParams } = new URL(baseUrl);
  const queryParams = searchParams.size > 0 ? { queryParams: Object.fromEntries(searchParams) } : {};
  const baseURL = `${origin}${pathname}`.replace(/\/+$/, '');
  const settings = { name: 'compatible', baseURL, fetch, includeUsage: true, ...queryParams };
  if (apiKey === undefined) return createOpenAICompatible(settings);
  assertKey(apiKey);
  // Azure's deployments have a version in their address, and take bearer tokens only from their own directory.
  const isAzure = searchParams.has('api-version');
  return createOpenAICompatible({ ...settings, ...(isAzure ? { headers: { 'api-key': apiKey } } : { apiKey }) });
}

type ChatModel = Exclude<LanguageModel, string>;

async function createChatModel(
  config: ModelConfig,
  apiKey: string | undefined,
  outbound: Outbound,
): Promise<ChatModel> {
  const { modelName, provider } = config;
  const fetch = leaveOutRefused(outbound.webFetch, config);
  switch (provider) {
    case 'openai-compatible':
      return (await openCompatible(config, apiKey, readTolerantly(fetch))).chatModel(modelName);
    case 'openai': {
      const { createOpenAI } = await import('@ai-sdk/openai');
      return createOpenAI(settingsOf(config, apiKey, readTolerantly(fetch))).chat(modelName);
    }
    case 'anthropic': {
      const { createAnthropic } = await import('@ai-sdk/anthropic');
      return createAnthropic(settingsOf(config, apiKey, fetch))(modelName);
    }
    case 'google': {
      const { createGoogle } = await import('@ai-sdk/google');
      return createGoogle(settingsOf(config, apiKey, fetch))(modelName);
    }
    case 'embedded':
      throw new ProviderError('unknown_model');
  }
}

/** The SDK builds its schemas anew for each model, which takes longer than the rest of a call. */
const chatModels = new WeakMap<Outbound, Map<string, Promise<ChatModel>>>();
const CHAT_MODELS_MAX = 100;

/** Through the guarded `fetch`. Throws `ProviderError` `key_refused` (missing), `unknown_model` (no chat model). */
export function openChatModel(config: ModelConfig, apiKey: string | undefined, outbound: Outbound): Promise<ChatModel> {
  const models = chatModels.get(outbound) ?? new Map<string, Promise<ChatModel>>();
  chatModels.set(outbound, models);
  const name = JSON.stringify([config.provider, config.baseUrl, config.modelName, apiKey]);
  const existing = models.get(name);
  if (existing) return existing;
  if (models.size >= CHAT_MODELS_MAX) models.clear();
  const model = createChatModel(config, apiKey, outbound);
  models.set(name, model);
  return model;
}

/** Anthropic has none. Throws `ProviderError` like `openChatModel`. */
export async function openEmbeddingModel(
  config: ModelConfig,
  apiKey: string | undefined,
  outbound: Outbound,
): Promise<Exclude<EmbeddingModel, string>> {
  const { modelName, provider } = config;
  switch (provider) {
    case 'openai-compatible':
      return (await openCompatible(config, apiKey, outbound.webFetch)).embeddingModel(modelName);
    case 'openai': {
      const { createOpenAI } = await import('@ai-sdk/openai');
      return createOpenAI(settingsOf(config, apiKey, outbound.webFetch)).embedding(modelName);
    }
    case 'google': {
      const { createGoogle } = await import('@ai-sdk/google');
      return createGoogle(settingsOf(config, apiKey, outbound.webFetch)).embedding(modelName);
    }
    case 'anthropic':
    case 'embedded':
      throw new ProviderError('unknown_model');
  }
}
