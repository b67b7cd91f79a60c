/** `embedded` is ours, needs no key, and is there from the first start. */
export const PROVIDERS = ['embedded', 'openai-compatible', 'openai', 'anthropic', 'google'] as const;
export type Provider = (typeof PROVIDERS)[number];
/** Own servers may have to load the model first. */
export const FIRST_TOKEN_SECONDS: Record<Provider, number> = {
  embedded: 25,
  'openai-compatible': 60,
  openai: 25,
  anthropic: 25,
  google: 25,
};
export const MODEL_KINDS = ['chat', 'embedding'] as const;
export type ModelKind = (typeof MODEL_KINDS)[number];
