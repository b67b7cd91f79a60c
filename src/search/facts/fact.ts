import type { FactKind } from '../../shared/constants.ts';
import type { Span } from '../sentences.ts';

/** A fact (such as a phone number or an address) and its offsets in a text. */
export interface FoundFact extends Span {
  kind: FactKind;
  /** Normalised value: a number's digits, an address's folded words. */
  value: string;
}
