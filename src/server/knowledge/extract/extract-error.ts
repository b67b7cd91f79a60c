export const EXTRACT_REASONS = [
  'empty',
  'no_text',
  'encrypted',
  'damaged',
  'wrong_format',
  'too_complex',
  'timeout',
] as const;
/** Why a file gives no text; the sentence for a person is `contents.reasons.<reason>` in the locale. */
export type ExtractReason = (typeof EXTRACT_REASONS)[number];

/** A file that cannot be read, for a reason that its owner can understand. */
export class ExtractError extends Error {
  readonly reason: ExtractReason;

  constructor(reason: ExtractReason, options?: ErrorOptions) {
    super(`The file cannot be read: ${reason}`, options);
    this.name = 'ExtractError';
    this.reason = reason;
  }
}
