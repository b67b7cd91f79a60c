/** Average for Portuguese with common tokenizers; only for estimates. */
export const CHARACTERS_PER_TOKEN = 3.6;
/** Worst case (numbers, URLs, older tokenizers); for limits that must not be exceeded. */
const MIN_CHARACTERS_PER_TOKEN = 2.5;

export interface TokenUsage {
  inputTokens: number;
  outputTokens: number;
}

export const estimateTokens = (characters: number): number => Math.ceil(characters / CHARACTERS_PER_TOKEN);

export const maxTokensOf = (characters: number): number => Math.ceil(characters / MIN_CHARACTERS_PER_TOKEN);
