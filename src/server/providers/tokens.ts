/** Characters of a token of Portuguese text, as the usual tokenizers cut it: an estimate, where none is told. */
export const CHARACTERS_PER_TOKEN = 3.6;
/** What the densest texts (figures, addresses, older tokenizers) come to: for what must not be exceeded. */
const CHARACTERS_PER_TOKEN_AT_WORST = 2.5;

export interface TokenUsage {
  inputTokens: number;
  outputTokens: number;
}

/** Tokens of so many characters, about. */
export const estimateTokens = (characters: number): number => Math.ceil(characters / CHARACTERS_PER_TOKEN);

/** Tokens that so many characters do not exceed. */
export const boundTokens = (characters: number): number => Math.ceil(characters / CHARACTERS_PER_TOKEN_AT_WORST);
