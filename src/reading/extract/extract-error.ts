export const EXTRACT_REASONS = [
  'empty',
  'no_text',
  'illegible',
  'illegible_picture',
  'encrypted',
  'damaged',
  'wrong_format',
  'too_complex',
  'timeout',
] as const;
/** Why a file yields no text: a key under `training.reasons` in the locale. */
export type ExtractReason = (typeof EXTRACT_REASONS)[number];

/** A file cannot be read, for a reason to show to users. */
export class ExtractError extends Error {
  readonly reason: ExtractReason;

  constructor(reason: ExtractReason, options?: ErrorOptions) {
    super(`The file cannot be read: ${reason}`, options);
    this.name = 'ExtractError';
    this.reason = reason;
  }
}
