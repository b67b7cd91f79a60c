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
export type ExtractReason = (typeof EXTRACT_REASONS)[number];

export class ExtractError extends Error {
  readonly reason: ExtractReason;

  constructor(reason: ExtractReason, options?: ErrorOptions) {
    super(`The file cannot be read: ${reason}`, options);
    this.name = 'ExtractError';
    this.reason = reason;
  }
}
